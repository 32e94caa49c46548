/**
 * Search params as text, sorted by name and without empty ones, so that equal filters compare as
 * equal.
 */
export function queryText(params: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return new URLSearchParams(set.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
}
