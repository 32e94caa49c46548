import type { Workdays } from '@plumbline/contract/push.ts'
import { workedDays } from '../entryText.ts'
import { withSpan } from '../moves.ts'
import type { Moving } from '../useMove.ts'
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
  moving: Moving
  workdays: Workdays
  /** The working days by which each entry may end later. Null if they are not shown. */
  slack: ReadonlyMap<string, number> | null
  /** The entry that is about to wait for another. */
  waitingId: string | undefined
  openId: string | undefined
}

const proposedSummary = ({ id, entries }: JobRow, { shown, spans }: Moving) =>
  shown?.entry.jobId === id ? summaryOf(entries.map((entry) => withSpan(entry, spans))) : null

/** The rows near the visible part. */
export function GanttRows(props: GanttRowsProps) {
  const { list, focus, layout, moving, workdays, slack, waitingId, openId } = props
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
        proposed={proposedSummary(row, moving)}
        isFolded={list.folded.has(row.id)}
      />
    ) : (
      <GanttRow
        key={row.id}
        {...shared}
        entry={row.entry}
        entries={list.byId}
        span={moving.rowSpans.get(row.id) ?? null}
        dayCount={workedDays(row.entry, moving.rowSpans.get(row.id) ?? row.entry, workdays)}
        isPushed={moving.shown?.entry.id !== row.id}
        slackDays={slack?.get(row.id)}
        isOpen={row.id === openId}
        isLinkTarget={row.id === waitingId}
      />
    )
  })
}
