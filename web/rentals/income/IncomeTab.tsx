export function IncomeTab() {
  return null
}
