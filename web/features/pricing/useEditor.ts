import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { toast } from '../../ui/toasts.ts'
import { nextLine, placeOf } from './changes.ts'
import { fromPriceList, linesOf } from './draft.ts'
import { type CellName, type EditorActions, focusCell } from './editor.ts'
import type { PriceSession } from './session.ts'
import { lineName } from './texts.ts'
import { useLineDrag } from './useLineDrag.ts'
import { useSuggestions } from './useSuggestions.ts'

/** Focuses a cell once it is on screen, such as that of a line that was just added. */
export function useCellFocus(root: RefObject<HTMLElement | null>) {
  const wanted = useRef<{ key: string; cell: CellName } | null>(null)
  useLayoutEffect(() => {
    if (!wanted.current) return
    if (focusCell(root.current, wanted.current.key, wanted.current.cell)) wanted.current = null
  })
  return useCallback(
    (key: string, cell: CellName) => {
      wanted.current = { key, cell }
      focusCell(root.current, key, cell)
    },
    [root],
  )
}

/** The actions of the rows of the editor, and the saved lines that they suggest. */
export function useEditorActions(
  session: PriceSession,
  focus: (key: string, cell: CellName) => void,
  onOpen: (key: string) => void,
) {
  const [typed, setTyped] = useState<{ key: string; text: string } | null>(null)
  const { found, suggestions } = useSuggestions(typed?.text ?? '')
  const latest = useRef(found)
  useEffect(() => {
    latest.current = found
  })
  const drag = useLineDrag((line, target, side) => {
    const { draft } = session.snapshot()
    const isSection = draft.sections.some((one) => one.key === target)
    const place = isSection ? { section: target, index: -1 } : placeOf(draft, target)
    const lines = draft.sections.find((one) => one.key === place?.section)?.lines
    if (!place || !lines) return
    const index = place.index + (side === 'after' ? 1 : 0)
    // The one after the line itself, which leaves its place.
    const before = lines.slice(index).find((one) => one.key !== line)?.key ?? null
    if (lines[index]?.key === line) return
    session.change({ type: 'drop', key: line, section: place.section, before })
  })
  const actions = useMemo(
    (): EditorActions => ({
      change: session.change,
      open: onOpen,
      search: (line, text) => setTyped({ key: line, text }),
      drag,
      chooseSaved(line, id) {
        const saved = latest.current.find((one) => one.id === id)
        if (!saved) return
        session.change({ type: 'line', key: line, to: fromPriceList(saved) })
        focus(line, 'quantity')
      },
      remove(line) {
        const { draft } = session.snapshot()
        const place = placeOf(draft, line)
        const removed = linesOf(draft).find((one) => one.key === line)
        if (!place || !removed) return
        session.change({ type: 'remove', key: line })
        undoable(`“${lineName(removed)}” deleted`, () =>
          session.change({ type: 'restore', place, line: removed }),
        )
      },
      append(section) {
        const { draft } = session.snapshot()
        const lines = draft.sections.find((one) => one.key === section)?.lines
        const added = nextLine(draft, lines?.at(-1))
        session.change({ type: 'append', section, lines: [added] })
        focus(added.key, 'description')
        if (matchMedia('(width < 40rem)').matches) onOpen(added.key)
      },
      removeSection(section) {
        const { sections } = session.snapshot().draft
        const index = sections.findIndex((one) => one.key === section)
        const removed = sections[index]
        if (!removed) return
        session.change({ type: 'removeSection', key: section })
        undoable(`“${removed.title || 'Section'}” deleted`, () =>
          session.change({ type: 'restoreSection', index, section: removed }),
        )
      },
    }),
    [session, focus, onOpen, drag],
  )
  const key = typed?.key
  const typing = useMemo(() => (key ? { key, suggestions } : null), [key, suggestions])
  return { actions, typing }
}

const undoable = (title: string, undo: () => void) =>
  toast({ title, action: { label: 'Undo', onClick: undo } })
