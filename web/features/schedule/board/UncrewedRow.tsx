import type { UncrewedEntry } from '@plumbline/contract/crew.ts'
import { weekdaySpan } from '@plumbline/contract/dates.ts'
import type { PointerEvent } from 'react'
import { useToday } from '../../../screens/days.ts'
import type { UncrewedBlock } from './blocks.ts'
import type { Columns } from './columns.ts'

const LANE_HEIGHT = 43
const GAP = 4

interface UncrewedRowProps {
  blocks: readonly UncrewedBlock[]
  lanes: number
  columns: Columns
  onChoose: (entry: UncrewedEntry) => void
  onDrag: (event: PointerEvent, entry: UncrewedEntry) => void
}

/** The open work without a crew, always in view below the subs. */
export function UncrewedRow({ blocks, lanes, columns, onChoose, onDrag }: UncrewedRowProps) {
  const today = useToday()
  return (
    <section
      aria-label="No crew yet"
      className="sticky bottom-0 z-20 max-h-48 overflow-x-clip overflow-y-auto border-t border-line-strong bg-ground print:static print:max-h-none print:overflow-visible"
    >
      <div
        className="grid items-start"
        style={{
          gridTemplateColumns: columns.template,
          height: Math.max(61, lanes * LANE_HEIGHT + 2 * GAP),
        }}
      >
        <div className="sticky left-0 z-10 row-start-1 h-full border-r border-line-strong bg-ground pt-2.5 pr-3.5 pl-4 sm:pl-7">
          <h2 className="text-base font-medium">No crew yet</h2>
          <p className="text-xs text-ink-2">
            {blocks.length > 0 ? 'Drag onto a name' : 'Everything has a crew'}
          </p>
        </div>
        {blocks.map(({ entry, first, last, lane }) => (
          <div
            key={`${entry.id} ${first}`}
            className="row-start-1 min-w-0 px-0.75"
            style={{
              gridColumn: columns.spanOf(first, last),
              height: LANE_HEIGHT - 3,
              marginTop: GAP + 1 + lane * LANE_HEIGHT,
            }}
          >
            <button
              type="button"
              aria-label={`${entry.jobName}, ${entry.title}, ${weekdaySpan(first, last, today)}, no crew yet`}
              aria-haspopup="dialog"
              onClick={() => onChoose(entry)}
              onPointerDown={(event) => onDrag(event, entry)}
              className="flex size-full min-w-0 flex-col justify-center overflow-hidden rounded-[5px] border border-warn bg-surface px-2 text-left -outline-offset-1 hover:bg-warn-soft"
            >
              <span className="w-full truncate text-sm leading-snug font-medium text-warn">
                {entry.jobName}
              </span>
              <span className="w-full truncate text-xs leading-[1.35] text-ink-2">
                {entry.title}
              </span>
            </button>
          </div>
        ))}
      </div>
    </section>
  )
}
