import { formatSpan } from '@plumbline/contract/dates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { FinishedLine } from '../../screens/FinishedRows.tsx'
import { Link } from '../../screens/Link.tsx'
import { PriorityBadge, StatusBadge } from '../../ui/Badge.tsx'
import { plural } from '../../ui/format.ts'
import { SubBadge } from '../../ui/Person.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { PHONE, useMedia } from '../../ui/useMedia.ts'
import { usePrinting } from '../../ui/usePrinting.ts'
import { useVirtualRange } from '../../ui/useVirtualRange.ts'
import { type ListRow, listRows } from './listRows.ts'

/** Row heights in rem. */
const HEIGHTS = { head: 3.5, finished: 2.8, entry: 3.25, phone: 6.5 } as const

function heightOf(row: ListRow | undefined, isPhone: boolean): number {
  if (!row || 'jobId' in row) return HEIGHTS.head
  if ('finishedOf' in row) return HEIGHTS.finished
  return isPhone ? HEIGHTS.phone : HEIGHTS.entry
}

function keyOf(row: ListRow | undefined): string {
  if (!row) return ''
  if ('entry' in row) return row.entry.id
  return 'finishedOf' in row ? `finished ${row.finishedOf}` : row.jobId
}

interface ListViewProps {
  entries: readonly PlanEntry[]
  openId: string | undefined
  onOpen: (id: string) => void
}

/**
 * The entries grouped by job, completed ones folded except on paper. Only the rows near the visible
 * part are rendered.
 */
export default function ListView({ entries, openId, onOpen }: ListViewProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const isPrinting = usePrinting()
  const rows = useMemo(
    () => listRows(entries, isPrinting ? 'all' : unfolded, openId),
    [entries, isPrinting, unfolded, openId],
  )
  const toggle = (jobId: string) => {
    const others = new Set(unfolded)
    if (!others.delete(jobId)) others.add(jobId)
    setUnfolded(others)
  }
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const isPhone = useMedia(PHONE)
  useLayoutEffect(() => {
    setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
  }, [])
  const shown = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => heightOf(rows[index], isPhone) * 16,
    getItemKey: (index) => keyOf(rows[index]),
    overscan: 8,
    scrollMargin: top,
    rangeExtractor: useVirtualRange(),
    useFlushSync: false,
  })
  return (
    <div className="px-4 pb-15 sm:px-7">
      <ul
        ref={list}
        className="@container relative print:h-auto!"
        style={{ height: shown.getTotalSize() }}
      >
        {shown.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return (
            <li
              key={key}
              ref={shown.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 break-inside-avoid print:static print:transform-none!"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {row && <Row row={row} openId={openId} onOpen={onOpen} onToggle={toggle} />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface RowProps extends Pick<ListViewProps, 'openId' | 'onOpen'> {
  row: ListRow
  /** Folds or unfolds the completed entries of a job. */
  onToggle: (jobId: string) => void
}

function Row({ row, openId, onOpen, onToggle }: RowProps) {
  if ('jobId' in row) return <JobHead {...row} />
  if ('finishedOf' in row) {
    const { finishedOf, count, last, isUnfolded } = row
    return (
      <FinishedLine
        count={count}
        last={last}
        isOpen={isUnfolded}
        className="border-b border-line"
        onToggle={() => onToggle(finishedOf)}
      />
    )
  }
  const { entry } = row
  return <ListItem entry={entry} isOpen={entry.id === openId} onOpen={() => onOpen(entry.id)} />
}

function JobHead({ jobId, name, count }: { jobId: string; name: string; count: number }) {
  return (
    <div className="flex items-baseline gap-2 border-b border-line-strong pt-6 pb-1.5 touch:pt-3 touch:pb-0">
      <h2 className="min-w-0 truncate">
        <Link href={paths.job(jobId)} className="hover:underline touch:inline-block touch:py-3.5">
          {name}
        </Link>
      </h2>
      <span className="figures shrink-0 text-sm text-ink-2">{plural(count, 'item', 'items')}</span>
    </div>
  )
}

interface ListItemProps {
  entry: PlanEntry
  isOpen: boolean
  onOpen: () => void
}

function ListItem({ entry, isOpen, onOpen }: ListItemProps) {
  const { assignedSubcontractorId: subId, assignedSubcontractorName: subName } = entry
  return (
    <button
      type="button"
      data-entry={entry.id}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
      className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-2.5 text-left -outline-offset-2 hover:bg-sunken aria-expanded:bg-info-soft sm:grid-cols-[minmax(0,1fr)_12rem_8rem_7rem] @min-[60rem]:grid-cols-[minmax(0,1fr)_13rem_10rem_6.5rem_7.5rem_8rem]"
    >
      <span className="min-w-0 truncate font-medium max-sm:line-clamp-2 max-sm:whitespace-normal">
        {entry.title}
      </span>
      <span className="figures text-sm text-ink-2 max-sm:order-last max-sm:col-span-2">
        {formatSpan(entry.startDate, entry.endDate)}
      </span>
      <span className="min-w-0 @max-[60rem]:hidden">
        {subName && <SubBadge id={subId} name={subName} />}
      </span>
      <span className="@max-[60rem]:hidden">
        {entry.priority && <PriorityBadge priority={entry.priority} />}
      </span>
      <span>
        <StatusBadge status={entry.status} />
      </span>
      <Progress
        value={entry.percentComplete}
        label="Percent complete"
        className="max-sm:col-span-2"
      />
    </button>
  )
}
