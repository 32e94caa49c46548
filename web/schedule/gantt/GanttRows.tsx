import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import type { ProposedMove } from '../useMove.ts'
import { GanttRow } from './GanttRow.tsx'
import { JobLine } from './JobLine.tsx'
import type { Layout } from './layout.ts'
import { type JobRow, summaryOf } from './rows.ts'
import type { useRowFocus } from './useRowFocus.ts'
import type { useRows } from './useRows.ts'

interface GanttRowsProps {
  list: ReturnType<typeof useRows>
  focus: ReturnType<typeof useRowFocus>
  layout: Layout
  move: ProposedMove | null
  /** The entry whose bar follows the pointer. */
  movingId: string | undefined
  /** The entry that is about to wait for another. */
  waitingId: string | undefined
  openId: string | undefined
}

/** An entry on its proposed days. */
export const withMove = (entry: PlanEntry, move: ProposedMove | null): PlanEntry =>
  move?.entry.id === entry.id
    ? { ...entry, startDate: move.startDate, endDate: move.endDate }
    : entry

const proposedSummary = ({ id, entries }: JobRow, move: ProposedMove | null) =>
  move?.entry.jobId === id ? summaryOf(entries.map((entry) => withMove(entry, move))) : null

/** The rows near the visible part. */
export function GanttRows(props: GanttRowsProps) {
  const { list, focus, layout, move, movingId, waitingId, openId } = props
  return focus.items.map(({ index }) => {
    const row = list.rows[index]
    if (!row) return null
    const shared = { index, layout, isTabStop: index === focus.activeIndex }
    return row.kind === 'job' ? (
      <JobLine
        key={row.id}
        {...shared}
        id={row.id}
        name={row.name}
        summary={row.summary}
        proposed={proposedSummary(row, move)}
        isFolded={list.folded.has(row.id)}
      />
    ) : (
      <GanttRow
        key={row.id}
        {...shared}
        entry={row.entry}
        entries={list.byId}
        move={move?.entry.id === row.id ? move : null}
        isDragged={row.id === movingId}
        isOpen={row.id === openId}
        isLinkTarget={row.id === waitingId}
      />
    )
  })
}
