export function ReportsTab() {
  return null
}
