import {
  Banknote,
  Briefcase,
  ContactRound,
  FileText,
  type LucideIcon,
  UserRound,
} from 'lucide-react'
import { useEffect } from 'react'
import type { CommandSource } from './commands.ts'

const icons = {
  ...{ job: Briefcase, bid: FileText, changeOrder: FileText, invoice: Banknote },
  ...{ customer: ContactRound, person: UserRound },
} satisfies Record<string, LucideIcon>

/** A thing that was opened before. */
interface Opened {
  readonly kind: keyof typeof icons
  readonly href: string
  readonly label: string
  readonly detail: string
}

const MAX_RECENT = 8

/** The things opened since the application was loaded, most recent first. They are not stored. */
let opened: readonly Opened[] = []

/** Remembers that a thing is open; null for a thing that is still loading or cannot be read. */
export function useRememberOpened(thing: Opened | null) {
  const { kind, href, label, detail } = thing ?? ({} as Partial<Opened>)
  useEffect(() => {
    if (!kind || !href || label === undefined || detail === undefined) return
    const others = opened.filter((one) => one.href !== href)
    opened = [{ kind, href, label, detail }, ...others].slice(0, MAX_RECENT)
  }, [kind, href, label, detail])
}

/** Resets the state of this module between tests. */
export function resetOpened() {
  opened = []
}

/**
 * The recently opened things, listed before anything is typed, without the one that is open now.
 */
export const recentCommands: CommandSource = {
  heading: 'Recent',
  minLength: 0,
  find: (word) =>
    word === ''
      ? opened
          .filter(({ href }) => href !== location.pathname + location.search)
          .map(({ kind, ...thing }) => ({ id: thing.href, icon: icons[kind], ...thing }))
      : [],
}
