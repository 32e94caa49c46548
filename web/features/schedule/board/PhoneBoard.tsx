import type { CrewDay, UncrewedEntry } from '@plumbline/contract/crew.ts'
import { formatTimes } from '@plumbline/contract/crewDays.ts'
import { addDays, daysFrom, formatWeekday } from '@plumbline/contract/dates.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import { cx } from 'class-variance-authority'
import { longDay, useDayOff } from '../../../screens/days.ts'
import { useSetSearch } from '../../../screens/screen.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Input.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { Avatar, subStyle } from '../../../ui/Person.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { ToolLine } from '../../../ui/ToolLine.tsx'
import { answerOf } from '../../crew/answers.ts'
import type { Period } from '../../crew/api.ts'
import { useCrewWrites } from '../../crew/useCrewWrites.ts'
import { PeriodNav } from '../PeriodNav.tsx'
import { blockTone } from './Block.tsx'
import { BoardFilters, Chips } from './BoardTools.tsx'
import { blocksOf, type CrewBlock, daysToBook, isAbsent, type UncrewedBlock } from './blocks.ts'
import type { BoardRow } from './board.ts'
import { ClashWays } from './ClashWays.tsx'
import type { Search } from './search.ts'
import type { Board } from './useBoard.ts'
import { useProposal } from './useProposal.ts'
import { useReturn } from './useReturn.ts'

const ChooseForBoard = lazyPart(async () => ({
  default: (await import('./ChooseForBoard.tsx')).ChooseForBoard,
}))
const DropQuestion = lazyPart(async () => ({
  default: (await import('./DropQuestion.tsx')).DropQuestion,
}))

interface PhoneBoardProps {
  search: Search
  period: Period
  today: string
  board: Board
  workdays: Workdays
}

/** The props that the parts share. `writes` outlives the elements that it changes. */
interface Shared {
  search: Search
  writes: ReturnType<typeof useCrewWrites>
}

/** The board on a phone: one day with all subs, or one sub with their days. */
export function PhoneBoard({ search, period, today, board, workdays }: PhoneBoardProps) {
  const setSearch = useSetSearch<Search>()
  const writes = useCrewWrites()
  const { bookEntry, giveDay, question, cancel } = useProposal({ board, workdays, today, writes })
  const { toBook, toGive } = board
  const wanted = search.date ?? today
  const workedDays = toBook ? daysToBook(toBook, workdays, today) : []
  // A link to work that starts on a weekend shows its first working day behind the chooser.
  const day = workedDays.includes(wanted) ? wanted : (workedDays[0] ?? wanted)
  const leave = useReturn(search)
  const closeChooser = () => setSearch({ book: '', give: '', date: day === today ? '' : day })
  const row = board.all.find(({ sub }) => sub.id === search.sub)
  return (
    <div className="px-4">
      <ToolLine>
        <Chips board={board} show={search.show} />
        <Select
          aria-label="Subcontractor"
          options={[
            { value: '', label: 'All subs, one day' },
            ...board.all.map(({ sub }) => ({
              value: sub.id,
              label: `${sub.firstName} ${sub.lastName}`,
            })),
          ]}
          value={row?.sub.id ?? ''}
          onChange={({ target }) => setSearch({ sub: target.value })}
        />
        {row ? (
          <Button aria-haspopup="dialog" onClick={() => setSearch({ away: row.sub.id })}>
            Days away
          </Button>
        ) : (
          <BoardFilters search={search} board={board} />
        )}
      </ToolLine>
      {row ? (
        <OneSub row={row} period={period} today={today} search={search} writes={writes} />
      ) : (
        <>
          <div className="flex items-center gap-2 pb-2">
            <PeriodNav
              name={longDay(day)}
              unit="day"
              onGo={(steps) => setSearch({ date: addDays(day, steps) })}
              onToday={() => setSearch({ date: '' })}
            />
          </div>
          <OneDay rows={board.rows} day={day} search={search} writes={writes} />
          <Uncrewed
            blocks={board.uncrewed.blocks}
            day={day}
            onChoose={({ id }) => setSearch({ book: id, back: '' })}
          />
        </>
      )}
      {(toBook || toGive) && (
        <ChooseForBoard
          toBook={toBook}
          toGive={toGive}
          workdays={workdays}
          today={today}
          onBook={(entry, row) => {
            closeChooser()
            bookEntry(entry, () => row, leave)
          }}
          onGive={(booked, row) => {
            closeChooser()
            giveDay(booked, row, leave)
          }}
          onClose={leave ?? closeChooser}
        />
      )}
      {question && <DropQuestion proposal={question} onCancel={cancel} />}
    </div>
  )
}

/** The bookings of a day, each as a block of its own. */
const blocksOn = (days: readonly CrewDay[], day: string) =>
  blocksOf(days.filter(({ assignedDate }) => assignedDate === day))

const isAbsentOn = ({ absences }: BoardRow, day: string) =>
  absences.some((away) => isAbsent(away, day))

