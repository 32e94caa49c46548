import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import {
  type RentalExpense,
  rentalExpenseRoutes,
  scheduleELines,
} from '@plumbline/contract/rentalExpenses.ts'
import { pagedQuery, query } from '../../../api/query.ts'
import { serverMessageOr } from '../../../api/serverMessage.ts'
import { csv } from '../../../screens/csv.ts'
import { correctionOf } from '../Correction.tsx'
import type { RentalSearch } from '../search.ts'

/** What an expense of no property is listed under. */
export const WHOLE_PORTFOLIO = 'Whole portfolio'

/** The categories to choose from; any other can be typed. */
export const categories = scheduleELines.map(({ category }) => category)

/** The filter of the expenses in the address, as the list and its total take it. */
export function expenseFilterOf({ propertyId, category, jobId, from, to, search }: RentalSearch) {
  return { propertyId, expenseType: category, jobId, from, to, search }
}
type ExpenseFilter = ReturnType<typeof expenseFilterOf>

/** The filtered expenses, newest first, page by page. */
export const expensePages = (filter: ExpenseFilter) =>
  pagedQuery(rentalExpenseRoutes.list, { query: filter })

/** The number and the sum of the filtered expenses. */
export const expenseTotal = (filter: ExpenseFilter) =>
  query(rentalExpenseRoutes.total, { query: filter })

/** The recurring expenses, by the day of the next one. */
export const recurringQuery = query(rentalExpenseRoutes.recurring)

/** The toasts of a proposal that is booked. */
export const booked = {
  success: 'Expense recorded successfully',
  failure: serverMessageOr('Failed to record expense'),
}

/** An expense in words: `Gutters · $118.40 · Nov 18, 2026`. */
export const aboutExpense = ({ description, amount, dateIncurred }: RentalExpense) =>
  [description, formatDollars(amount), formatDay(dateIncurred)].join(' · ')

/** The address of a receipt's picture. */
export const receiptPicture = (url: string, size: 'thumb' | 'full' | 'original') =>
  `${url}${url.includes('?') ? '&' : '?'}size=${size}`

/** Whether a receipt can be looked at here; a PDF is only downloaded. */
export const isPicture = ({ receiptType }: Pick<RentalExpense, 'receiptType'>) =>
  receiptType?.startsWith('image/') === true

/** The expenses as the list shows them; reversals are negative. */
export function expensesCsv(expenses: readonly RentalExpense[]): string {
  const head = [
    ...['Date', 'Property', 'Category', 'Vendor', 'Description', 'Amount'],
    ...['Job', 'Receipt', 'Correction'],
  ]
  const rows = expenses.map((expense) => [
    expense.dateIncurred,
    expense.propertyAddress ?? WHOLE_PORTFOLIO,
    expense.expenseType,
    expense.vendor ?? '',
    expense.description,
    expense.amount,
    expense.jobName ?? '',
    expense.receiptUrl ? 'Yes' : '',
    correctionOf(expense) ?? '',
  ])
  return csv([head, ...rows])
}
