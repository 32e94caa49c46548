import type { SectionKind } from '@plumbline/contract/pricedLines.ts'
import { cx } from 'class-variance-authority'
import { GripVertical } from 'lucide-react'
import type { DraftLine } from './draft.ts'
import type { EditorActions } from './editor.ts'
import { lineName } from './texts.ts'

interface LineMarkProps {
  line: DraftLine
  kind: SectionKind
  group: string
  isReadOnly: boolean
  actions: EditorActions
}

/** The beginning of a line: whether the customer starts with it, and a handle to drag it by. */
export function LineMark({ line, kind, group, isReadOnly, actions }: LineMarkProps) {
  const grip = !isReadOnly && (
    <span
      aria-hidden
      onPointerDown={(event) => actions.drag(event, line.key)}
      className={cx(
        'grid h-7 cursor-grab place-items-center text-ink-3 touch:hidden',
        kind !== 'included' && 'absolute left-2 opacity-0 group-hover/line:opacity-100',
      )}
    >
      <GripVertical className="size-3.5" />
    </span>
  )
  if (kind === 'included') return <span>{grip}</span>
  return (
    <>
      {grip}
      <label className="grid size-4.5 place-items-center touch:-ml-4 touch:size-11 touch:justify-items-end sm:touch:-ml-6">
        <input
          type={kind === 'optional' ? 'checkbox' : 'radio'}
          name={kind === 'choose_one' ? group : undefined}
          aria-label={`${kind === 'optional' ? 'Included at first' : 'Chosen at first'}: ${lineName(line)}`}
          checked={line.chosen}
          disabled={isReadOnly}
          onChange={() => actions.change({ type: 'choose', key: line.key })}
          className="size-4 accent-(--ink)"
        />
      </label>
    </>
  )
}
