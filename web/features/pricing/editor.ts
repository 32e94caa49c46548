import type { PointerEvent, ReactNode } from 'react'
import type { LineField } from './amounts.ts'
import type { Change } from './changes.ts'
import type { Draft } from './draft.ts'

/** The actions of the rows of the editor. The object stays the same. */
export interface EditorActions {
  readonly change: (change: Change) => void
  /** Opens all fields of a line. */
  readonly open: (key: string) => void
  /** Looks for saved lines with a text. */
  readonly search: (key: string, text: string) => void
  /** Fills a line in from the price list. */
  readonly chooseSaved: (key: string, savedId: string) => void
  /** Removes a line, which can be undone. */
  readonly remove: (key: string) => void
  /** Adds an empty line at the end of a section. */
  readonly append: (section: string) => void
  readonly removeSection: (key: string) => void
  readonly drag: (event: PointerEvent, key: string) => void
}

/** The dialogs over the editor. */
export type EditorDialog =
  | { readonly kind: 'line'; readonly key: string }
  | {
      readonly kind: 'priceList' | 'copy' | 'markUp' | 'discount' | 'tax' | 'schedule' | 'texts'
    }

export interface DraftDialogProps {
  draft: Draft
  actions: EditorActions
  onClose: () => void
}

export type CellName = LineField | 'title'

/** Focuses a cell of a line or the title of a section. @returns false if it is not on screen */
export function focusCell(root: HTMLElement | null, key: string, cell: CellName): boolean {
  const found = root?.querySelector<HTMLElement>(
    `[data-line="${key}"] [data-cell="${cell}"], [data-line="${key}"][data-cell="${cell}"]`,
  )
  found?.focus()
  return Boolean(found)
}

/** Whether the price is saved as it is on screen. Only what is saved is sent. */
export interface Saving {
  readonly isSaved: boolean
  /** The reason why it will not be saved without further changes. */
  readonly problem: string | null
  readonly save: () => void
}

/** Renders what is sent of a price: its version as saved, and its total in exact dollars. */
export type ProposalOf = (price: {
  readonly version: string
  readonly total: string | null
  readonly saving: Saving
}) => ReactNode
