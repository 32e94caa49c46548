/**
 * A row of a table written as text: columns separated by ` | `; empty ones are `''`, trailing ones
 * can be omitted.
 */
export const parseRow = (line: string): string[] => line.split('|').map((cell) => cell.trim())

/** A table written as text, one row per line. */
export const parseTable = (text: string): string[][] => text.trim().split('\n').map(parseRow)

/** The rows of a table grouped by their first column; `read` receives the other columns. */
export function parseGroups<K extends string, T>(text: string, read: (columns: string[]) => T) {
  const groups = new Map<K, T[]>()
  for (const [key = '', ...columns] of parseTable(text)) {
    const group = groups.get(key as K) ?? []
    group.push(read(columns))
    groups.set(key as K, group)
  }
  return groups
}
