export function PropertiesTab() {
  return null
}
