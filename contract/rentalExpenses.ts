import { z } from 'zod'
import { day, optionalDay } from './dates.ts'
import { paidDollars } from './dollars.ts'
import { pageQuery } from './page.ts'
import { EntryTotal, Reversal } from './rentalIncome.ts'
import { route } from './route.ts'
import { id, optionalId, optionalLine, phrase, text } from './text.ts'

/**
 * The lines of expenses of the US Schedule E (Form 1040), by line number. Any other category counts
 * as line 19, Other.
 */
export const scheduleELines = [
  { line: 5, category: 'Advertising' },
  { line: 6, category: 'Auto and travel' },
  { line: 7, category: 'Cleaning and maintenance' },
  { line: 8, category: 'Commissions' },
  { line: 9, category: 'Insurance' },
  { line: 10, category: 'Legal and other professional fees' },
  { line: 11, category: 'Management fees' },
  { line: 12, category: 'Mortgage interest' },
  { line: 13, category: 'Other interest' },
  { line: 14, category: 'Repairs' },
  { line: 15, category: 'Supplies' },
  { line: 16, category: 'Taxes' },
  { line: 17, category: 'Utilities' },
  { line: 18, category: 'Depreciation' },
] as const
/** The line of every other category. */
export const OTHER_LINE = 19

/**
 * Money spent on a property, or on the whole portfolio. Entries are never changed: a mistake is
 * reversed.
 */
