import { daysFrom, formatSpan } from '@plumbline/contract/dates.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { CloudRain, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { longDay, useDayOff } from '../../../screens/days.ts'
import { usePrinting } from '../../../ui/usePrinting.ts'
import { LANES, layOutWeek, PAPER_LANES } from './lanes.ts'
import type { DayPointer } from './useDayPointer.ts'
import { WeekEvent } from './WeekEvent.tsx'

/** The grid columns. Weekend days are half as wide. */
const columns = 'grid grid-cols-[minmax(0,0.52fr)_repeat(5,minmax(0,1fr))_minmax(0,0.52fr)]'
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

interface WeekProps {
  sunday: string
  /** The entries to show, which may include those of other weeks. */
  entries: readonly PlanEntry[]
  today: string
  openId: string | undefined
  /** The entry that is dragged, or whose new days are not saved yet. */
  movingId: string | undefined
  onOpen: (id: string) => void
  onDay: (day: string) => void
  /** Set for people who may plan. */
  onAdd?: ((day: string) => void) | undefined
  pointer?: DayPointer | undefined
  /** Whether it is a later week, which is shown lower. */
  quiet?: boolean
  /** The days that are marked as bad for outdoor work. */
  wetDays: ReadonlySet<string>
  /** Set for people who may mark one. */
  onWeather: ((day: string) => void) | undefined
}

/**
 * A week from Sunday to Saturday, with at most three entries a day. Entries of several days are
 * bars across them.
 */
export function Week(props: WeekProps) {
  const { sunday, entries, today, openId, onOpen, onDay, pointer, quiet = false, wetDays } = props
  const lanes = usePrinting() ? PAPER_LANES : LANES
  const days = useMemo(() => daysFrom(sunday, 7), [sunday])
  const { placed, hidden } = useMemo(() => layOutWeek(entries, days, lanes), [entries, days, lanes])
  const rows = Math.max(LANES, ...placed.map(({ lane }) => lane + 1))
  const dayOff = useDayOff()
  const range = pointer?.range
  return (
    <section
      aria-label={`Week of ${formatSpan(sunday, days.at(-1) ?? sunday)}`}
      className={cx(
        'border-t [print-color-adjust:exact]',
        quiet ? 'border-line' : 'border-line-strong',
      )}
    >
      <div className={cx(columns, 'bg-surface')}>
        {days.map((day, index) => (
          <DayHead
            key={day}
            day={day}
            name={weekdays[index] ?? ''}
            off={dayOff(day)}
            isToday={day === today}
            quiet={quiet}
            onDay={onDay}
            onAdd={props.onAdd}
            isWet={wetDays.has(day)}
            onWeather={props.onWeather}
          />
        ))}
      </div>
      <div className="relative bg-surface">
        <div className={cx(columns, 'absolute inset-0')} aria-hidden>
          {days.map((day) => (
            <div
              key={day}
              data-day={day}
              onPointerDown={pointer?.startRange}
              className={cx(
                'border-l border-line first:border-l-0',
                dayOff(day) && 'bg-ground',
                range && range.startDate <= day && day <= range.endDate && 'bg-info-soft!',
              )}
            />
          ))}
        </div>
        <ol
          className={cx(
            columns,
            'pointer-events-none relative gap-y-1.25 pt-1.25 *:pointer-events-auto',
          )}
          style={{
            gridTemplateRows: `repeat(${rows}, ${quiet ? 4.8 : 5.25}rem) minmax(1.9rem, auto)`,
          }}
        >
          {placed.map((one) => (
            <WeekEvent
              key={`${one.entry.id} ${one.from}`}
              placed={one}
              isOpen={one.entry.id === openId}
              isMoving={one.entry.id === props.movingId}
              onOpen={() => onOpen(one.entry.id)}
              pointer={pointer}
            />
          ))}
          {hidden.map(
            (count, index) =>
              count > 0 && (
                <li key={days[index]} style={{ gridArea: `${rows + 1} / ${index + 1}` }}>
                  <button
                    type="button"
                    onClick={() => onDay(days[index] ?? '')}
                    aria-label={`+${count} more on ${longDay(days[index] ?? '')}`}
                    className="w-full truncate px-2 py-1 text-left text-xs text-ink-2 -outline-offset-2 hover:text-ink hover:underline"
                  >
                    +{count} more
                  </button>
                </li>
              ),
          )}
        </ol>
      </div>
    </section>
  )
}

const headButton =
  'no-print absolute top-1.5 grid size-6 place-items-center rounded-xs bg-surface text-ink-2 opacity-0 group-hover:opacity-100 hover:bg-sunken focus-visible:opacity-100 touch:hidden'

interface DayHeadProps {
  day: string
  name: string
  off: string | undefined
  isToday: boolean
  quiet: boolean
  onDay: (day: string) => void
  onAdd: ((day: string) => void) | undefined
  isWet: boolean
  onWeather: ((day: string) => void) | undefined
}

/** The head of a day, with buttons that open it, add an entry and mark bad weather. */
function DayHead(props: DayHeadProps) {
  const { day, name, off, isToday, quiet, onDay, onAdd, isWet, onWeather } = props
  const note = isToday ? 'Today' : off && off !== 'Weekend' ? off : ''
  return (
    <div
      className={cx(
        'group @container relative flex min-w-0 border-l border-line first:border-l-0',
        off && 'bg-ground',
      )}
    >
      <button
        type="button"
        onClick={() => onDay(day)}
        aria-current={isToday ? 'date' : undefined}
        aria-label={[longDay(day), note, isWet && 'Bad weather'].filter(Boolean).join(', ')}
        className="flex min-w-0 flex-1 items-baseline gap-1.5 overflow-hidden px-2.25 pt-2 @max-[4.5rem]:gap-1 @max-[4.5rem]:px-1.5 pb-1 text-left text-xs whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink"
      >
        <span>
          {name.slice(0, 1)}
          <span className="@max-[4.5rem]:hidden">{name.slice(1)}</span>
        </span>
        <b
          className={cx(
            'figures text-ink',
            quiet ? 'text-base' : 'text-md',
            isToday && 'rounded-[5px] bg-accent px-1.5 text-on-accent @max-[4.5rem]:px-1',
          )}
        >
          {Number(day.slice(8))}
        </b>
        {note && (
          <span
            className={cx(
              'truncate @max-[7rem]:hidden',
              isToday ? 'font-medium text-accent' : 'text-ink-3',
            )}
          >
            {note}
          </span>
        )}
        {isWet && <CloudRain aria-hidden className="size-3.5 shrink-0 self-center text-info" />}
      </button>
      {onWeather && (
        <button
          type="button"
          onClick={() => onWeather(day)}
          aria-label={`Bad weather on ${longDay(day)}`}
          className={cx(headButton, 'right-8')}
        >
          <CloudRain aria-hidden className="size-3.5" />
        </button>
      )}
      {onAdd && (
        <button
          type="button"
          onClick={() => onAdd(day)}
          aria-label={`Add an entry on ${longDay(day)}`}
          className={cx(headButton, 'right-1')}
        >
          <Plus aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  )
}
