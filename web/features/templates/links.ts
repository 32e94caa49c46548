import type { TemplateLink } from '@plumbline/contract/templatePlan.ts'
import { plural } from '../../ui/format.ts'

const signed = (lagDays: number) =>
  lagDays === 0 ? '' : lagDays > 0 ? `+${lagDays}` : String(lagDays)

/** Predecessors as people write them: the numbers of the entries, from 1, with the lag: `2, 3+1, 5-2`. */
export const linksText = (links: readonly TemplateLink[]): string =>
  links.map(({ entry, lagDays }) => `${entry + 1}${signed(lagDays)}`).join(', ')

/** Reads such a text; undefined for what is none. */
export function readLinks(text: string): TemplateLink[] | undefined {
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

interface Numbered {
  readonly dependsOn?: { entry: number; lagDays?: number | undefined }[] | undefined
}

/** The entries without one; the numbers of those after it go down. */
export const withoutEntry = <E extends Numbered>(entries: readonly E[], removed: number): E[] =>
  entries
    .filter((_, n) => n !== removed)
    .map((entry) => ({
      ...entry,
      dependsOn: (entry.dependsOn ?? [])
        .filter((link) => link.entry !== removed)
        .map((link) => ({ ...link, entry: link.entry > removed ? link.entry - 1 : link.entry })),
    }))

/** The tasks once an entry is removed: those that were due at its end have no deadline. */
export const withoutEntryOf = <T extends { readonly entry?: number | null | undefined }>(
  tasks: readonly T[],
  removed: number,
): T[] =>
  tasks.map((task) => {
    const { entry = null } = task
    if (entry === null || entry < removed) return task
    return { ...task, entry: entry === removed ? null : entry - 1 }
  })

const lagInWords = (lagDays: number) =>
  lagDays === 0 ? '' : ` ${lagDays > 0 ? '+' : '−'} ${plural(Math.abs(lagDays), 'day', 'days')}`

/** What an entry waits for: `after Rough plumbing, Set tile + 1 day`; undefined for nothing. */
export const linksInWords = (
  entries: readonly { readonly title: string }[],
  links: readonly TemplateLink[],
): string | undefined =>
  links.length === 0
    ? undefined
    : `after ${links
        .map(({ entry, lagDays }) => `${entries[entry]?.title ?? ''}${lagInWords(lagDays)}`)
        .join(', ')}`
