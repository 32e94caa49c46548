import { groupBy } from '@plumbline/contract/groupBy.ts'
import { type ImportSource, normalizeWord } from '@plumbline/contract/importSources.ts'
import { type ImportKind, importFields } from '@plumbline/contract/imports.ts'

/** The index of the column that fills each field, from 0. */
export type Mapping = Readonly<Record<string, number>>

/** The mapping suggested by the names of the columns; each column is used once. */
export function suggestMapping(
  kind: ImportKind,
  columns: readonly string[],
  source?: ImportSource,
): Mapping {
  if (source?.kind === kind) return knownMapping(kind, columns, source)
  const names = columns.map(normalizeWord)
  const usedColumns = new Set<number>()
  const found: [string, number][] = []
  for (const { name, words, replaces, beside } of importFields[kind]) {
    if (beside !== undefined && !names.includes(beside)) continue
    if (replaces?.every((other) => found.some(([known]) => known === other))) continue
    // The more common word wins: "Phone" before "Mobile", whichever column comes first.
    const index = words
      .map((word) => names.indexOf(word))
      .find((place) => place >= 0 && !usedColumns.has(place))
    if (index === undefined) continue
    usedColumns.add(index)
    found.push([name, index])
  }
  return Object.fromEntries(found)
}

/** The mapping of a known list of another tool: its own columns and no others. */
function knownMapping(kind: ImportKind, columns: readonly string[], source: ImportSource): Mapping {
  const names = columns.map(normalizeWord)
  const places = importFields[kind].map(({ name }) => {
    const words = source.columns[name]?.split(' ') ?? []
    return [name, words.map((word) => names.indexOf(word)).find((place) => place >= 0)] as const
  })
  return Object.fromEntries(
    places.flatMap(([name, place]) => (place === undefined ? [] : [[name, place] as const])),
  )
}

/** The mapping that the user chose, limited to existing fields and columns. */
export function chosenMapping(
  kind: ImportKind,
  columns: readonly string[],
  choice: Mapping,
): Mapping {
  const fields = importFields[kind].filter(({ name }) => Object.hasOwn(choice, name))
  return Object.fromEntries(
    fields
      .map(({ name }) => [name, choice[name] ?? -1] as const)
      .filter(([, index]) => index in columns),
  )
}

/** The required fields that no column fills. */
export function missingFields(kind: ImportKind, mapping: Mapping): string[] {
  const fields = importFields[kind]
  const isFilled = (name: string) =>
    name in mapping ||
    fields.some((field) => field.replaces?.includes(name) && field.name in mapping)
  return fields.filter(({ name, required }) => required && !isFilled(name)).map(({ name }) => name)
}

/** The fields that share a column; undefined if each has a column of its own. */
export function sharedColumn(
  kind: ImportKind,
  mapping: Mapping,
): { readonly column: number; readonly fields: readonly string[] } | undefined {
  const labels = importFields[kind]
    .filter(({ name }) => name in mapping)
    .map(({ name, label }) => ({ label, column: mapping[name] ?? -1 }))
  const [first] = [...groupBy(labels, ({ column }) => String(column)).values()].filter(
    (fields) => fields.length > 1,
  )
  return first && { column: first[0]?.column ?? -1, fields: first.map(({ label }) => label) }
}
