import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { Services } from '../../http/services.ts'
import { handleEvent } from './handle.ts'
import { requireCards } from './pay.ts'
import { reaching } from './stripe.ts'

/** The oldest signature that counts, in seconds. */
const TOLERANCE_S = 300

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
      await reaching(handleEvent(parts, event))
      return reply.code(200).send({})
    })
  })
}
