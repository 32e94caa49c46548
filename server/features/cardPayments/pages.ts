import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { goTo, send, sendFailure } from '../../access/auth/pages/layout.ts'
import { sendNotice } from '../../access/auth/pages/pages.ts'
import { tokenOf } from '../../access/auth/tokens.ts'
import { logged } from '../../http/failures.ts'
import type { Services } from '../../http/services.ts'
import { html } from '../../platform/html.ts'
import { hashOf } from '../invoices/links.ts'
import { findByLink, lockByLink } from '../invoices/queries.ts'
import { letterheadOf, sendEnded } from '../proposals/pages/ended.ts'
import { leavingPage, messagePage } from '../proposals/pages/frame.ts'
import { SESSION_ID } from './cards.ts'
import { requireCards, startPayment } from './pay.ts'
import { findByStripeId, isPending } from './queries.ts'
import { settle } from './settle.ts'
import { reaching } from './stripe.ts'

/** The steps of a card payment by somebody who has the link of an invoice. */
export function cardPages(api: FastifyInstance, services: Services) {
  if (!services.cards) return
  api.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendNotice(reply, logged(request, error)))
    cardRoutes(pages, services)
  })
}

function cardRoutes(api: FastifyInstance, services: Services) {
  const { database, settings, now } = services
  const { db } = database
  const config = { may: 'anyone' } as const

  const hashIn = (request: FastifyRequest) => hashOf(tokenOf(request), settings.sessionSecret)
  const pathIn = (request: FastifyRequest) => `/i/${tokenOf(request)}`
  const ended = (request: FastifyRequest, reply: FastifyReply) =>
    sendEnded(db, now(), request, reply)

  // The form of a page may not lead to another site. A page may.
  api.post('/i/:token/pay', { config }, async (request, reply) => {
    const hash = hashIn(request)
    const page = `${settings.publicUrl}${pathIn(request)}`
    const returns = { success: `${page}/paid?session=${SESSION_ID}`, cancel: page }
    try {
      const find = (tx: typeof db) => lockByLink(tx, hash)
      const url = await startPayment(requireCards(services), find, returns)
      if (url === undefined) return await ended(request, reply)
      return await send(reply, 200, leavingPage(await letterheadOf(db), url))
    } catch (error) {
      const failure = logged(request, error)
      const back = html`<a href="${pathIn(request)}">← Back to the invoice</a>`
      const page = messagePage(await letterheadOf(db), 'No payment yet', failure.message, back)
      return sendFailure(reply, failure, page)
    }
  })

  /** Brings a session that was made here up to date. Stripe sends an event of it, too. */
  async function settleOnReturn(request: FastifyRequest, session: string) {
    const attempt = await findByStripeId(db, session)
    if (!attempt) return false
    if (isPending(attempt))
      await reaching(settle(requireCards(services), session)).catch(
        (error) => void logged(request, error),
      )
    return true
  }

  // Stripe returns here. The page of the invoice shows what became of the payment.
  api.get<{ Querystring: { session?: string } }>(
    '/i/:token/paid',
    { config },
    async (request, reply) => {
      const isKnown = await settleOnReturn(request, request.query.session ?? '')
      if (await findByLink(db, hashIn(request))) return goTo(reply, pathIn(request))
      if (!isKnown) return ended(request, reply)
      // The link was renewed while they paid.
      const words = 'We got your payment, or get it as soon as your bank has answered.'
      return send(reply, 200, messagePage(await letterheadOf(db), 'Thank you', words))
    },
  )
}
