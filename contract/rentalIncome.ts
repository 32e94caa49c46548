import { z } from 'zod'
import { day, optionalDay } from './dates.ts'
import { paidDollars } from './dollars.ts'
import { month, optionalMonth } from './months.ts'
import { pageQuery } from './page.ts'
import { rentStates } from './rent.ts'
import { propertyStatuses } from './rentals.ts'
import { route } from './route.ts'
import { id, optionalId, optionalPhrase, optionalText, phrase } from './text.ts'

/** Suggested types; any other text is allowed. */
export const incomeTypes = ['Rent', 'Security deposit', 'Late fee', 'Other'] as const
/** Suggested ways to pay; any other text is allowed. */
export const paymentMethods = ['ACH', 'Check', 'Cash', 'Card', 'Money order'] as const

/** The kinds of income. Deposits are held for the tenant and are not income. */
export const incomeKinds = ['rent', 'deposit', 'late_fee', 'other'] as const
export type IncomeKind = (typeof incomeKinds)[number]

/** The type of a deduction from a deposit. */
export const DEDUCTION_TYPE = 'Kept from deposit'

/**
 * The kind of a type as it was typed: rent by any of its usual names; deposits by their last word,
 * except for a deduction and for a direct deposit, which is a way to pay; late fees. Everything
 * else is other income.
 */
export function incomeKindOf(type: string): IncomeKind {
  const name = type.trim().toLowerCase()
  if (/^(monthly )?rents?$|^rent(al)? income$/.test(name)) return 'rent'
  if (/^late (fee|charge)s?$/.test(name)) return 'late_fee'
  const isException = name === DEDUCTION_TYPE.toLowerCase() || /^direct deposits?$/.test(name)
  return !isException && /\bdeposits?$/.test(name) ? 'deposit' : 'other'
}

/**
 * Money received. Entries are never changed: a mistake is reversed by an entry of the opposite
 * amount.
 */
