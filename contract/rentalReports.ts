import { z } from 'zod'
import { day } from './dates.ts'
import { month } from './months.ts'
import { propertyStatuses } from './rentals.ts'
import { route } from './route.ts'
import { leaseStates } from './tenants.ts'
import { id } from './text.ts'

export const rentalReportKinds = [
  'rent-roll',
  'income-statement',
  'late-rents',
  'ending-leases',
  'tax-year',
  'net-yield',
] as const
export type RentalReportKind = (typeof rentalReportKinds)[number]

/** The number of days ahead in which leases count as ending. */
export const ENDING_DAYS = 90

const dollars = z.string()

/** Every home on a day: who lives there, at what rent, and until when. */
export const RentRoll = z.object({
  on: z.iso.date(),
  rows: z.array(
    z.object({
      propertyId: id,
      address: z.string(),
      city: z.string(),
      status: z.enum(propertyStatuses),
      tenantId: id.nullable(),
      tenantName: z.string().nullable(),
      leaseStart: z.iso.date().nullable(),
      leaseEnd: z.iso.date().nullable(),
      /** The rent of the lease on that day; 0.00 without one. */
      rent: dollars,
      /** The deposit held on that day. */
      deposit: dollars,
      /** Rent due by that day, less rent received by that day. */
      balance: dollars,
    }),
  ),
  leased: z.number().int(),
  rent: dollars,
  deposit: dollars,
  balance: dollars,
})
export type RentRoll = z.infer<typeof RentRoll>

const figures = { income: dollars, expenses: dollars, net: dollars }

/** Income (without deposits) and expenses of a year, by the day received and incurred. */
export const IncomeStatement = z.object({
  year: z.number().int(),
  /** The years that have entries, newest first; always includes the requested year. */
  years: z.array(z.number().int()),
  /** The twelve months, for the requested property or for all. */
  months: z.array(z.object({ month, ...figures })),
  /** Every property with entries, by address; the whole portfolio (null) last. */
  properties: z.array(z.object({ propertyId: id.nullable(), address: z.string(), ...figures })),
  /** The sum of the months. */
  total: z.object(figures),
})
export type IncomeStatement = z.infer<typeof IncomeStatement>

/** The age groups of late rents, by days since the rent was due. */
export const lateAges = ['1-30', '31-60', '61-90', 'over-90'] as const

/**
 * The rent of each lease and month that is late today and not received in full. A payment of a
 * tenant covers their own lease first, and the rest covers the other leases of the month one after
 * another. A payment counts only for its month.
 */
export const LateRents = z.object({
  on: z.iso.date(),
  ages: z.array(z.object({ age: z.enum(lateAges), count: z.number().int(), open: dollars })),
  /** Oldest first. */
  rows: z.array(
    z.object({
      propertyId: id,
      address: z.string(),
      tenantId: id.nullable(),
      tenantName: z.string().nullable(),
      phone: z.string().nullable(),
      month,
      dueOn: z.iso.date(),
      days: z.number().int(),
      age: z.enum(lateAges),
      expected: dollars,
      received: dollars,
      open: dollars,
    }),
  ),
  open: dollars,
})
export type LateRents = z.infer<typeof LateRents>

/** The leases that end within 90 days, and the expired ones whose tenant has not moved out. */
export const EndingLeases = z.object({
  on: z.iso.date(),
  rows: z.array(
    z.object({
      tenantId: id,
      tenantName: z.string(),
      phone: z.string().nullable(),
      propertyId: id,
      address: z.string(),
      leaseState: z.enum(leaseStates),
      leaseEnd: z.iso.date(),
      /** Days until the end; negative if it is past. */
      days: z.number().int(),
      rent: dollars,
    }),
  ),
  rent: dollars,
})
export type EndingLeases = z.infer<typeof EndingLeases>

/** The income and expenses of a year by the lines of Schedule E. */
export const TaxYear = z.object({
  year: z.number().int(),
  years: z.array(z.number().int()),
  /** Line 3: all income except deposits, by type as recorded. */
  income: z.array(z.object({ incomeType: z.string(), amount: dollars })),
  incomeTotal: dollars,
  /** Expenses by category, sorted by line, and by name within line 19. */
  expenses: z.array(z.object({ line: z.number().int(), category: z.string(), amount: dollars })),
  expenseTotal: dollars,
  net: dollars,
  properties: z.array(z.object({ propertyId: id.nullable(), address: z.string(), ...figures })),
})
export type TaxYear = z.infer<typeof TaxYear>

/**
 * The net income of each property in the twelve months up to a day, in percent of its purchase
 * price.
 */
export const NetYield = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(
    z.object({
      propertyId: id,
      address: z.string(),
      purchasePrice: dollars.nullable(),
      ...figures,
      /** Percent with one decimal, `"6.4"`; null where the purchase price is not known. */
      yield: z.string().nullable(),
    }),
  ),
  /** The total over the properties whose purchase price is known. */
  total: z.object({ purchasePrice: dollars, ...figures, yield: z.string().nullable() }),
})
export type NetYield = z.infer<typeof NetYield>

const INVALID_YEAR = 'year is a number from 1900 to 2999'
const year = z
  .string(INVALID_YEAR)
  .regex(/^(19|2\d)\d\d$/, INVALID_YEAR)
  .transform(Number)
  .optional()

const report = <const K extends RentalReportKind>(kind: K) => `/api/rental-reports/${kind}` as const

export const rentalReportRoutes = {
  rentRoll: route({
    method: 'GET',
    path: report('rent-roll'),
    summary: 'The rent roll on a day (today by default)',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: z.object({ on: day.optional() }),
    reply: RentRoll,
  }),
  incomeStatement: route({
    method: 'GET',
    path: report('income-statement'),
    summary: 'Income and expenses of a year (this one by default), by property and month',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: z.object({ year, propertyId: id.optional() }),
    reply: IncomeStatement,
  }),
  lateRents: route({
    method: 'GET',
    path: report('late-rents'),
    summary: 'Late rents by age',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: LateRents,
  }),
  endingLeases: route({
    method: 'GET',
    path: report('ending-leases'),
    summary: 'The leases that end within 90 days',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: EndingLeases,
  }),
  taxYear: route({
    method: 'GET',
    path: report('tax-year'),
    summary: 'A year (the last one by default) by category, along the lines of Schedule E',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: z.object({ year, propertyId: id.optional() }),
    reply: TaxYear,
  }),
  netYield: route({
    method: 'GET',
    path: report('net-yield'),
    summary: 'Net income of the last twelve months in percent of the purchase price',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: NetYield,
  }),
}
