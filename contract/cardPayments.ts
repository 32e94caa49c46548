import { z } from 'zod'
import { clientInvoiceRoutes } from './clientInvoices.ts'
import { route } from './route.ts'

/** The address of the page on which the card is entered, at Stripe. */
const PaymentPage = z.object({ url: z.url() })
export type PaymentPage = z.infer<typeof PaymentPage>

/** `session` is the one that Stripe adds to the address to which it returns. */
const ReturnFromCard = z.object(
  { session: z.string('Send the session').regex(/^cs_\w{1,250}$/, 'Send the session') },
  'Send the session as an object',
)

/** The calls with which a client pays by card. They are there where cards are taken. */
export const cardPaymentRoutes = {
  pay: route({
    method: 'POST',
    path: `${clientInvoiceRoutes.one.path}/pay`,
    summary: 'Open a page at Stripe on which the client pays what is owed of an invoice',
    may: 'clientInvoice.answer',
    reply: PaymentPage,
    status: 200,
    fails: ['cardsOff', 'notPayable', 'cardProcessing', 'stripeUnavailable'],
  }),
  settle: route({
    method: 'POST',
    path: `${clientInvoiceRoutes.one.path}/settle-card`,
    summary: 'Ask Stripe about a payment from which the client has returned',
    may: 'clientInvoice.answer',
    body: ReturnFromCard,
    reply: z.void(),
    status: 204,
    fails: ['cardsOff', 'stripeUnavailable'],
  }),
}