export const RentalIncome = z.object({
  id,
  propertyId: id,
  propertyAddress: z.string(),
  tenantId: id.nullable(),
  tenantName: z.string().nullable(),
  /** Dollars; negative for a reversal. */
  amount: z.string(),
  incomeType: z.string(),
  kind: z.enum(incomeKinds),
  description: z.string().nullable(),
  dateReceived: z.iso.date(),
  /** The month the rent is for, `YYYY-MM`; null for everything else. */
  rentMonth: month.nullable(),
  paymentMethod: z.string().nullable(),
  /** The entry that this one reverses. */
  reversesId: id.nullable(),
  /** The entry that reverses this one. */
  reversedById: id.nullable(),
  /** The deposit return that this was deducted from. */
  depositReturnId: id.nullable(),
  /** The person who recorded it; null for entries of earlier versions. */
  recordedByName: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type RentalIncome = z.infer<typeof RentalIncome>

/** The most months ahead that rent can be paid; a later month is a typing error. */
export const RENT_MONTHS_AHEAD = 24

export const NewRentalIncome = z.object(
  {
    propertyId: id,
    /**
     * If omitted, rent belongs to the tenant whose lease runs in its month, if there is only one.
     */
    tenantId: optionalId.optional(),
    amount: paidDollars,
    incomeType: phrase(50, 'Choose a type'),
    dateReceived: day,
    /** For rent; by default, the month of the day received. */
    rentMonth: optionalMonth.optional(),
    paymentMethod: optionalPhrase(50).optional(),
    description: optionalText(2000).optional(),
  },
  'Send the payment as an object',
)
export type NewRentalIncome = z.output<typeof NewRentalIncome>

/** The form of a payment; the type is empty only while a custom one is being typed. */
export const PaymentForm = NewRentalIncome.extend({
  incomeType: phrase(50, 'Enter what it is for'),
})

/** Reverses an entry; with `correctAmount`, an entry of that amount takes its place. */
export const Reversal = z.object(
  {
    /** The reason. */
    description: optionalText(2000).optional(),
    /** The day of the reversal; by default, today in the company's time zone. */
    date: optionalDay.optional(),
    correctAmount: paidDollars.nullable().optional(),
  },
  'Send the reversal as an object',
)
export type Reversal = z.output<typeof Reversal>

const entries = {
  propertyId: id.optional(),
  tenantId: id.optional(),
  /** `income` is everything but deposits. */
  kind: z
    .enum([...incomeKinds, 'income'], 'kind is rent, deposit, late_fee, other or income')
    .optional(),
  /** One type, exactly as it was typed. */
  incomeType: phrase(50).optional(),
  /** First and last day received. */
  from: day.optional(),
  to: day.optional(),
  rentMonth: month.optional(),
  /** With `rentMonth`: the rent of that month up to this one. */
  rentMonthTo: month.optional(),
  search: pageQuery.search,
}
export const RentalIncomeTotalFilter = z.object(entries)
export const RentalIncomeFilter = z.object({ ...pageQuery, ...entries })
export type RentalIncomeFilter = z.output<typeof RentalIncomeFilter>

/** The number of entries, and their sum in dollars. */
export const EntryTotal = z.object({ count: z.number().int(), amount: z.string() })
export type EntryTotal = z.infer<typeof EntryTotal>

/** One month of one property: the rent of all its leases, and what was received for it. */
export const RentCell = z.object({
  month,
  expected: z.string(),
  received: z.string(),
  state: z.enum(rentStates),
  /** Days since the rent was due, if it is late; days between due and paid, if it was paid late. */
  daysLate: z.number().int().nullable(),
  /** The tenant who has to pay, or who lives there without rent; null while the home is vacant. */
  tenantId: id.nullable(),
})
export type RentCell = z.infer<typeof RentCell>

/** A property across twelve months. */
export const RentGridRow = z.object({
  propertyId: id,
  address: z.string(),
  city: z.string(),
  status: z.enum(propertyStatuses),
  /** The tenant whose lease runs today. */
  tenantName: z.string().nullable(),
  /** The last day of the last lease, when it is past. */
  vacantSince: z.iso.date().nullable(),
  cells: z.array(RentCell),
  /** Dollars received over the months. */
  received: z.string(),
})
export type RentGridRow = z.infer<typeof RentGridRow>

/** Sums over all properties of the grid. */
export const RentGridTotals = z.object({
  months: z.array(z.object({ month, expected: z.string(), received: z.string() })),
  received: z.string(),
  /** The months that are late without any payment, and the rent owed. */
  missing: EntryTotal,
  /** The months that are late and paid in part, and the rent still owed. */
  part: EntryTotal,
})
export type RentGridTotals = z.infer<typeof RentGridTotals>

const gridQuery = {
  /** The first of the twelve months; by default, this month is the last. */
  from: month.optional(),
  search: pageQuery.search,
}

/** The details of one cell. */
export const RentMonth = z.object({
  month,
  leases: z.array(
    z.object({
      tenantId: id,
      tenantName: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      expected: z.string(),
      received: z.string(),
      dueOn: z.iso.date(),
      /**
       * The number of earlier months that were paid in full, and the most days between due and
       * paid.
       */
      paidBefore: z.object({ months: z.number().int(), mostDays: z.number().int() }),
    }),
  ),
  /** The rent received for the month, oldest first. */
  entries: z.array(RentalIncome),
})
export type RentMonth = z.infer<typeof RentMonth>

const list = '/api/rental-income' as const

export const rentalIncomeRoutes = {
  list: route({
    method: 'GET',
    path: list,
    summary: 'Money received, newest first',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: RentalIncomeFilter,
    reply: z.array(RentalIncome),
  }),
  total: route({
    method: 'GET',
    path: `${list}/total`,
    summary: 'The number and the sum of the entries of a filter',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: RentalIncomeTotalFilter,
    reply: EntryTotal,
  }),
  one: route({
    method: 'GET',
    path: `${list}/:id`,
    summary: 'One entry, as its receipt shows it',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: RentalIncome,
  }),
  create: route({
    method: 'POST',
    path: list,
    summary: 'Record money received',
    may: 'rental.write',
    body: NewRentalIncome,
    reply: RentalIncome,
    status: 201,
  }),
  reverse: route({
    method: 'POST',
    path: `${list}/:id/reverse`,
    summary: 'Correct an entry by one that reverses it; replies with the reversal',
    may: 'rental.write',
    body: Reversal,
    reply: RentalIncome,
    status: 201,
    fails: ['alreadyReversed'],
  }),
  grid: route({
    method: 'GET',
    path: '/api/rent-grid',
    summary: 'Rent of every property across twelve months, by address',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: z.object({ ...pageQuery, ...gridQuery }),
    reply: z.array(RentGridRow),
  }),
  gridTotals: route({
    method: 'GET',
    path: '/api/rent-grid/totals',
    summary: 'The sums of the grid',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: z.object(gridQuery),
    reply: RentGridTotals,
  }),
  rentMonth: route({
    method: 'GET',
    path: '/api/rental-properties/:id/rent',
    summary: 'One month of a property: who owes what, and what was received',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    /** By default, this month. */
    query: z.object({ month: month.optional() }),
    reply: RentMonth,
  }),
}
