import { z } from 'zod'
import { enteredNumber } from './numbers.ts'
import { route } from './route.ts'

const MAX_FIRST = 10_000_000
const wholeNumber = (max: number, problem: string) =>
  enteredNumber('Enter a number').int('Whole numbers only').min(1, problem).max(max, problem)

// It is read on the phone and typed in searches.
const prefix = z
  .string('Must be text')
  .trim()
  .max(10, 'At most 10 characters')
  .regex(/^[ -~]*$/, 'Only plain letters, digits and signs')
const digits = wholeNumber(8, 'From 1 to 8 digits')
const first = wholeNumber(MAX_FIRST, 'From 1 to 10,000,000')

/** The form of the numbers of invoices and of credit memos. */
export const NumberFormats = z.object({
  invoicePrefix: z.string(),
  /** The fewest digits after the year. */
  invoiceDigits: z.number().int(),
  /** The first number of a year. */
  invoiceFirst: z.number().int(),
  creditPrefix: z.string(),
  creditDigits: z.number().int(),
  creditFirst: z.number().int(),
  /** The current year of the company, and the last numbers that were taken in it; 0 for none. */
  year: z.number().int(),
  invoiceLast: z.number().int(),
  creditLast: z.number().int(),
  updatedAt: z.iso.datetime(),
})
export type NumberFormats = z.infer<typeof NumberFormats>

/** Only the fields sent are changed. */
export const NumberFormatsChange = z.object(
  {
    invoicePrefix: prefix.optional(),
    invoiceDigits: digits.optional(),
    invoiceFirst: first.optional(),
    creditPrefix: prefix.optional(),
    creditDigits: digits.optional(),
    creditFirst: first.optional(),
  },
  'Send the change as an object',
)
export type NumberFormatsChange = z.output<typeof NumberFormatsChange>

export const numberFormatRoutes = {
  read: route({
    method: 'GET',
    path: '/api/number-formats',
    summary: 'The form of the numbers of invoices and credit memos',
    may: 'numberFormats.read',
    about: ['invoice'],
    keep: true,
    reply: NumberFormats,
  }),
  update: route({
    method: 'PUT',
    path: '/api/number-formats',
    summary: 'Change the fields sent; numbers that were taken stay as they are',
    may: 'numberFormats.write',
    body: NumberFormatsChange,
    reply: NumberFormats,
    fails: ['stale'],
  }),
}
