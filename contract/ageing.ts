import { z } from 'zod'
import { addDays, day } from './dates.ts'
import { invoiceStates } from './invoiceOrders.ts'
import { MAX_CENTS } from './money.ts'
import { route } from './route.ts'
import { id } from './text.ts'

const cents = z.number().int()

/** The ages of what is owed, by days after the due day. */
export const ageBuckets = ['current', 'days1', 'days31', 'days61', 'days91'] as const
export type AgeBucket = (typeof ageBuckets)[number]

export const ageBucketNames: Readonly<Record<AgeBucket, string>> = {
  current: 'Current',
  days1: '1–30 days',
  days31: '31–60 days',
  days61: '61–90 days',
  days91: 'Over 90 days',
}

/** The least and the most days that an age is late. `bucketSql` is the same rule. */
const lateDays: Readonly<Record<AgeBucket, readonly [least: number, most: number]>> = {
  current: [-Infinity, 0],
  days1: [1, 30],
  days31: [31, 60],
  days61: [61, 90],
  days91: [91, Infinity],
}

/** The age of an amount that is so many days late. */
export const bucketOf = (daysLate: number): AgeBucket =>
  ageBuckets.find((bucket) => daysLate <= lateDays[bucket][1]) ?? 'days91'

/** The due days of the invoices that have an age on a day; undefined for no bound. */
export function dueDaysOf(bucket: AgeBucket, today: string): { from?: string; to?: string } {
  const [least, most] = lateDays[bucket]
  return {
    ...(Number.isFinite(most) && { from: addDays(today, -most) }),
    ...(Number.isFinite(least) && { to: addDays(today, -least) }),
  }
}

/** The most customers that are listed; the sums are those of all. */
export const MAX_AGED_CUSTOMERS = 500

/** The most invoices of a customer that are listed. */
export const MAX_AGED_INVOICES = 200

/** Amounts in cents by age. */
export const Ages = z.object({
  current: cents,
  days1: cents,
  days31: cents,
  days61: cents,
  days91: cents,
})
export type Ages = z.infer<typeof Ages>

/** The debt of a customer at the end of a day. */
const AgedCustomer = z.object({
  customerId: id,
  name: z.string(),
  /**
   * The days by which the oldest invoice is late; 0 or less where none is, null where none is open.
   */
  oldestDays: z.number().int().nullable(),
  ages: Ages,
  owed: cents,
  /** Money that is not used for an invoice yet. */
  credit: cents,
})
export type AgedCustomer = z.infer<typeof AgedCustomer>

export const Ageing = z.object({
  /** The calendar day at whose end it is. */
  asOf: z.iso.date(),
  ages: Ages,
  owed: cents,
  credit: cents,
  /** The number of all customers that owe something or have credit. */
  count: z.number().int(),
  /** The one with the oldest invoice first; at most {@link MAX_AGED_CUSTOMERS}. */
  customers: z.array(AgedCustomer),
})
export type Ageing = z.infer<typeof Ageing>

/** An invoice of which something is owed at the end of a day. */
export const AgedInvoice = z.object({
  id,
  number: z.string(),
  title: z.string(),
  jobName: z.string().nullable(),
  dueOn: z.iso.date(),
  /** Below zero while it is not due. */
  daysLate: z.number().int(),
  bucket: z.enum(ageBuckets),
  /** Its state today, which can be another one than on that day. */
  status: z.enum(invoiceStates),
  total: cents.max(MAX_CENTS),
  owed: cents,
})
export type AgedInvoice = z.infer<typeof AgedInvoice>

/** Today in the company's time zone by default; not a later day. */
const asOf = z.object({ asOf: day.optional() })
/** Whether the customers are listed, or the sums of all alone are asked for. */
const all = asOf.extend({ customers: z.literal('false').optional() })
export type AgeingQuery = z.infer<typeof all>

export const ageingRoutes = {
  all: route({
    method: 'GET',
    path: '/api/receivables/ageing',
    summary: 'What customers owe at the end of a day, by age',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    query: all,
    reply: Ageing,
  }),
  ofCustomer: route({
    method: 'GET',
    path: '/api/customers/:id/ageing',
    summary: 'The invoices that a customer owes at the end of a day, oldest first, at most 200',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    query: asOf,
    reply: z.array(AgedInvoice),
  }),
}
