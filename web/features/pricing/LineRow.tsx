import type { SectionKind } from '@plumbline/contract/pricedLines.ts'
import { cx } from 'class-variance-authority'
import { Ellipsis } from 'lucide-react'
import { memo, useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { ComboboxOption } from '../../ui/OptionList.tsx'
import { SuggestInput } from '../../ui/SuggestInput.tsx'
import { type LineField, readLine } from './amounts.ts'
import { Cell } from './Cell.tsx'
import type { DraftLine } from './draft.ts'
import type { EditorActions } from './editor.ts'
import { LineMark } from './LineMark.tsx'
import { cellClasses, officeClasses, rowClasses } from './layout.ts'
import { marginText } from './margin.ts'
import { columnText, lineName } from './texts.ts'

interface LineRowProps {
  line: DraftLine
  kind: SectionKind
  /** The name of the radio buttons of a section. */
  group: string
  isReadOnly: boolean
  /** Saved lines that fit the description while it is typed. */
  suggestions: readonly ComboboxOption[]
  actions: EditorActions
}

/** A line of the price as a row of cells. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, kind, group, isReadOnly, suggestions, actions } = props
  const problemId = useId()
  const { amount, cost, problems } = readLine(line)
  const name = lineName(line)
  const { change } = actions
  const set = (to: Partial<DraftLine>) => change({ type: 'line', key: line.key, to })
  const cell = (field: Exclude<LineField, 'description' | 'details'>, label: string) => ({
    ...{ field, label: `${label} of ${name}`, value: line[field], isReadOnly },
    problemId: problems[field] && problemId,
    onChange: (text: string) => set({ [field]: text }),
  })
  const isOff = kind !== 'included' && !line.chosen
  return (
    <li
      data-line={line.key}
      className={cx(
        // Rows out of sight are not laid out. The suggestions of the one with the focus hang over.
        '[contain-intrinsic-height:auto_33px] [content-visibility:auto] focus-within:[content-visibility:visible]',
        'group/line relative block border-b border-line focus-within:bg-surface focus-within:shadow-[inset_3px_0_0_var(--focus)] data-[drop=after]:shadow-[inset_0_-2px_0_var(--focus)] data-[drop=before]:shadow-[inset_0_2px_0_var(--focus)]',
        isOff && 'text-ink-2',
      )}
    >
      <div className={cx(rowClasses, 'min-h-8 touch:min-h-11')}>
        <LineMark line={line} kind={kind} group={group} isReadOnly={isReadOnly} actions={actions} />
        <div className="col-start-2 row-start-1 min-w-0 touch:pr-11">
          <SuggestInput
            aria-label={`Description of ${name}`}
            data-cell="description"
            aria-invalid={problems.description && line.description.trim() !== '' ? true : undefined}
            aria-describedby={problems.description && problemId}
            readOnly={isReadOnly}
            value={line.description}
            onChange={(description) => {
              set({ description })
              actions.search(line.key, description)
            }}
            suggestions={suggestions}
            onChoose={(id) => actions.chooseSaved(line.key, id)}
            className={cx(cellClasses, 'truncate')}
          />
        </div>
        <Cell {...cell('quantity', 'Quantity')} className="figures text-right" />
        <Cell {...cell('unit', 'Unit')} className="truncate" />
        <Cell {...cell('unitPrice', 'Price')} className="figures text-right" />
        <span className="figures text-right">{columnText(amount)}</span>
        <div className={cx(officeClasses, 'text-ink-2 group-focus-within/line:text-ink')}>
          <Cell {...cell('unitCost', 'Cost')} className="figures text-right" />
          <span className="figures">{cost !== null && columnText(cost)}</span>
          <span className="figures">{cost !== null && (marginText(amount, cost) ?? '–')}</span>
        </div>
        {/* Last, so that Tab goes from cell to cell. */}
        {!isReadOnly && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={`More of ${name}`}
            aria-haspopup="dialog"
            onClick={() => actions.open(line.key)}
            className="relative col-start-2 row-start-1 justify-self-end bg-ground mouse:not-focus-visible:opacity-0 mouse:group-hover/line:opacity-100"
          >
            <Ellipsis aria-hidden />
          </Button>
        )}
      </div>
      <Problems id={problemId} line={line} />
    </li>
  )
})

const names: readonly (readonly [LineField, string])[] = [
  ['description', 'Description'],
  ['quantity', 'Quantity'],
  ['unit', 'Unit'],
  ['unitPrice', 'Price'],
  ['unitCost', 'Cost'],
  ['details', 'Details'],
]

/**
 * The problems of a line. Those of empty cells are shown once the line was left, since they are
 * probably still to be filled in.
 */
export function Problems({ id, line }: { id: string; line: DraftLine }) {
  const { problems } = readLine(line)
  const shown = names.filter(([field]) => problems[field])
  if (shown.length === 0) return null
  const isOnlyMissing = shown.every(([field]) => line[field].trim() === '')
  return (
    <p
      id={id}
      className={cx(
        'pb-1.5 pl-11 text-sm text-bad sm:pl-14',
        isOnlyMissing && 'group-focus-within/line:sr-only',
      )}
    >
      {shown.map(([field, label]) => `${label}: ${problems[field]}`).join(' · ')}
    </p>
  )
}
