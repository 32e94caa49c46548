import { type NumberFormat, numberText } from '@plumbline/contract/documentNumbers.ts'
import { InvoiceDraft } from '@plumbline/contract/invoiceDrafts.ts'
import {
  type InvoiceEventKind,
  type InvoiceKind,
  invoiceKinds,
  type StoredInvoiceState,
} from '@plumbline/contract/invoiceStatuses.ts'
import { chosenLines } from '@plumbline/contract/pricedLines.ts'
import { sampleNames } from '@plumbline/contract/setup.ts'
import { amountInCents, scheduleOf, totalsOf } from '@plumbline/contract/totals.ts'
import { canonicalOf } from '../server/documents/canonical.ts'
import { drafted, dueDayOf, invoiceContent } from '../server/features/invoices/content.ts'
import type { InvoicedJob } from '../server/features/invoices/jobMoney.ts'
import { linkHashOf } from '../server/features/invoices/links.ts'
import type {
  invoiceHistory,
  invoiceSources,
  invoices as invoiceTable,
} from '../server/schema/invoices.ts'
import type { documentNumbers, numberFormats } from '../server/schema/proposals.ts'
import { bidId } from './bids.ts'
import type { Calendar } from './calendar.ts'
import { approvedChanges } from './changeOrders.ts'
import { seededId } from './deterministic.ts'
import { type JobKey, jobId, jobOf } from './jobs.ts'
import { parseGroups, parseTable } from './parseTable.ts'
import { type AdminKey, customerId, type PersonId } from './people.ts'
import { LICENSE, samplePricing, TAX_RATE } from './pricing.ts'
import { contact } from './proposals.ts'

/**
 * The lines of the invoices that have some, by their title: description; quantity and unit; price
 * of a unit, with `taxed` where it is taxed; details.
 */
const lines = parseGroups(
  `
  Changes and extras | Second dumpster | 1 job | 465 | Plaster behind the old cabinets
  Changes and extras | Hall ceiling, two coats | 118 sq ft | 3.25
  Vanity light | Vanity light, returned | 1 each | 185 | It came in the wrong finish
  Gutter guards | Gutter guards, left out | 64 ft | 6.5
  Screens and locks | Sash locks, brass | 44 each | 18.5 taxed | To match those of 1931
  Screens and locks | Full screens | 22 each | 64 taxed
  Screens and locks | Fit and adjust | 11 hr | 85
`,
  ([description = '', amount = '', price = '', details]) => {
    const [, quantity, unit] = /^(\S+) (.*)$/.exec(amount) ?? []
    const [unitPrice = '', taxed] = price.split(' ')
    const taxable = taxed !== undefined
    return { description, quantity, unit, unitPrice, taxable, details: details || null }
  },
)

/**
 * The invoices, the first ones first: job; title; the way it is filled (`step` and its place,
 * `percent`, `amount` in dollars, `lines` with all change orders, `credit` for a credit memo);
 * terms, the admin who wrote it and the working day; the reason if it is void, or `draft`; the
 * office's note; `off` where no reminders are sent.
 */
const rows = parseTable(`
  siding | Final | amount 8872.50 | net14 thiel -108 | | Was called twice. Ana pays when the bank releases the draw.
  bakery | Retainage | amount 3349.00 | net14 owner -66
  primaryBath | Rough-in | amount 13740.00 | net14 park -49
  roof | Progress, 30% | percent 30 | net14 thiel -42 | | On hold with the insurer. | off
  hallBath | Design and permits | amount 950.00 | net14 park -40 | Was invoiced with the kitchen by mistake.
  basement | Progress, 20% | percent 20 | net14 park -39 | Peter and we agreed on 30%.
  basement | Progress, 30% | percent 30 | net14 park -38
  primaryBath | Final | amount 13740.00 | net14 park -28 | | Susan calls back after the 20th, waits for the insurance of the old leak.
  garage | Deposit, 4% | percent 4 | net14 thiel -23 | | Neil takes it up with his bank, which decides. | off
  windows | Screens and locks | lines | net14 park -16
  office | Progress, 30% | percent 30 | net14 owner -15
  hallBath | Deposit, 10% | percent 10 | net30 park -13
  kitchen | On signing | step 0 | net14 thiel -12
  porch | Deposit, 10% | percent 10 | net30 park -8 | | The parish council releases the rest after its meeting.
  addition | Footings, 20% | percent 20 | net14 thiel -1
  kitchen | Cabinets are in | step 1 | net14 thiel -1 | draft
  kitchen | Changes and extras | lines | net14 thiel -1 | draft
  dormer | Progress, 25% | percent 25 | net30 owner -1 | draft
  primaryBath | Vanity light | credit | net14 park -20 | | Susan brought it back herself.
  siding | Gutter guards | credit | net14 thiel -2 | draft
`).map(([job = '', title = '', basis = '', facts = '', end, note, reminders], place) => {
  const [way, value = ''] = basis.split(' ')
  const isCredit = way === 'credit'
  const kind = isCredit ? 'lines' : way
  const [terms, by, day] = facts.split(' ')
  const status: StoredInvoiceState = end === 'draft' ? 'draft' : end ? 'void' : 'issued'
  return {
    id: seededId(`invoice/${place}`),
    job: job as JobKey,
    draft: InvoiceDraft.parse({
      kind: isCredit ? 'creditMemo' : 'invoice',
      customerId: customerId(jobOf(job as JobKey).customer.email),
      jobId: jobId(job as JobKey),
      ...{ title, terms, note: note || null },
      // Only what belongs to the kind is read.
      basis: { kind, step: Number(value), soFar: value, amount: value },
      lines: lines.get(title),
      taxRate: lines.get(title)?.some(({ taxable }) => taxable) ? TAX_RATE : '0',
      changeOrderIds: way === 'lines' ? approvedChanges(job as JobKey).map(({ id }) => id) : [],
      message: isCredit
        ? 'We take this off your next payment.'
        : 'Thank you for letting us build for you.',
    }),
    status,
    remindersOff: reminders === 'off',
    by: by as AdminKey,
    day: Number(day),
    reason: status === 'void' ? (end ?? null) : null,
  }
})
type SampleInvoice = (typeof rows)[number]