export const RentalExpense = z.object({
  id,
  /** Null for the whole portfolio. */
  propertyId: id.nullable(),
  propertyAddress: z.string().nullable(),
  /** Dollars; negative for a reversal. */
  amount: z.string(),
  expenseType: z.string(),
  vendor: z.string().nullable(),
  description: z.string(),
  dateIncurred: z.iso.date(),
  /** The address of the receipt: a picture, or a PDF to download. */
  receiptUrl: z.string().nullable(),
  /** The type of the receipt, such as `image/jpeg` or `application/pdf`. */
  receiptType: z.string().nullable(),
  /** The company's job that did the work. */
  jobId: id.nullable(),
  jobName: z.string().nullable(),
  recurringId: id.nullable(),
  reversesId: id.nullable(),
  reversedById: id.nullable(),
  /** The person who recorded it; null for entries of earlier versions. */
  recordedByName: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type RentalExpense = z.infer<typeof RentalExpense>

const facts = {
  propertyId: optionalId.optional(),
  amount: paidDollars,
  expenseType: phrase(50, 'Choose a category'),
  vendor: optionalLine(300).optional(),
  description: text(2000, 'Description is required'),
}

export const NewRentalExpense = z.object(
  { ...facts, dateIncurred: day, jobId: optionalId.optional() },
  'Send the expense as an object',
)
export type NewRentalExpense = z.output<typeof NewRentalExpense>

/** The `propertyId` of a filter that means the whole portfolio. */
export const PORTFOLIO = 'portfolio'

const entries = {
  /** A property, or `portfolio` for expenses without a property. */
  propertyId: z.union([z.literal(PORTFOLIO), id], 'propertyId is an id or portfolio').optional(),
  expenseType: phrase(50).optional(),
  jobId: id.optional(),
  /** First and last day incurred. */
  from: day.optional(),
  to: day.optional(),
  search: pageQuery.search,
}
const RentalExpenseTotalFilter = z.object(entries)
export const RentalExpenseFilter = z.object({ ...pageQuery, ...entries })
export type RentalExpenseFilter = z.output<typeof RentalExpenseFilter>

/** Months between two expenses of a recurring one. */
export const recurrences = [1, 3, 6, 12] as const
/** A recurring expense is proposed this many days before its day. */
export const PROPOSED_DAYS_AHEAD = 14

/**
 * A recurring expense, such as insurance or tax: proposed when its day is near, booked only by a
 * person.
 */
export const RecurringExpense = z.object({
  id,
  propertyId: id.nullable(),
  propertyAddress: z.string().nullable(),
  amount: z.string(),
  expenseType: z.string(),
  vendor: z.string().nullable(),
  description: z.string(),
  /** 1, 3, 6 or 12. */
  everyMonths: z.number().int(),
  startsOn: z.iso.date(),
  /** The day of the next one. */
  nextOn: z.iso.date(),
  /** Whether the next one is proposed. */
  isDue: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type RecurringExpense = z.infer<typeof RecurringExpense>

const everyMonths = z
  .number('Choose how often')
  .refine((value) => recurrences.some((known) => known === value), 'Choose how often')

export const NewRecurringExpense = z.object(
  { ...facts, everyMonths, startsOn: day },
  'Send the recurring expense as an object',
)
export type NewRecurringExpense = z.output<typeof NewRecurringExpense>
/** Only the fields sent are changed. A new first day restarts the recurrence. */
export const RecurringExpenseChange = z.object(
  {
    ...facts,
    amount: facts.amount.optional(),
    expenseType: facts.expenseType.optional(),
    description: facts.description.optional(),
    everyMonths: everyMonths.optional(),
    startsOn: day.optional(),
  },
  'Send the change as an object',
)
export type RecurringExpenseChange = z.output<typeof RecurringExpenseChange>

/**
 * Books the next expense, with another amount or day if they are sent. `nextOn` is the day that was
 * proposed.
 */
export const RecurringBooking = z.object(
  { nextOn: day, amount: paidDollars.optional(), dateIncurred: optionalDay.optional() },
  'Send the booking as an object',
)
export type RecurringBooking = z.output<typeof RecurringBooking>

const list = '/api/rental-expenses' as const
const one = `${list}/:id` as const
const recurring = '/api/recurring-expenses' as const

export const rentalExpenseRoutes = {
  list: route({
    method: 'GET',
    path: list,
    summary: 'Money spent, newest first',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: RentalExpenseFilter,
    reply: z.array(RentalExpense),
  }),
  total: route({
    method: 'GET',
    path: `${list}/total`,
    summary: 'The number and the sum of the entries of a filter',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: RentalExpenseTotalFilter,
    reply: EntryTotal,
  }),
  create: route({
    method: 'POST',
    path: list,
    summary: 'Record money spent',
    may: 'rental.write',
    body: NewRentalExpense,
    reply: RentalExpense,
    status: 201,
  }),
  reverse: route({
    method: 'POST',
    path: `${one}/reverse`,
    summary: 'Correct an entry by one that reverses it; replies with the reversal',
    may: 'rental.write',
    body: Reversal,
    reply: RentalExpense,
    status: 201,
    fails: ['alreadyReversed'],
  }),
  addReceipt: route({
    method: 'POST',
    path: `${one}/receipt`,
    summary: 'Add the receipt, a picture or a PDF of at most 25 MB; another one takes its place',
    may: 'rental.write',
    upload: 'receipt',
    body: z.object({}, 'Send the receipt as multipart/form-data'),
    reply: RentalExpense,
    status: 201,
    fails: ['notReceipt', 'activePdf', 'badPicture', 'tooManyPixels'],
  }),
  receipt: route({
    method: 'GET',
    path: `${one}/receipt`,
    summary: 'The receipt: a picture to look at, a PDF or the original picture to download',
    may: 'rental.read',
    keep: false,
    query: z.object({
      size: z.enum(['thumb', 'full', 'original'], 'size is thumb, full or original').optional(),
    }),
    reply: z.void(),
    file: true,
  }),
  removeReceipt: route({
    method: 'DELETE',
    path: `${one}/receipt`,
    summary: 'Delete the receipt of an expense',
    may: 'rental.write',
    reply: z.void(),
    status: 204,
  }),
  recurring: route({
    method: 'GET',
    path: recurring,
    summary: 'The recurring expenses, by the day of the next one',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: z.array(RecurringExpense),
  }),
  addRecurring: route({
    method: 'POST',
    path: recurring,
    summary: 'Add a recurring expense',
    may: 'rental.write',
    body: NewRecurringExpense,
    reply: RecurringExpense,
    status: 201,
  }),
  updateRecurring: route({
    method: 'PUT',
    path: `${recurring}/:id`,
    summary: 'Change the fields sent',
    may: 'rental.write',
    body: RecurringExpenseChange,
    reply: RecurringExpense,
    fails: ['stale'],
  }),
  removeRecurring: route({
    method: 'DELETE',
    path: `${recurring}/:id`,
    summary: 'Delete a recurring expense; what was booked stays',
    may: 'rental.write',
    reply: z.void(),
    status: 204,
  }),
  bookRecurring: route({
    method: 'POST',
    path: `${recurring}/:id/book`,
    summary: 'Book the next one',
    may: 'rental.write',
    body: RecurringBooking,
    reply: RentalExpense,
    status: 201,
    fails: ['alreadyBooked'],
  }),
  skipRecurring: route({
    method: 'POST',
    path: `${recurring}/:id/skip`,
    summary: 'Leave the next one out',
    may: 'rental.write',
    body: z.object({ nextOn: day }, 'Send the day as an object'),
    reply: RecurringExpense,
    fails: ['alreadyBooked'],
  }),
}
