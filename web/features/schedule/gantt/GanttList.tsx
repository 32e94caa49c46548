import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { GanttProps } from './ganttProps.ts'
import { EntryButton, JobButton } from './ListRow.tsx'
import { emptyText } from './texts.ts'
import { useRows } from './useRows.ts'

/** Row heights in pixels. */
const HEIGHTS = { job: 56, entry: 72, ungrouped: 92 } as const

/**
 * The entries as a list for a phone, each with a thin bar that shows its position in the period.
 */
export default function GanttList(props: GanttProps) {
  const { entries, first, days, today, byJob, openId, onOpen, mayPlan } = props
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const { rows, folded, fold } = useRows(entries, byJob)
  const heightOf = (index: number) =>
    rows[index]?.kind === 'job' ? HEIGHTS.job : byJob ? HEIGHTS.entry : HEIGHTS.ungrouped
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: heightOf,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
    useFlushSync: false,
  })
  const scale = { first, days, dayWidth: 100 / days, width: 100 }
  if (rows.length === 0) return <p className="px-4 py-6 text-ink-2">{emptyText(mayPlan)}</p>
  return (
    <ul ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start, size }) => {
        const row = rows[index]
        if (!row) return null
        return (
          <li
            key={row.id}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ top: start - top, height: size }}
            className="absolute inset-x-0 border-b border-line"
          >
            {row.kind === 'job' ? (
              <JobButton row={row} isFolded={folded.has(row.id)} onFold={() => fold(row.id)} />
            ) : (
              <EntryButton
                entry={row.entry}
                scale={scale}
                today={today}
                showJob={!byJob}
                isOpen={row.id === openId}
                onOpen={onOpen}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
