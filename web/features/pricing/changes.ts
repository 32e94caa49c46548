import type { SectionKind } from '@plumbline/contract/pricedLines.ts'
import { MAX_LINES } from '@plumbline/contract/pricing.ts'
import { markedUp } from '@plumbline/contract/totals.ts'
import { newKey } from '../../api/call.ts'
import { exactCost } from './amounts.ts'
import {
  type Draft,
  type DraftLine,
  type DraftSection,
  isEmptyLine,
  linesOf,
  newLine,
  priceText,
} from './draft.ts'

/** One change of a draft. Lines and sections are named by their keys. */
export type Change =
  | { readonly type: 'set'; readonly to: Partial<Draft> }
  | { readonly type: 'line'; readonly key: string; readonly to: Partial<DraftLine> }
  /** Adds lines after another one, which they replace where that is empty. */
  | { readonly type: 'add'; readonly after: string; readonly lines: readonly DraftLine[] }
  | { readonly type: 'append'; readonly section: string; readonly lines: readonly DraftLine[] }
  | { readonly type: 'remove'; readonly key: string }
  | { readonly type: 'restore'; readonly place: Place; readonly line: DraftLine }
  | { readonly type: 'move'; readonly key: string; readonly by: 1 | -1 }
  /** Moves a line before another one, or to the end of a section. */
  | {
      readonly type: 'drop'
      readonly key: string
      readonly section: string
      readonly before: string | null
    }
  | { readonly type: 'choose'; readonly key: string }
  | { readonly type: 'addSections'; readonly sections: readonly DraftSection[] }
  | {
      readonly type: 'section'
      readonly key: string
      readonly to: Partial<Pick<DraftSection, 'title' | 'kind'>>
    }
  | { readonly type: 'removeSection'; readonly key: string }
  | { readonly type: 'restoreSection'; readonly index: number; readonly section: DraftSection }
  | { readonly type: 'moveSection'; readonly key: string; readonly by: 1 | -1 }
  | { readonly type: 'markUp'; readonly keys: ReadonlySet<string>; readonly percent: string }
  | { readonly type: 'taxable'; readonly keys: ReadonlySet<string> }

export interface Place {
  readonly section: string
  readonly index: number
}

/** Where a line is. */
export function placeOf(draft: Draft, key: string): Place | undefined {
  for (const section of draft.sections) {
    const index = section.lines.findIndex((one) => one.key === key)
    if (index >= 0) return { section: section.key, index }
  }
  return undefined
}

const inserted = <T>(list: readonly T[], index: number, ...added: readonly T[]): T[] => [
  ...list.slice(0, index),
  ...added,
  ...list.slice(index),
]

/** A list with one item moved; the same list where it cannot move. */
function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return list
  return inserted(
    list.filter((_, index) => index !== from),
    to,
    item,
  )
}

/** A section in which exactly one line is chosen where one has to be. */
function withChoice(section: DraftSection): DraftSection {
  if (section.kind !== 'choose_one') return section
  const first = section.lines.findIndex((one) => one.chosen)
  const chosen = Math.max(0, first)
  if (section.lines.every((one, index) => one.chosen === (index === chosen))) return section
  return {
    ...section,
    lines: section.lines.map((one, index) =>
      one.chosen === (index === chosen) ? one : { ...one, chosen: index === chosen },
    ),
  }
}

function changeLines(
  draft: Draft,
  change: (lines: readonly DraftLine[], section: DraftSection) => readonly DraftLine[],
): Draft {
  const sections = draft.sections.map((section) => {
    const lines = change(section.lines, section)
    return lines === section.lines ? section : withChoice({ ...section, lines })
  })
  return sections.every((one, index) => one === draft.sections[index])
    ? draft
    : { ...draft, sections }
}

/** Changes the lines for which the function returns something else. */
const changeEach = (draft: Draft, change: (line: DraftLine) => DraftLine): Draft =>
  changeLines(draft, (lines) => {
    const next = lines.map(change)
    return next.every((one, index) => one === lines[index]) ? lines : next
  })

const without = (draft: Draft, key: string) =>
  changeLines(draft, (lines) =>
    lines.some((one) => one.key === key) ? lines.filter((one) => one.key !== key) : lines,
  )

const insert = (draft: Draft, { section, index }: Place, added: readonly DraftLine[]) =>
  changeLines(draft, (lines, { key, kind }) =>
    key === section
      ? inserted(
          lines,
          index,
          // An option that comes to a choice is not the chosen one.
          ...added.map((one) =>
            kind === 'choose_one' && lines.length > 0 ? { ...one, chosen: false } : one,
          ),
        )
      : lines,
  )

/** As many of the lines as there is room for. */
const thatFit = (draft: Draft, lines: readonly DraftLine[]) =>
  lines.slice(0, Math.max(0, MAX_LINES - linesOf(draft).length))

