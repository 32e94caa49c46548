import { MAX_LINES } from '@plumbline/contract/pricing.ts'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useCallback } from 'react'
import { toast } from '../../ui/toasts.ts'
import { formatted } from './amounts.ts'
import { nextLine, placeOf } from './changes.ts'
import { isEmptyLine, linesOf, newLine } from './draft.ts'
import type { CellName } from './editor.ts'
import { pastedLines } from './pasted.ts'
import type { PriceSession } from './session.ts'

/** The cell of an event, with the key of its line or section. */
function cellOf(target: EventTarget) {
  if (!(target instanceof HTMLElement)) return null
  const key = target.closest<HTMLElement>('[data-line]')?.dataset.line
  const { cell } = target.dataset
  return key && cell ? { key, cell: cell as CellName } : null
}

/**
 * The keys of the lines, as in a spreadsheet, and pasting rows of one. The handlers are those of
 * the list, so that hundreds of rows need none of their own.
 */
export function useLineKeys(session: PriceSession, focus: (key: string, cell: CellName) => void) {
  /** Goes to the next line of the section. After the last one, adds one. */
  const enter = useCallback(
    (key: string) => {
      const { draft } = session.snapshot()
      const titled = draft.sections.find((one) => one.key === key)
      const section =
        titled ?? draft.sections.find(({ lines }) => lines.some((one) => one.key === key))
      if (!section) return
      const index = titled ? -1 : section.lines.findIndex((one) => one.key === key)
      const [line, next] = [section.lines[index], section.lines[index + 1]]
      if (next) return focus(next.key, 'description')
      if (line && isEmptyLine(line)) return
      const added = nextLine(draft, line)
      session.change(
        line
          ? { type: 'add', after: line.key, lines: [added] }
          : { type: 'append', section: section.key, lines: [added] },
      )
      focus(added.key, 'description')
    },
    [session, focus],
  )

  /** Removes an empty line and goes to the end of the one above. */
  const removeEmpty = useCallback(
    (key: string): boolean => {
      const { draft } = session.snapshot()
      const place = placeOf(draft, key)
      const lines = draft.sections.find((one) => one.key === place?.section)?.lines ?? []
      const line = lines[place?.index ?? -1]
      if (!place || !line || !isEmptyLine(line)) return false
      const before = lines[place.index - 1]
      focus(before?.key ?? place.section, before ? 'description' : 'title')
      session.change({ type: 'remove', key })
      return true
    },
    [session, focus],
  )

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const at = cellOf(event.target)
      if (!at || event.defaultPrevented) return
      const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      if (event.key === 'Enter' && isPlain) {
        event.preventDefault()
        enter(at.key)
      } else if (event.key === 'Backspace' && isPlain && at.cell === 'description') {
        if (removeEmpty(at.key)) event.preventDefault()
      }
    },
    [enter, removeEmpty],
  )

  // Before the suggestions of a description, which take the arrow keys as well.
  const onKeyDownCapture = useCallback(
    (event: KeyboardEvent) => {
      const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
      const at = cellOf(event.target)
      if (!at || !by || !event.altKey || at.cell === 'title') return
      event.preventDefault()
      event.stopPropagation()
      session.change({ type: 'move', key: at.key, by })
      focus(at.key, at.cell)
    },
    [session, focus],
  )

  const onPaste = useCallback(
    (event: ClipboardEvent) => {
      const at = cellOf(event.target)
      const rows = pastedLines(event.clipboardData.getData('text/plain'))
      if (!at || !rows || at.cell === 'title') return
      event.preventDefault()
      const { draft } = session.snapshot()
      const before = linesOf(draft).find((one) => one.key === at.key)
      const { taxable } = nextLine(draft, before)
      const lines = rows.map((row) => newLine({ taxable, ...row }))
      session.change({ type: 'add', after: at.key, lines })
      const all = new Set(linesOf(session.snapshot().draft).map(({ key }) => key))
      const added = lines.filter(({ key }) => all.has(key))
      const last = added.at(-1)
      if (last) focus(last.key, 'description')
      toast(
        added.length < lines.length
          ? {
              title: 'Not all rows fit',
              description: `${added.length} of ${lines.length} were added. A bid has at most ${MAX_LINES} lines.`,
              variant: 'destructive',
            }
          : { title: added.length === 1 ? '1 line added' : `${added.length} lines added` },
      )
    },
    [session, focus],
  )

  /** Writes a number as it is read, once its cell was left. */
  const onBlur = useCallback(
    (event: FocusEvent) => {
      const at = cellOf(event.target)
      const line = linesOf(session.snapshot().draft).find(({ key }) => key === at?.key)
      if (!at || !line) return
      const to = formatted(line, at.cell)
      if (to) session.change({ type: 'line', key: at.key, to })
    },
    [session],
  )
  return { onKeyDown, onKeyDownCapture, onPaste, onBlur }
}
