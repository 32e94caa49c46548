/** The dialogs with forms, which are loaded together when the first of them is opened. */
export { BookRecurring } from './BookRecurring.tsx'
export { AddExpense } from './ExpenseForm.tsx'
export { AddRecurring } from './RecurringForm.tsx'
export { RecurringList } from './RecurringList.tsx'
