/** The form dialogs, loaded together when the first one is opened. */
export { BookRecurring } from './BookRecurring.tsx'
export { AddExpense } from './ExpenseForm.tsx'
export { AddRecurring } from './RecurringForm.tsx'
export { RecurringList } from './RecurringList.tsx'
