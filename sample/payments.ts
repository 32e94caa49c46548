import { formatCents } from '@plumbline/contract/money.ts'
import type { PaymentMethod } from '@plumbline/contract/paymentKinds.ts'
import { paidBy } from '@plumbline/contract/paymentTexts.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import type { cardSessions } from '../server/schema/cardPayments.ts'
import type { invoiceHistory } from '../server/schema/invoices.ts'
import type { paymentAllocations, payments } from '../server/schema/payments.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { invoiceRows } from './invoices.ts'
import { type JobKey, jobId, jobOf } from './jobs.ts'
import { parseTable } from './parseTable.ts'
import { type AdminKey, customerId, type PersonId } from './people.ts'

/**
 * The payments: the job; the titles of its invoices with the amount in dollars for each, or `all`;
 * the amount in dollars beyond it, which is credit; the method and its reference; the admin who
 * recorded it, or `stripe` for a card payment, and the working day; the working day on which it was
 * reversed, or disputed by the cardholder, and why.
 */
const rows = parseTable(`
  primaryBath | Rough-in 12000 | 0 | check 1104 | park -40
  basement | Progress, 30% all | 0 | check 508 | park -27 | -24 Returned by the bank
  garage | Deposit, 4% all | 0 | card Mastercard 5454 | stripe -20 | -8 unrecognized
  windows | Screens and locks all | 0 | card Visa 4242 | stripe -13
  primaryBath | Rough-in 1740, Final 5000 | 0 | check 1188 | park -12
  kitchen | On signing all | 0 | check 2217 | thiel -9
  office | Progress, 30% all | 250 | transfer | owner -4
  porch | Deposit, 10% 1800 | 0 | check 3306 | park -2
`).map(([job = '', uses = '', credit = '', by = '', recorded = '', end], place) => {
  const [method, ...reference] = by.split(' ')
  const [recorder, day] = recorded.split(' ')
  const [, endedOn, reason] = /^(\S+) (.*)$/.exec(end ?? '') ?? []
  return {
    id: seededId(`payment/${place}`),
    job: job as JobKey,
    uses: [...uses.matchAll(/(\S.*?) (all|\d+)(?:, |$)/g)].map(([, title, amount]) => ({
      ...{ title, amount },
    })),
    credit: Number(credit) * 100,
    ...{ method: method as PaymentMethod, reference: reference.join(' ') || null },
    /** Null for what Stripe reported. */
    recorder: recorder === 'stripe' ? null : (recorder as AdminKey),
    day: Number(day),
    end: reason === undefined ? null : { day: Number(endedOn), reason },
  }
})
type SamplePayment = (typeof rows)[number]
type NewPayment = typeof payments.$inferInsert

const RECORDED_AT = '14:10'
/** The note that money was taken comes after what it changed. */
const DISPUTED_AT = '14:10:01'
/** The times at which somebody began to pay by card, and had paid. */
const OPENED_AT = '20:08'
const PAID_BY_CARD_AT = '20:11'
const SESSION_MS = 35 * MINUTE_MS

/** The time of day at which a payment was recorded. */
const timeOf = ({ recorder }: Pick<SamplePayment, 'recorder'>) =>
  recorder === null ? PAID_BY_CARD_AT : RECORDED_AT

/** The words of what ended a payment. */
const endWords = ({ recorder, end }: Pick<SamplePayment, 'recorder' | 'end'>) =>
  recorder === null ? `Disputed by the cardholder: ${end?.reason}` : end?.reason

const recorderId = ({ recorder }: Pick<SamplePayment, 'recorder'>, personId: PersonId) =>
  recorder && personId(recorder)

/** The payments with the invoices that each is for, and the part for each. In cents. */
function paid(calendar: Calendar) {
  const invoices = invoiceRows(calendar)
  return rows.map(({ uses, ...row }) => {
    const parts = uses.map(({ title, amount }) => {
      const invoice = invoices.find(
        (one) => one.jobId === jobId(row.job) && one.title === title && one.status === 'issued',
      )
      if (!invoice) throw new Error(`No invoice ${title} of ${row.job}`)
      return { invoice, part: amount === 'all' ? invoice.total : Number(amount) * 100 }
    })
    const amount = parts.reduce((all, { part }) => all + part, row.credit)
    return { ...row, parts, amount }
  })
}

const stripeId = (prefix: string, paymentId: string) => `${prefix}_sample_${paymentId.slice(-12)}`

/** The id of the refund that a dispute is recorded as. */
const refundIdOf = (paymentId: string) => seededId(`refund/${paymentId}`)

