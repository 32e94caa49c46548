import type { SectionKind } from '@plumbline/contract/pricedLines.ts'
import { cx } from 'class-variance-authority'
import { memo, useId } from 'react'
import { readLine } from './amounts.ts'
import type { DraftLine } from './draft.ts'
import type { EditorActions } from './editor.ts'
import { LineMark } from './LineMark.tsx'
import { Problems } from './LineRow.tsx'
import { columnText, lineName } from './texts.ts'

interface LineCardProps {
  line: DraftLine
  kind: SectionKind
  group: string
  isReadOnly: boolean
  actions: EditorActions
}

/** A line on a phone: what it is, and how its amount comes about. All fields open with a tap. */
export const LineCard = memo(function LineCard(props: LineCardProps) {
  const { line, kind, isReadOnly, actions } = props
  const problemId = useId()
  const { amount } = readLine(line)
  return (
    <li
      data-line={line.key}
      className="block border-b border-line [contain-intrinsic-height:auto_57px] [content-visibility:auto]"
    >
      <div className="flex items-center gap-2.5 pl-4">
        {kind !== 'included' && <LineMark {...props} />}
        <button
          type="button"
          disabled={isReadOnly}
          aria-haspopup="dialog"
          aria-describedby={problemId}
          onClick={() => actions.open(line.key)}
          className={cx(
            'min-h-11 min-w-0 flex-1 py-2 pr-4 text-left -outline-offset-2',
            kind !== 'included' && !line.chosen && 'text-ink-2',
          )}
        >
          <span className="block wrap-anywhere">{lineName(line)}</span>
          <span className="figures flex justify-between gap-3 text-sm text-ink-2">
            <span className="min-w-0 truncate">
              {[line.quantity, line.unit].filter(Boolean).join(' ')} × {line.unitPrice || '–'}
            </span>
            <b className="font-medium text-ink">{columnText(amount)}</b>
          </span>
        </button>
      </div>
      <Problems id={problemId} line={line} />
    </li>
  )
})
