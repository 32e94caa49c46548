import { daysFrom } from '@plumbline/contract/dates.ts'
import { cx } from 'class-variance-authority'
import { longDay, useDayOff } from '../../../screens/days.ts'
import { type DayItem, idOf } from './dayItems.ts'
import { ItemChip } from './ItemChip.tsx'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

interface MonthGridProps {
  /** The Sunday on which it begins, and its number of weeks. */
  first: string
  weeks: number
  /** The month `YYYY-MM`, to mute the days of other months. Undefined for a week. */
  month: string | undefined
  today: string
  items: ReadonlyMap<string, readonly DayItem[]>
  /** The number of items a day shows. */
  perDay: number
  /** The day whose items are listed, which is highlighted on a phone. */
  chosen: string | undefined
  onDay: (day: string) => void
  onOpen: (id: string) => void
}

/** A grid of weeks from Sunday to Saturday. */
export function MonthGrid(props: MonthGridProps) {
  const { first, weeks, month, today, items, perDay, chosen, onDay, onOpen } = props
  const dayOff = useDayOff()
  return (
    <div className="border-t border-line-strong [print-color-adjust:exact]">
      <div aria-hidden className="grid grid-cols-7 text-xs text-ink-2">
        {weekdays.map((name) => (
          <span key={name} className="px-2 py-1.5 max-sm:text-center">
            {name}
          </span>
        ))}
      </div>
      <ol className="grid grid-cols-7 bg-surface">
        {daysFrom(first, 7 * weeks).map((day) => {
          const ofDay = items.get(day) ?? []
          const note = day === today ? 'today' : dayOff(day)
          const isOther = month !== undefined && !day.startsWith(month)
          return (
            <li
              key={day}
              className={cx(
                'flex min-w-0 break-inside-avoid flex-col gap-1 border-t border-l border-line p-1 nth-[7n+1]:border-l-0',
                month ? 'min-h-26 max-sm:min-h-13' : 'min-h-90 max-sm:min-h-13',
                (dayOff(day) || isOther) && 'bg-ground',
                chosen === day && 'max-sm:bg-info-soft',
              )}
            >
              <DayButton
                day={day}
                note={note}
                isToday={day === today}
                isOther={isOther}
                count={ofDay.length}
                onDay={onDay}
              />
              <div className="flex flex-col gap-1 max-sm:hidden">
                {ofDay.slice(0, perDay).map((item) => (
                  <ItemChip key={idOf(item)} item={item} onOpen={onOpen} tall={!month} />
                ))}
                {ofDay.length > perDay && (
                  <button
                    type="button"
                    onClick={() => onDay(day)}
                    aria-label={`+${ofDay.length - perDay} more on ${longDay(day)}`}
                    className="px-1.5 text-left text-xs text-ink-2 hover:text-ink hover:underline touch:min-h-6"
                  >
                    +{ofDay.length - perDay} more
                  </button>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

interface DayButtonProps {
  day: string
  note: string | undefined
  isToday: boolean
  isOther: boolean
  count: number
  onDay: (day: string) => void
}

/** The number of a day, which opens it, and on a phone also the number of its items. */
function DayButton({ day, note, isToday, isOther, count, onDay }: DayButtonProps) {
  const itemCount = `${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <button
      type="button"
      onClick={() => onDay(day)}
      aria-current={isToday ? 'date' : undefined}
      aria-label={[longDay(day), note, itemCount].filter(Boolean).join(', ')}
      className="flex min-w-0 items-center gap-1.5 px-1 text-left text-sm max-sm:min-h-11 max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:px-0"
    >
      <span
        className={cx(
          'figures',
          isOther ? 'text-ink-3' : 'font-medium text-ink',
          isToday && 'rounded-[5px] bg-accent px-1.25 font-bold text-on-accent',
        )}
      >
        {Number(day.slice(8))}
      </span>
      {note && note !== 'Weekend' && (
        <span
          className={cx(
            'truncate text-xs max-sm:hidden',
            isToday ? 'font-medium text-accent' : 'text-ink-3',
          )}
        >
          {isToday ? 'Today' : note}
        </span>
      )}
      {count > 0 && (
        <span aria-hidden className="figures text-xs text-ink-2 sm:hidden">
          {count}
        </span>
      )}
    </button>
  )
}
