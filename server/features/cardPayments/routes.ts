import { cardPaymentRoutes } from '@plumbline/contract/cardPayments.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Serve } from '../../http/serve.ts'
import { findForClient, lockForClient } from '../invoices/clientQueries.ts'
import { SESSION_ID } from './cards.ts'
import { requireCards, startPayment } from './pay.ts'
import { findByStripeId, isPending } from './queries.ts'
import { settle } from './settle.ts'
import { reaching } from './stripe.ts'

/** The calls with which a client pays by card. */
export function routes(serve: Serve) {
  serve(cardPaymentRoutes.pay, {
    // No transaction is open while Stripe is asked.
    transaction: false,
    find: ({ db, person, params }) => findForClient(db, person.id, params.id),
    handle: async ({ person, subject, services }) => {
      const parts = requireCards(services)
      const { id } = subject.invoice
      const page = `${services.settings.publicUrl}/invoices/${id}`
      const url = await startPayment(
        parts,
        async (tx) => (await lockForClient(tx, person.id, id))?.locked,
        { success: `${page}?session=${SESSION_ID}`, cancel: page },
      )
      if (url === undefined) throw new Failure('notFound')
      return { url }
    },
  })

  serve(cardPaymentRoutes.settle, {
    transaction: false,
    find: ({ db, person, params }) => findForClient(db, person.id, params.id),
    handle: async ({ db, subject, body, services }) => {
      const parts = requireCards(services)
      const attempt = await findByStripeId(db, body.session)
      if (attempt?.invoiceId !== subject.invoice.id) throw new Failure('notFound')
      if (isPending(attempt)) await reaching(settle(parts, body.session))
    },
  })
}
