import { daysFrom } from '@plumbline/contract/dates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { CloudRain, Plus } from 'lucide-react'
import { longDay, useDayOff } from '../../../screens/days.ts'
import { StatusMark } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { statusStyle, toneText } from '../../../ui/status.ts'
import type { Span } from './useDayPointer.ts'

interface AgendaProps {
  sunday: string
  entries: readonly PlanEntry[]
  today: string
  onOpen: (id: string) => void
  onDay: (day: string) => void
  onAdd: ((days: Span) => void) | undefined
  wetDays: ReadonlySet<string>
}

/** The days of a week as a list, each with its first three entries. */
export default function Agenda(props: AgendaProps) {
  const { sunday, entries, today, onOpen, onDay, onAdd, wetDays } = props
  const dayOff = useDayOff()
  return (
    <ol>
      {daysFrom(sunday, 7).map((day) => {
        const ofDay = entries.filter(({ startDate, endDate }) => startDate <= day && day <= endDate)
        const note = day === today ? 'Today' : dayOff(day)
        return (
          <li
            key={day}
            className={cx('border-t border-line', note && day !== today && 'bg-sunken/50')}
          >
            <div className="flex min-h-11 items-center pr-1 pl-4">
              <h2
                aria-current={day === today ? 'date' : undefined}
                className="flex-1 text-base font-medium"
              >
                <button type="button" onClick={() => onDay(day)} className="min-h-11 text-left">
                  {longDay(day).replace(/, \d+$/, '')}
                  {note && (
                    <span
                      className={cx('ml-2 text-sm', day === today ? 'text-accent' : 'text-ink-3')}
                    >
                      {note}
                    </span>
                  )}
                  {wetDays.has(day) && (
                    <CloudRain
                      aria-label="Bad weather"
                      className="ml-2 inline size-4 align-text-bottom text-info"
                    />
                  )}
                </button>
              </h2>
              {onAdd && (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Add an entry on ${longDay(day)}`}
                  onClick={() => onAdd({ startDate: day, endDate: day })}
                >
                  <Plus aria-hidden />
                </Button>
              )}
            </div>
            <AgendaDay entries={ofDay} onOpen={onOpen} onMore={() => onDay(day)} />
          </li>
        )
      })}
    </ol>
  )
}

const MAX_ENTRIES = 3

interface AgendaDayProps {
  entries: readonly PlanEntry[]
  onOpen: (id: string) => void
  onMore: () => void
}

function AgendaDay({ entries, onOpen, onMore }: AgendaDayProps) {
  if (entries.length === 0) return null
  return (
    <ul className="bg-surface">
      {entries.slice(0, MAX_ENTRIES).map((entry) => {
        const { mark, tone, label } = statusStyle(entry.status)
        return (
          <li key={entry.id} className="border-t border-line">
            <button
              type="button"
              data-entry={entry.id}
              onClick={() => onOpen(entry.id)}
              className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2"
            >
              <span className={toneText[tone]}>
                <StatusMark mark={mark} className="size-3" />
                <span className="sr-only">{label}</span>
              </span>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-medium">{entry.title}</span>
                <span className="block truncate text-sm text-ink-2">
                  {[entry.jobName, entry.assignedSubcontractorName].filter(Boolean).join(' · ')}
                </span>
              </span>
              {entry.percentComplete > 0 && entry.percentComplete < 100 && (
                <span className="figures text-sm text-ink-2">{entry.percentComplete}%</span>
              )}
            </button>
          </li>
        )
      })}
      {entries.length > MAX_ENTRIES && (
        <li className="border-t border-line">
          <button
            type="button"
            onClick={onMore}
            className="min-h-11 w-full px-4 text-left text-sm text-ink-2"
          >
            +{entries.length - MAX_ENTRIES} more
          </button>
        </li>
      )}
    </ul>
  )
}