/** The times an invoice was looked at, by its job and title: working day and time; device. */
const views = parseGroups(
  `
  primaryBath Final | -28 19:33 | on a phone
  primaryBath Final | -14 18:48 | on a phone
  garage Deposit, 4% | -20 19:52 | on a computer
  windows Screens and locks | -13 20:05 | on a phone
  hallBath Deposit, 10% | -11 21:14 | on a phone
  porch Deposit, 10% | -7 10:20 | on a computer
`,
  ([at = '', device = '']) => {
    const [day, time = ''] = at.split(' ')
    return { at: [Number(day), time] as const, device }
  },
)

const viewsOf = ({ job, draft }: Pick<SampleInvoice, 'job' | 'draft'>) =>
  views.get(`${job} ${draft.title}`) ?? []

const KITCHEN = '418 Alder Ct, Elgin'

/** The payments of the signed bid that a job was made from. */
function stepsOf(job: JobKey): InvoicedJob['steps'] {
  const pricing = job === 'kitchen' ? samplePricing(KITCHEN) : undefined
  if (!pricing) return []
  const { total } = totalsOf(chosenLines(pricing.sections), pricing)
  const amounts = scheduleOf(
    total,
    pricing.schedule.map(({ share }) => share),
  )
  return pricing.schedule.map(({ title }, at) => ({
    ...{ title, amount: Number(amountInCents(amounts[at] ?? '0')) },
    ...{ isDrafted: false, invoiceId: null },
  }))
}

const changesOf = (job: JobKey): InvoicedJob['changes'] =>
  approvedChanges(job).map((change) => ({
    ...{ ...change, tax: 0, taxable: 0, isInvoiced: false, invoiceId: null },
    ...{ approvedBy: null, approvedAt: null },
  }))

/** The amounts of the invoices in their order, with what was invoiced before each. */
function amountsInOrder() {
  const invoiced = new Map<JobKey, number>()
  return rows.map((row) => {
    const before = invoiced.get(row.job) ?? 0
    const job: InvoicedJob = {
      contract: { amount: jobOf(row.job).amount, tax: 0, taxable: 0 },
      hasContract: true,
      invoiced: { amount: before, tax: 0, taxable: 0 },
      portions: { amount: before, tax: 0, taxable: 0 },
      ...{ bidId: null, steps: stepsOf(row.job), changes: changesOf(row.job) },
    }
    const { draft, amounts } = drafted(row.draft, job)
    if ('problem' in amounts) throw new Error(`${row.job}: ${JSON.stringify(amounts.problem)}`)
    if (row.status === 'issued') invoiced.set(row.job, before + amounts.total)
    return { ...row, issuable: { draft, job, amounts } }
  })
}

/** The content of an invoice as it was issued. */
function contentOf(
  calendar: Calendar,
  { job, issuable }: ReturnType<typeof amountsInOrder>[number],
) {
  const { name, address, zip, customer } = jobOf(job)
  const { timeZone } = calendar
  return invoiceContent(
    {
      company: { companyName: sampleNames.companyName, ...contact, timeZone },
      ...{ license: LICENSE, taxName: 'Sales tax' },
      customer: { name: customer.name, company: null, address: `${address}, IL ${zip}` },
      site: { name, address },
      isOwnJob: true,
    },
    issuable,
  )
}

const yearOf = (calendar: Calendar, { day }: Pick<SampleInvoice, 'day'>) =>
  Number(calendar.day(day).slice(0, 4))

const issuedOf = (kind: InvoiceKind) =>
  rows.filter(({ status, draft }) => status !== 'draft' && draft.kind === kind)

/** The number of an invoice in its year: the same for all days on which the sample is made. */
const placeOf = ({ id, draft }: SampleInvoice) =>
  issuedOf(draft.kind).findIndex((one) => one.id === id) + 1

