import { formatCents } from '@plumbline/contract/money.ts'
import type { PaymentMethod } from '@plumbline/contract/paymentKinds.ts'
import { paidBy } from '@plumbline/contract/paymentTexts.ts'
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
 * recorded it and the working day; the working day on which it was reversed, and why.
 */
const rows = parseTable(`
  primaryBath | Rough-in 12000 | 0 | check 1104 | park -40
  basement | Progress, 30% all | 0 | check 508 | park -27 | -24 Returned by the bank
  primaryBath | Rough-in 1740, Final 5000 | 0 | check 1188 | park -12
  kitchen | On signing all | 0 | check 2217 | thiel -9
  office | Progress, 30% all | 250 | transfer | owner -4
`).map(([job = '', uses = '', credit = '', by = '', recorded = '', end], place) => {
  const [method, reference] = by.split(' ')
  const [admin, day] = recorded.split(' ')
  const [, reversedOn, reason] = /^(\S+) (.*)$/.exec(end ?? '') ?? []
  return {
    id: seededId(`payment/${place}`),
    job: job as JobKey,
    uses: [...uses.matchAll(/(\S.*?) (all|\d+)(?:, |$)/g)].map(([, title, amount]) => ({
      ...{ title, amount },
    })),
    credit: Number(credit) * 100,
    ...{ method: method as PaymentMethod, reference: reference ?? null },
    ...{ admin: admin as AdminKey, day: Number(day) },
    reversal: reason === undefined ? null : { day: Number(reversedOn), reason },
  }
})

const RECORDED_AT = '14:10'

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

export const paymentRows = (calendar: Calendar, personId: PersonId) =>
  paid(calendar).flatMap(({ id, job, amount, method, reference, ...row }) => {
    const entry = {
      customerId: customerId(jobOf(job).customer.email),
      kind: 'payment',
      method,
      reference,
    } as const
    const recordedById = personId(row.admin)
    const payment = {
      ...{ ...entry, id, day: calendar.day(row.day), amount, recordedById },
      createdAt: calendar.at(row.day, RECORDED_AT),
    } satisfies typeof payments.$inferInsert
    if (!row.reversal) return [payment]
    const { day, reason } = row.reversal
    const reversal = {
      ...{ ...entry, id: seededId(`reversal/${id}`), day: calendar.day(day), recordedById },
      ...{ amount: -amount, reversesId: id, note: reason },
      createdAt: calendar.at(day, RECORDED_AT),
    } satisfies typeof payments.$inferInsert
    return [payment, reversal]
  })

const takenBack = { kind: 'takenBack' } as const

/** The events of the part of each payment for an invoice: it was used, and taken back. */
const usesOf = (calendar: Calendar) =>
  paid(calendar).flatMap(({ parts, id, day, admin, reversal, ...by }) =>
    parts.flatMap(({ invoice, part }) => {
      const use = { paymentId: id, invoiceId: invoice.id, admin, part }
      return [
        { ...use, kind: 'payment' as const, day, amount: part, words: paidBy(by) },
        ...(reversal
          ? [{ ...use, ...takenBack, day: reversal.day, amount: -part, words: reversal.reason }]
          : []),
      ]
    }),
  )

export const paymentAllocationRows = (calendar: Calendar, personId: PersonId) =>
  usesOf(calendar).map(
    ({ paymentId, invoiceId, kind, amount, day, admin }) =>
      ({
        ...{ id: seededId(`use/${paymentId}/${invoiceId}/${kind}`), paymentId, invoiceId, amount },
        ...{ day: calendar.day(day), recordedById: personId(admin) },
        createdAt: calendar.at(day, RECORDED_AT),
      }) satisfies typeof paymentAllocations.$inferInsert,
  )

/** The payments in the histories of their invoices. */
export const paymentEventRows = (calendar: Calendar, personId: PersonId) =>
  usesOf(calendar).map(
    ({ paymentId, invoiceId, kind, part, day, admin, words }) =>
      ({
        ...{ id: seededId(`payment event/${paymentId}/${invoiceId}/${kind}`), invoiceId, kind },
        ...{ actorId: personId(admin), note: `${formatCents(part)}, ${words}` },
        createdAt: calendar.at(day, RECORDED_AT),
      }) satisfies typeof invoiceHistory.$inferInsert,
  )
