export function ExpensesTab() {
  return null
}
