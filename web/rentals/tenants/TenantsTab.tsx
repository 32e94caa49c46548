export function TenantsTab() {
  return null
}