/** The forms of the numbers, as they are until an admin changes them. */
const formats: Readonly<Record<InvoiceKind, Pick<NumberFormat, 'prefix' | 'digits'>>> = {
  invoice: { prefix: '', digits: 4 },
  creditMemo: { prefix: 'CM-', digits: 4 },
}

const WRITTEN_AT = '15:49'
const ISSUED_AT = '15:55'
/** The invoice is sent as it is issued, which comes first in its history. */
const SENT_AT = '15:55:01'

export const invoiceRows = (calendar: Calendar) =>
  amountsInOrder().map((row) => {
    const { id, status, remindersOff, day, issuable } = row
    const { draft: all, amounts } = issuable
    const { kind, customerId: customer, jobId: job, title, note, ...draft } = all
    const { total, tax, taxable } = amounts
    const issuedOn = calendar.day(day)
    const [viewed] = viewsOf(row)
    const issued = {
      number: numberText(formats[all.kind], yearOf(calendar, row), placeOf(row)),
      content: canonicalOf(contentOf(calendar, row)),
      ...{ issuedOn, dueOn: dueDayOf(all, issuedOn) },
      ...{ sentTo: jobOf(row.job).customer.email, linkMadeAt: calendar.at(day, ISSUED_AT) },
      viewedAt: viewed ? calendar.at(...viewed.at) : null,
    }
    return {
      ...{
        id,
        kind,
        customerId: customer,
        jobId: job,
        status,
        title,
        note,
        draft,
        total,
        tax,
        taxable,
        remindersOff,
      },
      ...(status !== 'draft' && issued),
      ...(status === 'void' && { voidedOn: issuedOn }),
      createdAt: calendar.at(day, WRITTEN_AT),
      updatedAt: calendar.at(day, status === 'draft' ? WRITTEN_AT : ISSUED_AT),
    } satisfies typeof invoiceTable.$inferInsert
  })

/** Invoices with the links of those that were issued, which depend on the secret. */
export const withLinks = (
  invoices: ReturnType<typeof invoiceRows>,
  secret: string,
): (typeof invoiceTable.$inferInsert)[] =>
  invoices.map((row) =>
    'linkMadeAt' in row && row.linkMadeAt
      ? { ...row, linkHash: linkHashOf({ id: row.id, linkMadeAt: row.linkMadeAt }, secret) }
      : row,
  )

/** The payments of the signed bid, and the change orders, that are on invoices. */
export const invoiceSourceRows = () =>
  rows
    .filter(({ status }) => status !== 'void')
    .flatMap(({ id: invoiceId, draft: { basis, changeOrderIds } }) => [
      ...(basis.kind === 'step' ? [{ invoiceId, bidId: bidId(KITCHEN), step: basis.step }] : []),
      ...changeOrderIds.map((changeOrderId) => ({ invoiceId, changeOrderId })),
    ])
    .map(
      (source, place) =>
        ({
          ...{ id: seededId(`invoice source/${place}`), ...source },
        }) satisfies typeof invoiceSources.$inferInsert,
    )

export const invoiceEventRows = (calendar: Calendar, personId: PersonId) =>
  rows.flatMap((row) => {
    const { id, job, status, by, day, reason } = row
    const event = (kind: InvoiceEventKind, at: Date, note: string | null = null, n = 0) =>
      ({
        ...{ id: seededId(`invoice event/${id}/${kind}/${n}`), invoiceId: id, kind, note },
        ...{ actorId: kind === 'viewed' ? null : personId(by), createdAt: at },
      }) satisfies typeof invoiceHistory.$inferInsert
    return [
      event('created', calendar.at(day, WRITTEN_AT)),
      ...(status === 'draft'
        ? []
        : [
            event('issued', calendar.at(day, ISSUED_AT)),
            event('sent', calendar.at(day, SENT_AT), jobOf(job).customer.email),
          ]),
      ...viewsOf(row).map(({ at, device }, n) => event('viewed', calendar.at(...at), device, n)),
      ...(reason === null ? [] : [event('voided', calendar.at(day, '16:20'), reason)]),
    ]
  })

/**
 * The last numbers of this year and the one before, so that the next invoice gets a new one. The
 * rows are the same for all days on which the sample is made.
 */
export function invoiceNumberRows(calendar: Calendar) {
  const thisYear = Number(calendar.today.slice(0, 4))
  return invoiceKinds.flatMap((kind) =>
    [thisYear - 1, thisYear].map(
      (year) =>
        ({
          ...{ kind, year },
          last: issuedOf(kind).length,
        }) satisfies typeof documentNumbers.$inferInsert,
    ),
  )
}

/** The form of the numbers, which an admin has looked at once and left as it is. */
export const numberFormatRows = (calendar: Calendar) =>
  [
    { kind: 'invoice', prefix: '' },
    { kind: 'creditMemo', prefix: 'CM-' },
  ].map(
    (row) =>
      ({
        ...{ ...row, digits: 4, first: 1 },
        ...{ createdAt: calendar.at(-200, WRITTEN_AT), updatedAt: calendar.at(-200, WRITTEN_AT) },
      }) satisfies typeof numberFormats.$inferInsert,
  )
