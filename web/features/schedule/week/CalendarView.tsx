import { addDays, formatSpan } from '@plumbline/contract/dates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { plural } from '../../../ui/format.ts'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { useKeydown } from '../../../ui/useKeydown.ts'
import { PHONE, useMedia } from '../../../ui/useMedia.ts'
import { type MovedPart, movedBy, withSpan } from '../moves.ts'
import { ProposedMoveBar } from '../ProposedMoveBar.tsx'
import { useMove } from '../useMove.ts'
import { type Span, useDayPointer } from './useDayPointer.ts'
import { Week } from './Week.tsx'

const Agenda = lazyPart(
  () => import('./Agenda.tsx'),
  () => <RowsSkeleton count={6} />,
)

interface CalendarViewProps {
  sunday: string
  /** The entries of this week and the two after it. */
  entries: readonly PlanEntry[]
  today: string
  openId: string | undefined
  onOpen: (id: string) => void
  onDay: (day: string) => void
  /** Whether the week after next is unfolded. */
  isUnfolded: boolean
  onUnfold: (unfolded: boolean) => void
  /** Set for people who may plan. */
  onAdd: ((days: Span) => void) | undefined
  wetDays: ReadonlySet<string>
  onWeather: ((day: string) => void) | undefined
}

/** A week with the next one below it and the one after that folded. On a phone, an agenda. */
export function CalendarView(props: CalendarViewProps) {
  const { sunday, entries, onAdd, onWeather, isUnfolded, onUnfold, ...shared } = props
  const isPhone = useMedia(PHONE)
  const moving = useMove()
  const pointer = useDayPointer({
    calendar: moving.calendar,
    onDrop: moving.propose,
    onRange: (days) => onAdd?.(days),
  })
  const { drag } = pointer
  const { spans } = moving
  const shown = useMemo(() => {
    const moves = drag ? new Map([[drag.entry.id, drag]]) : spans
    return moves.size > 0 ? entries.map((entry) => withSpan(entry, moves)) : entries
  }, [entries, drag, spans])
  useMoveKeys((id, part, days) => {
    const entry = entries.find((other) => other.id === id)
    if (!onAdd || !entry) return
    const { move: proposed } = moving
    const from = proposed && proposed.entry.id === id ? proposed : entry
    moving.propose(movedBy(entry, from, part, days, moving.calendar))
  })
  if (isPhone) return <Agenda {...shared} sunday={sunday} entries={entries} onAdd={onAdd} />

  const next = addDays(sunday, 7)
  const third = addDays(sunday, 14)
  const week = {
    ...shared,
    entries: shown,
    movingId: (drag ?? moving.move)?.entry.id,
    onAdd: onAdd && ((day: string) => onAdd({ startDate: day, endDate: day })),
    pointer: onAdd && pointer,
    onWeather,
  }
  return (
    <div>
      <Week {...week} sunday={sunday} />
      <h2 className="flex gap-2 px-4 pt-3.5 pb-2 text-base sm:px-7">
        Next week <span className="font-normal text-ink-3">{weekName(next)}</span>
      </h2>
      <Week {...week} sunday={next} quiet />
      <FoldedWeek
        sunday={third}
        entries={shown}
        isUnfolded={isUnfolded}
        onToggle={() => onUnfold(!isUnfolded)}
      />
      {isUnfolded && <Week {...week} sunday={third} quiet />}
      <ProposedMoveBar moving={moving} />
    </div>
  )
}

const weekName = (sunday: string) => formatSpan(sunday, addDays(sunday, 6))

interface FoldedWeekProps {
  sunday: string
  entries: readonly PlanEntry[]
  isUnfolded: boolean
  onToggle: () => void
}

/** The number of entries and inspections in the week after next, in a button that unfolds it. */
function FoldedWeek({ sunday, entries, isUnfolded, onToggle }: FoldedWeekProps) {
  const last = addDays(sunday, 6)
  const inWeek = entries.filter(({ startDate, endDate }) => startDate <= last && endDate >= sunday)
  const inspections = inWeek.filter(({ scheduleType }) => scheduleType === 'inspection').length
  const Icon = isUnfolded ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      onClick={onToggle}
      className="no-print flex min-h-11 w-full flex-wrap items-center gap-x-1.5 border-t border-line px-4 text-left text-ink-2 -outline-offset-2 hover:text-ink sm:px-7"
    >
      <Icon aria-hidden className="size-4" />
      <span className="font-medium">Week after</span>
      <span className="figures">
        {[
          weekName(sunday),
          plural(inWeek.length, 'entry', 'entries'),
          inspections > 0 && plural(inspections, 'inspection', 'inspections'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </button>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/**
 * Alt and an arrow key move the focused entry by a day or a week. With Shift, they move its end.
 */
function useMoveKeys(onMove: (id: string, part: MovedPart, days: number) => void) {
  useKeydown((event) => {
    const days = steps[event.key]
    const id = event.target instanceof HTMLElement ? event.target.dataset.entry : undefined
    if (!event.altKey || !days || !id) return
    event.preventDefault()
    onMove(id, event.shiftKey ? 'end' : 'all', days)
  })
}
