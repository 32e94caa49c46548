import type { User } from '@plumbline/contract/people.ts'
import { isMisspelled, searchText, wordsOf } from '@plumbline/contract/searchText.ts'
import type { Settings as Company } from '@plumbline/contract/settings.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { May } from '../api/me.ts'

/** An entry of the palette: a screen to open or an action to run. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly icon: LucideIcon
  /** The address it opens, from paths.ts. Either this or `run` is set. */
  readonly href?: string
  /** The action it runs. */
  readonly run?: () => void
}

interface CommandContext {
  readonly me: User
  readonly may: May
  readonly company: Company
  readonly client: QueryClient
  /** Whether words with a wrong letter are found too, once nothing is found without. */
  readonly alike?: 'true' | undefined
}

type Spelling = Pick<CommandContext, 'alike'>

/** A source of commands. A feature defines one and adds it to the list in Palette.tsx. */
export interface CommandSource {
  readonly heading: string
  /** The minimum length of the text; 0 lists entries before anything is typed. */
  readonly minLength: number
  readonly find: (
    word: string,
    context: CommandContext,
  ) => readonly Command[] | Promise<readonly Command[]>
}

/**
 * Whether every part of the typed text begins some word of the text; with `alike`, also when it has
 * a wrong letter.
 */
export function fits(text: string, typed: string, { alike }: Spelling = {}): boolean {
  const words = searchText(text).split(/[^\p{L}\p{N}]+/u)
  const parts = wordsOf(searchText(typed))
  return parts.every((part) =>
    words.some((word) => word.startsWith(part) || (alike && isMisspelled(word, part))),
  )
}