function addAfter(draft: Draft, after: string, added: readonly DraftLine[]): Draft {
  const place = placeOf(draft, after)
  if (!place) return draft
  const line = linesOf(draft).find(({ key }) => key === after)
  const isReplaced = line !== undefined && isEmptyLine(line) && !added.every(isEmptyLine)
  const left = isReplaced ? without(draft, after) : draft
  return insert(left, { ...place, index: place.index + (isReplaced ? 0 : 1) }, thatFit(left, added))
}

function move(draft: Draft, key: string, by: 1 | -1): Draft {
  const place = placeOf(draft, key)
  if (!place) return draft
  const at = draft.sections.findIndex((section) => section.key === place.section)
  const length = draft.sections[at]?.lines.length ?? 0
  const to = place.index + by
  if (to >= 0 && to < length)
    return changeLines(draft, (lines, section) =>
      section.key === place.section ? moved(lines, place.index, to) : lines,
    )
  const next = draft.sections[at + by]
  if (!next) return draft
  return drop(draft, key, next.key, by === 1 ? (next.lines[0]?.key ?? null) : null)
}

function drop(draft: Draft, key: string, section: string, before: string | null): Draft {
  const line = linesOf(draft).find((one) => one.key === key)
  if (!line || before === key) return draft
  const left = without(draft, key)
  const lines = left.sections.find((one) => one.key === section)?.lines ?? []
  const found = lines.findIndex((one) => one.key === before)
  const index = found === -1 ? lines.length : found
  const isSame = placeOf(draft, key)
  if (isSame?.section === section) {
    // The order changes, and nothing else.
    return changeLines(draft, (all, { key: at }) =>
      at === section ? moved(all, isSame.index, index) : all,
    )
  }
  return insert(left, { section, index }, [line])
}

function choose(draft: Draft, key: string): Draft {
  return changeLines(draft, (lines, { kind }) => {
    if (!lines.some((one) => one.key === key)) return lines
    return lines.map((one) => {
      const chosen =
        one.key === key
          ? kind === 'choose_one' || !one.chosen
          : kind === 'choose_one'
            ? false
            : one.chosen
      return chosen === one.chosen ? one : { ...one, chosen }
    })
  })
}

/** The unit prices of the lines that have a cost. */
function markUp(draft: Draft, keys: ReadonlySet<string>, percent: string): Draft {
  return changeEach(draft, (line) => {
    const cost = exactCost(line)
    return keys.has(line.key) && cost !== null
      ? { ...line, unitPrice: priceText(markedUp(cost, percent)) }
      : line
  })
}

const withSections = (draft: Draft, sections: readonly DraftSection[]): Draft => ({
  ...draft,
  sections,
})

/** The draft after a change. What did not change stays the same object. */
export function changed(draft: Draft, change: Change): Draft {
  const { sections } = draft
  switch (change.type) {
    case 'set':
      return { ...draft, ...change.to }
    case 'line':
      return changeEach(draft, (line) =>
        line.key === change.key ? { ...line, ...change.to } : line,
      )
    case 'add':
      return addAfter(draft, change.after, change.lines)
    case 'append': {
      const section = sections.find(({ key }) => key === change.section)
      if (!section) return draft
      const place = { section: section.key, index: section.lines.length }
      return insert(draft, place, thatFit(draft, change.lines))
    }
    case 'remove':
      return without(draft, change.key)
    case 'restore':
      return insert(draft, change.place, [change.line])
    case 'move':
      return move(draft, change.key, change.by)
    case 'drop':
      return drop(draft, change.key, change.section, change.before)
    case 'choose':
      return choose(draft, change.key)
    case 'addSections':
      return withSections(draft, [...sections, ...change.sections])
    case 'section':
      return withSections(
        draft,
        sections.map((one) =>
          one.key === change.key ? withChoice({ ...one, ...change.to }) : one,
        ),
      )
    case 'removeSection':
      return withSections(
        draft,
        sections.filter(({ key }) => key !== change.key),
      )
    case 'restoreSection':
      return withSections(draft, inserted(sections, change.index, change.section))
    case 'moveSection': {
      const from = sections.findIndex(({ key }) => key === change.key)
      return withSections(draft, moved(sections, from, from + change.by))
    }
    case 'markUp':
      return markUp(draft, change.keys, change.percent)
    case 'taxable':
      return changeEach(draft, (line) => {
        const taxable = change.keys.has(line.key)
        return taxable === line.taxable ? line : { ...line, taxable }
      })
  }
}

/** A section with one empty line. */
export const newSection = (
  title: string,
  {
    kind = 'included',
    lines = [newLine()],
  }: { kind?: SectionKind; lines?: readonly DraftLine[] } = {},
): DraftSection => ({ key: newKey(), title, kind, lines })

/** A new line after another one; the tax is that of the line before. */
export const nextLine = (draft: Draft, after?: DraftLine) =>
  newLine({ taxable: after?.taxable ?? !['', '0'].includes(draft.taxRate.trim()) })
