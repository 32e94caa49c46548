// Separate from the schemas of prices, which documents and editors do not need.

/** The ways in which a customer chooses among the lines of a section. */
export const sectionKinds = ['included', 'optional', 'choose_one'] as const
export type SectionKind = (typeof sectionKinds)[number]

export const lineCategories = [
  'labor',
  'material',
  'subcontract',
  'equipment',
  'permit',
  'other',
] as const
export type LineCategory = (typeof lineCategories)[number]

interface Section<L> {
  readonly kind: SectionKind
  readonly lines: readonly L[]
}

/** The lines that are part of the total: those included, and those chosen. */
export const chosenLines = <L extends { readonly chosen: boolean }>(
  sections: readonly Section<L>[],
): L[] =>
  sections.flatMap(({ kind, lines }) =>
    kind === 'included' ? lines : lines.filter(({ chosen }) => chosen),
  )
