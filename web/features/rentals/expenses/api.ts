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

/** The label of expenses without a property. */
export const WHOLE_PORTFOLIO = 'Whole portfolio'

/** The suggested categories. Any other category can be typed. */
export const categories = scheduleELines.map(({ category }) => category)

/** The expense filter from the URL, in the form that the API expects. */
export function expenseFilterOf({ propertyId, category, jobId, from, to, search }: RentalSearch) {
  return { propertyId, expenseType: category, jobId, from, to, search }
}
type ExpenseFilter = ReturnType<typeof expenseFilterOf>

/** The filtered expenses, newest first, paginated. */
export const expensePages = (filter: ExpenseFilter) =>
  pagedQuery(rentalExpenseRoutes.list, { query: filter })

/** The number and the sum of the filtered expenses. */
export const expenseTotal = (filter: ExpenseFilter) =>
  query(rentalExpenseRoutes.total, { query: filter })

/** The recurring expenses by their next due day. */
export const recurringQuery = query(rentalExpenseRoutes.recurring)

/** The toasts for booking a recurring expense. */
export const booked = {
  success: 'Expense recorded successfully',
  failure: serverMessageOr('Failed to record expense'),
}

/** `Gutters · $118.40 · Nov 18, 2026`. */
export const expenseText = ({ description, amount, dateIncurred }: RentalExpense) =>
  [description, formatDollars(amount), formatDay(dateIncurred)].join(' · ')

/** The URL of a receipt's picture. */
export const receiptPicture = (url: string, size: 'thumb' | 'full' | 'original') =>
  `${url}${url.includes('?') ? '&' : '?'}size=${size}`

/** Whether a receipt is shown in the page. PDFs can only be downloaded. */
export const isPicture = ({ receiptType }: Pick<RentalExpense, 'receiptType'>) =>
  receiptType?.startsWith('image/') === true

/** The expenses as CSV. Reversals are negative. */
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
