import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { Services } from '../../http/services.ts'
import type { CardParts } from './cards.ts'
import { requireCards } from './pay.ts'
import { isHandled, takeEvent } from './queries.ts'
import { settleDispute, settleRefund } from './returned.ts'
import { settle } from './settle.ts'
import { reaching } from './stripe.ts'

/** The oldest signature that counts, in seconds. */
const TOLERANCE_S = 300

/**
 * Handles an event, at most once. Its content is only a hint: Stripe is asked what is true now, so
 * that the order of events does not matter.
 */
async function handle(parts: CardParts, event: Stripe.Event) {
  if (await isHandled(parts.db, event)) return
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return settle(parts, event.data.object.id, event)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return settleRefund(parts, event.data.object.id, event)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return settleDispute(parts, event.data.object.id, event)
    default:
      await takeEvent(parts.db, event, parts.now())
  }
}

/** The address to which Stripe sends its events. It is there where cards are taken. */
export function stripeEvents(api: FastifyInstance, services: Services) {
  const { cards, now } = services
  if (!cards) return
  const parts = requireCards(services)
  api.register(async (scope) => {
    // The signature is of the bytes as they were sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/api/stripe/events', { config: { may: 'anyone' } }, async (request, reply) => {
      const { body, headers } = request
      const { webhooks } = await cards.stripe()
      const signature = headers['stripe-signature'] ?? ''
      const payload = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      let event: Stripe.Event
      try {
        event = await webhooks.constructEventAsync(
          payload,
          signature,
          cards.webhookSecret,
          TOLERANCE_S,
          undefined,
          now().getTime(),
        )
      } catch {
        return reply.code(400).send({ message: 'This is not signed by Stripe', code: 'invalid' })
      }
      await reaching(handle(parts, event))
      return reply.code(200).send({})
    })
  })
}
