import { authRoutes } from '@plumbline/contract/auth.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyInstance } from 'fastify'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../http/services.ts'
import { passwordChangedEmail, resetEmail } from '../mail/emails.ts'
import { companyName } from '../settings/queries.ts'
import { troubleOf } from './pages/form.ts'
import { goTo, send, sendFailure } from './pages/layout.ts'
import { forgotPage, forgotSentPage, noticePage, resetPage } from './pages/pages.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './queries.ts'
import { requireStrongPassword } from './rules.ts'
import { findResetting, newReset, resetPath, takeReset } from './service.ts'
import { countAddress } from './throttle.ts'

/**
 * A stranger's request says under which name we are reached, and could say a wrong one: letters that anybody can cause
 * are sent only where PUBLIC_URL says it for us.
 */
const sendsMail = ({ mail, settings }: Services) =>
  mail !== undefined && settings.publicUrl !== undefined

const gone = (company: string) =>
  noticePage({
    company,
    title: 'This link no longer works',
    lead: 'It may have been used, replaced or older than 30 minutes. Ask for a new one.',
  })

/** Forgotten passwords. */
export function forgotten(serve: Serve) {
  serve(authRoutes.forgotPassword, {
    transaction: false,
    handle: async ({ db, body, now, services, request }) => {
      const { settings, mail } = services
      await countAddress(db, { ip: request.ip, most: settings.rateSignIn, now })
      const company = await companyName(db)
      if (!sendsMail(services)) return
      // The same statement for every address; the letter leaves after the answer.
      const reset = await newReset(db, settings, { email: body.email }, now)
      if (!reset) return
      const link = `${settings.publicUrl}${resetPath(reset.token)}`
      mail?.send(resetEmail(reset, company, link))
    },
    page: async ({ failure }, { db, services, reply }) => {
      const company = await companyName(db)
      if (!failure) return send(reply, 200, forgotSentPage(company))
      const trouble = troubleOf(failure)
      return sendFailure(
        reply,
        failure,
        forgotPage({ company, sendsMail: sendsMail(services), trouble }),
      )
    },
  })

  serve(authRoutes.resetPassword, {
    transaction: false,
    find: ({ db, params, now, services }) =>
      findResetting(db, services.settings, params.token, now),
    handle: async ({ db, subject, body, now, services, request }) => {
      await countAddress(db, { ip: request.ip, most: services.settings.rateSignIn, now })
      await requireStrongPassword(db, subject, body.password, 'password')
      const passwordHash = await hashPassword(body.password)
      await db.transaction(async (tx) => {
        if (!(await takeReset(tx, subject.tokenHash))) throw new Failure('notFound')
        await setPassword(tx, subject.id, passwordHash, now)
      })
      const company = await companyName(db)
      services.mail?.send(passwordChangedEmail(subject, company))
    },
    page: async ({ failure }, { db, params, now, services, reply }) => {
      if (!failure) return goTo(reply, '/api/login?done=password')
      const company = await companyName(db)
      const person = await findResetting(db, services.settings, params.token, now)
      if (!person) return send(reply, 404, gone(company))
      const { firstName: name, email } = person
      const trouble = troubleOf(failure)
      return sendFailure(
        reply,
        failure,
        resetPage({ company, name, email, action: resetPath(params.token), trouble }),
      )
    },
  })
}

/** `/api/forgot-password` and `/api/reset-password/<token>` as a browser opens them. */
export function forgottenPages(api: FastifyInstance, services: Services) {
  const { db } = services.database

  api.get('/api/forgot-password', { config: { may: 'anyone' } }, async (_request, reply) => {
    const company = await companyName(db)
    return send(reply, 200, forgotPage({ company, sendsMail: sendsMail(services) }))
  })

  api.get<{ Params: { token: string } }>(
    '/api/reset-password/:token',
    { config: { may: 'anyone' } },
    async ({ params: { token } }, reply) => {
      const company = await companyName(db)
      const person = await findResetting(db, services.settings, token, services.now())
      if (!person) return send(reply, 404, gone(company))
      const { firstName: name, email } = person
      return send(reply, 200, resetPage({ company, name, email, action: resetPath(token) }))
    },
  )
}