function OneDay({ rows, day, ...shared }: Shared & { rows: readonly BoardRow[]; day: string }) {
  return (
    <ul className="border-t border-line-strong">
      {rows.map((row) => {
        const blocks = blocksOn(row.days, day)
        return (
          <li key={row.sub.id} className="flex items-start gap-3 border-b border-line py-2.5">
            <Avatar person={row.sub} className={subStyle(row.sub.id)} />
            <div className="min-w-0 flex-1">
              <h2 className="text-base font-medium">
                {row.sub.firstName} {row.sub.lastName}
              </h2>
              <p className="text-sm text-ink-2">{row.sub.specialty}</p>
              <Blocks blocks={blocks} {...shared} />
            </div>
            {(blocks.length === 0 || isAbsentOn(row, day)) && <FreeOrAway row={row} day={day} />}
          </li>
        )
      })}
    </ul>
  )
}

/** The label of a day without a booking, or of a day away, which opens the days away. */
function FreeOrAway({ row, day }: { row: BoardRow; day: string }) {
  const setSearch = useSetSearch<Search>()
  const off = useDayOff()(day)
  if (!isAbsentOn(row, day))
    return off ? (
      <span className="text-sm text-ink-2">{off}</span>
    ) : (
      <span className="text-sm font-medium text-good">free</span>
    )
  const { id, firstName, lastName } = row.sub
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`Away: ${firstName} ${lastName}`}
      onClick={() => setSearch({ away: id })}
      className="justify-self-start text-sm text-ink-2 underline underline-offset-3 touch:-my-2.5 touch:min-h-11 touch:min-w-11"
    >
      Away
    </button>
  )
}

interface OneSubProps extends Shared {
  row: BoardRow
  period: Period
  today: string
}

function OneSub({ row, period, today, ...shared }: OneSubProps) {
  const dayOff = useDayOff()
  const days = daysFrom(period.first, 14)
  return (
    <ol className="border-t border-line-strong">
      {days.map((day) => {
        const blocks = blocksOn(row.days, day)
        if (dayOff(day) === 'Weekend' && blocks.length === 0) return null
        return (
          <li
            key={day}
            aria-current={day === today ? 'date' : undefined}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 border-b border-line py-2.5"
          >
            <h2
              className={cx(
                'figures text-base',
                day === today ? 'font-bold text-accent' : 'font-medium',
              )}
            >
              {formatWeekday(day, today)}
            </h2>
            <div>
              <Blocks blocks={blocks} {...shared} />
              {(blocks.length === 0 || isAbsentOn(row, day)) && <FreeOrAway row={row} day={day} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Bookings with their hours and answers. A double booking opens the ways to resolve it. */
function Blocks({ blocks, search, writes }: Shared & { blocks: readonly CrewBlock[] }) {
  const setSearch = useSetSearch<Search>()
  const close = () => setSearch({ clash: '' })
  return (
    <ul className="mt-1.5 flex flex-col gap-1.5 empty:hidden">
      {blocks.map(({ id, days: [day], isClash }) => {
        if (!day) return null
        const button = (
          <button
            type="button"
            data-entry={day.scheduleEntryId}
            aria-haspopup="dialog"
            onClick={() => setSearch(isClash ? { clash: id } : { entry: day.scheduleEntryId })}
            className={cx(
              'block w-full rounded-[5px] border px-2.5 py-1.5 text-left',
              blockTone(day, isClash),
            )}
          >
            <b className="block font-medium">{day.jobName}</b>
            <span className="block text-sm text-ink-2">{day.entryTitle}</span>
            <span className="figures block text-sm text-ink-2">
              {formatTimes(day)} · {answerOf(day)}
            </span>
          </button>
        )
        return (
          <li key={id}>
            {isClash ? (
              <Popover
                open={search.clash === id}
                onClose={close}
                label="Double booking"
                anchor={button}
              >
                <ClashWays
                  id={id}
                  writes={writes}
                  onClose={close}
                  onOpen={(entry) => setSearch({ clash: '', entry })}
                />
              </Popover>
            ) : (
              button
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface UncrewedProps {
  blocks: readonly UncrewedBlock[]
  day: string
  onChoose: (entry: UncrewedEntry) => void
}

/** The work of the day that nobody is booked for. */
function Uncrewed({ blocks, day, onChoose }: UncrewedProps) {
  const open = blocks.filter(({ first, last }) => first <= day && day <= last)
  if (open.length === 0) return null
  return (
    <section aria-label="No crew yet" className="pt-5">
      <h2 className="border-b border-line-strong pb-2">No crew yet</h2>
      <ul>
        {open.map(({ entry }) => (
          <li key={entry.id} className="flex items-center gap-3 border-b border-line py-2">
            <span className="min-w-0 flex-1">
              <b className="block truncate font-medium">{entry.jobName}</b>
              <span className="block truncate text-sm text-ink-2">{entry.title}</span>
            </span>
            <Button onClick={() => onChoose(entry)}>Choose a sub</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
