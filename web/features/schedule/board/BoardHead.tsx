import { formatWeekday, weekdayName } from '@plumbline/contract/dates.ts'
import { cx } from 'class-variance-authority'
import { plural } from '../../../ui/format.ts'
import type { Column, Columns } from './columns.ts'

interface BoardHeadProps {
  columns: Columns
  today: string
  /** The number of shown subs. */
  count: number
}

/** The head of the board with its days, which is sticky. */
export function BoardHead({ columns, today, count }: BoardHeadProps) {
  return (
    <div
      className="sticky top-0 z-20 grid h-11 border-b border-line bg-surface"
      style={{ gridTemplateColumns: columns.template }}
    >
      <p className="sticky left-0 z-10 flex items-center border-r border-line-strong bg-surface pr-3.5 pl-4 text-xs text-ink-2 sm:pl-7">
        <span className="flex-1">{plural(count, 'subcontractor', 'subcontractors')}</span>
        days
      </p>
      {columns.list.map((column) => (
        <DayHead key={column.day} column={column} today={today} />
      ))}
    </div>
  )
}

function DayHead({ column: { day, off }, today }: { column: Column; today: string }) {
  const isToday = day === today
  const weekday = weekdayName(day)
  const isWeekend = off === 'Weekend'
  return (
    <div
      aria-current={isToday ? 'date' : undefined}
      className={cx(
        '@container min-w-0 self-stretch overflow-hidden border-l pt-2.5 whitespace-nowrap text-ink-2',
        isWeekend ? 'px-0.5 text-center' : off ? 'px-1' : 'px-1.5',
        weekday === 'Sun' ? 'border-line-strong' : 'border-line',
        off ? 'bg-ground text-xs' : 'text-sm',
        off && !isWeekend && 'pt-1.5!',
      )}
    >
      <span className="sr-only">{formatWeekday(day, today)}</span>
      <span aria-hidden>
        {isWeekend ? (
          !isToday && weekday.slice(0, 1)
        ) : (
          <>
            <span className="@max-[3.4rem]:hidden">{weekday}</span>
            <span className="@min-[3.4rem]:hidden">{weekday.slice(0, 1)}</span>
          </>
        )}{' '}
        <b
          className={cx(
            'figures',
            !off && 'text-ink',
            isWeekend && 'font-normal',
            isToday && 'rounded-[5px] bg-accent py-0.5 text-on-accent!',
            isToday && (isWeekend ? 'px-0.75' : 'px-1.25'),
          )}
        >
          {Number(day.slice(8))}
        </b>
      </span>
      {off && !isWeekend && <span className="block truncate text-xs tracking-tight">{off}</span>}
    </div>
  )
}

/**
 * The day columns behind the rows, with weekends and holidays shaded, and the plumb line at today.
 */
export function DayColumns({ columns, today }: { columns: Columns; today: string }) {
  return (
    <div
      aria-hidden
      className="absolute inset-0 grid"
      style={{ gridTemplateColumns: columns.template }}
    >
      <i />
      {columns.list.map(({ day, off }) => (
        <i
          key={day}
          data-day={day}
          className={cx(
            'relative border-l',
            new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? 'border-line-strong' : 'border-line',
            off && 'bg-ground',
          )}
        >
          {day === today && (
            <span className="absolute inset-y-0 left-1/2 w-[1.5px] -translate-x-1/2 bg-accent" />
          )}
        </i>
      ))}
    </div>
  )
}
