import { addDays, formatSpan } from '@plumbline/contract/dates.ts'
import { cx } from 'class-variance-authority'
import { JobPicker } from '../../../pickers/JobPicker.tsx'
import { useSetSearch } from '../../../screens/screen.ts'
import { StatusMark } from '../../../ui/Badge.tsx'
import { plural } from '../../../ui/format.ts'
import { Select } from '../../../ui/Input.tsx'
import type { Mark } from '../../../ui/status.ts'
import type { Period } from '../../crew/api.ts'
import { PeriodNav } from '../PeriodNav.tsx'
import { type Search, type Show, weeksOf } from './search.ts'
import type { Board } from './useBoard.ts'

interface BoardToolsProps {
  search: Search
  period: Period
  board: Board | undefined
}

/** The navigation by period, the number of problems, and the filters. */
export function BoardTools({ search, period, board }: BoardToolsProps) {
  const setSearch = useSetSearch<Search>()
  const { first, last } = period
  const step = 7 * weeksOf(search)
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-7">
      <PeriodNav
        name={formatSpan(first, last)}
        unit="period"
        onGo={(steps) => setSearch({ date: addDays(first, steps * step) })}
        onToday={() => setSearch({ date: '' })}
      />
      <span className="flex-1" />
      <BoardFilters search={search} board={board} />
      {/* A line of their own, since they come after the rest and must not move it. */}
      <div className="min-h-7.5 basis-full touch:min-h-11 print:hidden">
        {board && <Chips board={board} show={search.show} />}
      </div>
    </div>
  )
}

/** The filters by trade and job. */
export function BoardFilters({ search, board }: Omit<BoardToolsProps, 'period'>) {
  const setSearch = useSetSearch<Search>()
  const trades = board?.trades ?? []
  return (
    <div className="no-print flex items-center gap-2">
      <Select
        aria-label="Trade"
        options={[
          { value: '', label: 'All trades' },
          ...trades.map((trade) => ({ value: trade, label: trade })),
        ]}
        value={search.trade ?? ''}
        onChange={({ target }) => setSearch({ trade: target.value })}
        className="w-36"
      />
      <div className="w-36">
        <JobPicker
          aria-label="Job"
          placeholder="All jobs"
          noneLabel="All jobs"
          value={search.jobId ?? null}
          onChange={(jobId) => setSearch({ jobId: jobId ?? '' })}
        />
      </div>
    </div>
  )
}

interface Chip {
  readonly show: Show
  readonly count: number
  readonly text: string
  readonly mark: Mark
  readonly tone: string
}

/** The number of problems of each kind. A press shows only the subs concerned. */
export function Chips({ board, show }: { board: Board; show: Show | undefined }) {
  const setSearch = useSetSearch<Search>()
  const { clashes, unconfirmed, declined, uncrewed } = board.counts
  const bad = 'border-bad text-bad'
  const chips: Chip[] = [
    {
      show: 'clashes',
      count: clashes,
      text: plural(clashes, 'double booking', 'double bookings'),
      mark: 'diamond',
      tone: bad,
    },
    {
      show: 'declined',
      count: declined,
      text: `${declined} declined`,
      mark: 'cross',
      tone: bad,
    },
    {
      show: 'unconfirmed',
      count: unconfirmed,
      text: `${unconfirmed} unconfirmed`,
      mark: 'half',
      tone: 'border-control',
    },
    {
      show: 'uncrewed',
      count: uncrewed,
      text: `${uncrewed} without a crew`,
      mark: 'ring',
      tone: 'border-control',
    },
  ]
  return (
    <fieldset aria-label="Not in order" className="no-print flex gap-2 sm:flex-wrap">
      {chips
        .filter((chip) => chip.count > 0 || chip.show === show)
        .map((chip) => (
          <button
            key={chip.show}
            type="button"
            aria-pressed={chip.show === show}
            onClick={() => setSearch({ show: chip.show === show ? '' : chip.show })}
            className={cx(
              'figures inline-flex h-7.5 items-center gap-1.5 rounded-full border px-2.5 text-sm whitespace-nowrap touch:h-11',
              chip.count > 0 ? chip.tone : 'border-control text-ink-2',
              chip.show === show ? 'bg-sunken font-medium' : 'bg-surface hover:bg-sunken',
            )}
          >
            <StatusMark mark={chip.mark} />
            {chip.text}
          </button>
        ))}
    </fieldset>
  )
}
