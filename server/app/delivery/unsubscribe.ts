import type { FastifyInstance, FastifyReply } from 'fastify'
import { page, send } from '../../access/auth/pages/layout.ts'
import { type Brand, companyBrand } from '../../access/company/queries.ts'
import { publish } from '../../events/publish.ts'
import { notificationsChanged } from '../../events/settling.ts'
import type { Services } from '../../http/services.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { html } from '../../platform/html.ts'
import { kindWords } from './emails.ts'
import { turnEmailOff } from './queries.ts'
import { findRecipient } from './sending.ts'
import { readUnsubscribeToken, type Unsubscribed } from './unsubscribeToken.ts'

const PATH = '/api/unsubscribe/:token'

/** The name in a sentence of what is turned off. */
const wordsFor = (what: Unsubscribed) =>
  what === 'digest' ? 'daily emails' : `emails about ${kindWords[what]}`

const toSettings = html`<p class="foot"><a href="/account?tab=notifications">Change your notification settings</a></p>`

const askPage = (company: Brand, what: Unsubscribed) =>
  page({
    company,
    title: 'Unsubscribe?',
    lead: `You will receive no more ${wordsFor(what)} from ${company.name}.`,
    content: html`
<form method="post"><button type="submit">Unsubscribe</button></form>
${toSettings}`,
  })

const donePage = (company: Brand, what: Unsubscribed) =>
  page({
    company,
    title: 'You are unsubscribed',
    lead: `You receive no more ${wordsFor(what)} from ${company.name}. You can turn them on again in your settings.`,
    content: toSettings,
  })

const unknownPage = (company: Brand) =>
  page({
    company,
    title: 'This link does not work',
    lead: 'It was cut off on its way, or comes from another installation. Your settings say how you are notified.',
    content: toSettings,
  })

/**
 * The page that the link of an email leads to, and the request that mail providers make for the
 * recipient (RFC 8058). Neither signs anybody in. Opening the link changes nothing, because
 * programs open links too.
 */
export function unsubscribePages(api: FastifyInstance, { database, settings }: Services) {
  const { db } = database
  const read = (token: string) => readUnsubscribeToken(token, settings.sessionSecret)
  const unknown = async (reply: FastifyReply) =>
    send(reply, 404, unknownPage(await companyBrand(db)))
  const config = { may: 'anyone' } as const

  api.get<{ Params: { token: string } }>(PATH, { config }, async ({ params }, reply) => {
    const found = read(params.token)
    if (!found) return unknown(reply)
    return send(reply, 200, askPage(await companyBrand(db), found.what))
  })

  api.post<{ Params: { token: string } }>(PATH, { config }, async ({ params }, reply) => {
    const found = read(params.token)
    if (!found) return unknown(reply)
    const { personId, what } = found
    await inTransaction(db, async (tx) => {
      const recipient = await findRecipient(tx, personId)
      if (!recipient) return
      const changed = await turnEmailOff(tx, recipient, ({ kind, email }) =>
        what === 'digest' ? email === 'daily' : kind === what,
      )
      if (changed) await publish(tx, personId, notificationsChanged(recipient))
    })
    return send(reply, 200, donePage(await companyBrand(db), what))
  })
}