export const paymentRows = (calendar: Calendar, personId: PersonId) =>
  paid(calendar).flatMap(({ parts: _, ...row }) => {
    const { id, job, amount, method, reference, recorder, end } = row
    const isByCard = recorder === null
    const entry = {
      ...{ customerId: customerId(jobOf(job).customer.email), method, reference },
      recordedById: recorderId(row, personId),
    }
    const payment = {
      ...{ ...entry, id, kind: 'payment' as const, day: calendar.day(row.day), amount },
      ...(isByCard && { stripeId: stripeId('pi', id) }),
      createdAt: calendar.at(row.day, timeOf(row)),
    } satisfies NewPayment
    if (!end) return [payment]
    const ended = {
      ...{ ...entry, day: calendar.day(end.day), note: endWords(row) },
      createdAt: calendar.at(end.day, RECORDED_AT),
    }
    const refund = {
      ...{ ...ended, id: refundIdOf(id), kind: 'refund' as const, amount },
      stripeId: stripeId('dp', id),
    } satisfies NewPayment
    const reversal = {
      ...{ ...ended, id: seededId(`reversal/${id}`), kind: 'payment' as const, amount: -amount },
      reversesId: id,
    } satisfies NewPayment
    return [payment, isByCard ? refund : reversal]
  })

/** The events of the part of each payment for an invoice: it was used, and taken back. */
const usesOf = (calendar: Calendar) =>
  paid(calendar).flatMap(({ parts, ...row }) => {
    const { id: paymentId, recorder, day, end } = row
    return parts.flatMap(({ invoice, part }) => {
      const use = { paymentId, invoiceId: invoice.id, recorder, part }
      const paidAt = calendar.at(day, timeOf(row))
      return [
        { ...use, kind: 'payment' as const, day, at: paidAt, amount: part, words: paidBy(row) },
        ...(end
          ? [
              {
                ...{ ...use, kind: 'takenBack' as const, day: end.day, amount: -part },
                ...{ at: calendar.at(end.day, RECORDED_AT), words: endWords(row) },
              },
            ]
          : []),
      ]
    })
  })

export const paymentAllocationRows = (calendar: Calendar, personId: PersonId) =>
  usesOf(calendar).map(
    ({ paymentId, invoiceId, kind, amount, day, at, recorder }) =>
      ({
        ...{ id: seededId(`use/${paymentId}/${invoiceId}/${kind}`), paymentId, invoiceId, amount },
        ...{ day: calendar.day(day), recordedById: recorderId({ recorder }, personId) },
        createdAt: at,
      }) satisfies typeof paymentAllocations.$inferInsert,
  )

/** The payments that were disputed. */
const disputed = (calendar: Calendar) =>
  paid(calendar).flatMap((row) =>
    row.recorder === null && row.end ? [{ ...row, endedOn: row.end.day }] : [],
  )

/** The uses of payments for the refunds that their disputes are recorded as. */
export const refundUseRows = (calendar: Calendar) =>
  disputed(calendar).map(
    ({ id: paymentId, amount, endedOn }) =>
      ({
        ...{ id: seededId(`use/${paymentId}/refund`), paymentId, refundId: refundIdOf(paymentId) },
        ...{ amount, day: calendar.day(endedOn), createdAt: calendar.at(endedOn, RECORDED_AT) },
      }) satisfies typeof paymentAllocations.$inferInsert,
  )

/** The payments in the histories of their invoices. */
export const paymentEventRows = (calendar: Calendar, personId: PersonId) => [
  ...usesOf(calendar).map(
    ({ paymentId, invoiceId, kind, part, at, recorder, words }) =>
      ({
        ...{ id: seededId(`payment event/${paymentId}/${invoiceId}/${kind}`), invoiceId, kind },
        ...{ actorId: recorderId({ recorder }, personId), createdAt: at },
        note: `${formatCents(part)}, ${words}`,
      }) satisfies typeof invoiceHistory.$inferInsert,
  ),
  ...disputed(calendar).flatMap(({ parts, endedOn, amount, ...row }) =>
    parts.map(
      ({ invoice }) =>
        ({
          ...{ id: seededId(`dispute event/${row.id}`), invoiceId: invoice.id, kind: 'atStripe' },
          note: `${endWords(row)}, ${formatCents(amount)}. Its money was taken.`,
          createdAt: calendar.at(endedOn, DISPUTED_AT),
        }) satisfies typeof invoiceHistory.$inferInsert,
    ),
  ),
]

/** The sessions at Stripe in which the card payments were made. */
export const cardSessionRows = (calendar: Calendar) =>
  paid(calendar).flatMap(({ id, recorder, day, parts, amount }) =>
    recorder === null
      ? parts.map(({ invoice }) => {
          const createdAt = calendar.at(day, OPENED_AT)
          return {
            ...{ id: seededId(`card session/${id}`), invoiceId: invoice.id, attempt: 1, amount },
            ...{ state: 'paid', stripeId: stripeId('cs', id), paymentIntent: stripeId('pi', id) },
            ...{ expiresAt: new Date(createdAt.getTime() + SESSION_MS), createdAt },
          } satisfies typeof cardSessions.$inferInsert
        })
      : [],
  )
