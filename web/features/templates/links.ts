import type { TemplateLink } from '@plumbline/contract/templatePlan.ts'
import { plural } from '../../ui/format.ts'

const signed = (lagDays: number) =>
  lagDays === 0 ? '' : lagDays > 0 ? `+${lagDays}` : String(lagDays)

/**
 * Predecessors as editable text: the numbers of the entries, from 1, each with its lag in working
 * days, such as `2, 3+1, 5-2`.
 */
export const formatLinks = (links: readonly TemplateLink[]): string =>
  links.map(({ entry, lagDays }) => `${entry + 1}${signed(lagDays)}`).join(', ')

/** Parses such a text. Returns undefined if it is invalid. */
export function parseLinks(text: string): TemplateLink[] | undefined {
  const links: TemplateLink[] = []
  for (const part of text.split(/[,;]/)) {
    if (part.trim() === '') continue
    const match = /^\s*(\d{1,3})\s*(?:([+-])\s*(\d{1,3})\s*d?)?\s*$/.exec(part)
    const number = Number(match?.[1])
    if (!match || number < 1) return undefined
    const lag = Number(match[3] ?? 0)
    links.push({ entry: number - 1, lagDays: match[2] === '-' ? 0 - lag : lag })
  }
  return links
}

interface WithLinks {
  readonly dependsOn?: { entry: number; lagDays?: number | undefined }[] | undefined
}

/** The entries without the removed one. Links to later entries are renumbered. */
export const withoutEntry = <E extends WithLinks>(entries: readonly E[], removed: number): E[] =>
  entries
    .filter((_, n) => n !== removed)
    .map((entry) => ({
      ...entry,
      dependsOn: (entry.dependsOn ?? [])
        .filter((link) => link.entry !== removed)
        .map((link) => ({ ...link, entry: link.entry > removed ? link.entry - 1 : link.entry })),
    }))

/** The tasks after an entry is removed. Tasks due at its end lose their deadline. */
export const tasksWithoutEntry = <T extends { readonly entry?: number | null | undefined }>(
  tasks: readonly T[],
  removed: number,
): T[] =>
  tasks.map((task) => {
    const { entry = null } = task
    if (entry === null || entry < removed) return task
    return { ...task, entry: entry === removed ? null : entry - 1 }
  })

const lagText = (lagDays: number) =>
  lagDays === 0 ? '' : ` ${lagDays > 0 ? '+' : '−'} ${plural(Math.abs(lagDays), 'day', 'days')}`

/**
 * The predecessors of an entry as text: `after Rough plumbing, Set tile + 1 day`. Undefined without
 * any.
 */
export const linksText = (
  entries: readonly { readonly title: string }[],
  links: readonly TemplateLink[],
): string | undefined =>
  links.length === 0
    ? undefined
    : `after ${links
        .map(({ entry, lagDays }) => `${entries[entry]?.title ?? ''}${lagText(lagDays)}`)
        .join(', ')}`
