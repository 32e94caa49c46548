import type { Workdays } from '@plumbline/contract/push.ts'
import { cx } from 'class-variance-authority'
import { type PointerEvent, useEffect, useId, useMemo, useRef } from 'react'
import { useSetSearch } from '../../../screens/screen.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import type { Period } from '../../crew/api.ts'
import { useCrewWrites } from '../../crew/useCrewWrites.ts'
import { blockTone } from './Block.tsx'
import { BoardHead, DayColumns } from './BoardHead.tsx'
import { type BoardHandlers, BoardRow } from './BoardRow.tsx'
import type { CrewBlock } from './blocks.ts'
import { ClashWays } from './ClashWays.tsx'
import { useColumns } from './columns.ts'
import { type Search, weeksOf } from './search.ts'
import { UncrewedRow } from './UncrewedRow.tsx'
import { dayUnder } from './useBlockDrag.ts'
import type { Board as BoardData } from './useBoard.ts'
import { useBoardMoves } from './useBoardMoves.ts'
import { useReturn } from './useReturn.ts'

const ChooseForBoard = lazyPart(async () => ({
  default: (await import('./ChooseForBoard.tsx')).ChooseForBoard,
}))
const DropQuestion = lazyPart(async () => ({
  default: (await import('./DropQuestion.tsx')).DropQuestion,
}))

interface BoardProps {
  search: Search
  period: Period
  today: string
  board: BoardData
  workdays: Workdays
}

/** The board, with subs as rows and days as columns: who works where, and who is free. */
export function Board({ search, period, today, board, workdays }: BoardProps) {
  const setSearch = useSetSearch<Search>()
  const keysId = useId()
  const columns = useColumns(period.first, weeksOf(search))
  const writes = useCrewWrites()
  const moves = useBoardMoves({ board, workdays, today, writes })

  // The rows are memoized, so their handlers must stay the same.
  const latest = useRef({ moves, setSearch })
  useEffect(() => {
    latest.current = { moves, setSearch }
  })
  const handlers: BoardHandlers = useMemo(
    () => ({
      onOpen: (block) => latest.current.setSearch(openedBy(block)),
      onDrag: (event, block) => latest.current.moves.start(event, heldAt(event, block)),
      onKey: (event, block) => latest.current.moves.onKey(event, block),
      onAway: (subId) => latest.current.setSearch({ away: subId }),
    }),
    [],
  )
  const { toBook, toGive } = board
  const leave = useReturn(search)
  const closeClash = () => setSearch({ clash: '' })

  return (
    <>
      <p id={keysId} className="sr-only">
        Arrow keys left and right move it by a working day, up and down to another sub. Enter opens
        it.
      </p>
      <section
        aria-label="Crew board"
        className={cx(
          'relative isolate max-h-[max(26rem,calc(100dvh-17.5rem))] overflow-auto border-y border-line-strong bg-surface [--names:11.5rem] lg:[--names:15.75rem] print:max-h-none print:overflow-visible [print-color-adjust:exact]',
          moves.movingId && 'select-none',
        )}
      >
        <div className="w-fit min-w-full">
          <BoardHead columns={columns} today={today} count={board.rows.length} />
          <div className="relative">
            <DayColumns columns={columns} today={today} />
            <ul className="relative">
              {board.rows.map((row) => {
                const ghost = moves.ghostOf(row)
                const clash = row.blocks.find(({ id }) => id === search.clash)
                return (
                  <BoardRow
                    key={row.sub.id}
                    row={row}
                    columns={columns}
                    workdays={board.workdayCount}
                    jobId={search.jobId}
                    movingId={
                      row.blocks.some(({ id }) => id === moves.movingId)
                        ? moves.movingId
                        : undefined
                    }
                    ghost={ghost && ghostSpan(ghost)}
                    clash={
                      clash
                        ? {
                            id: clash.id,
                            onClose: closeClash,
                            content: (
                              <ClashWays
                                id={clash.id}
                                writes={writes}
                                onClose={closeClash}
                                onOpen={(entry) => setSearch({ clash: '', entry })}
                              />
                            ),
                          }
                        : null
                    }
                    keysId={keysId}
                    handlers={handlers}
                  />
                )
              })}
            </ul>
            {board.rows.length === 0 && <NobodyShown isEmpty={board.all.length === 0} />}
          </div>
          <UncrewedRow
            {...board.uncrewed}
            columns={columns}
            onChoose={({ id }) => setSearch({ book: id, back: '' })}
            onDrag={(event, entry) => moves.start(event, { kind: 'entry', entry })}
          />
        </div>
      </section>
      <Legend />
      {moves.question && <DropQuestion proposal={moves.question} onCancel={moves.cancel} />}
      {(toBook || toGive) && (
        <ChooseForBoard
          toBook={toBook}
          toGive={toGive}
          workdays={workdays}
          today={today}
          onBook={(entry, row) => {
            setSearch({ book: '' })
            moves.bookEntry(entry, () => row, leave)
          }}
          onGive={(day, row) => {
            setSearch({ give: '' })
            moves.giveDay(day, row, leave)
          }}
          onClose={leave ?? (() => setSearch({ book: '', give: '' }))}
        />
      )}
    </>
  )
}

/**
 * The search parameters for a click on a block: the ways to resolve a double booking, or the entry.
 */
const openedBy = ({ id, days, isClash }: CrewBlock): Partial<Search> =>
  isClash ? { clash: id } : { entry: days[0]?.scheduleEntryId }

/** A block, and the day by which the pointer holds it. */
const heldAt = ({ clientX, clientY }: PointerEvent, block: CrewBlock) => ({
  kind: 'block' as const,
  block,
  from: dayUnder(clientX, clientY) ?? block.first,
})

const ghostSpan = ({ dates, text }: { dates: readonly string[]; text: string }) => ({
  first: dates[0] ?? '',
  last: dates.at(-1) ?? '',
  text,
})

function NobodyShown({ isEmpty }: { isEmpty: boolean }) {
  const setSearch = useSetSearch<Search>()
  if (isEmpty)
    return (
      <p className="sticky left-0 w-fit px-7 py-8 text-ink-2">
        Add subcontractors to plan who works where.
      </p>
    )
  return (
    <div className="sticky left-0 flex w-fit items-center gap-4 px-7 py-8 text-ink-2">
      Nobody fits these filters.
      <Button onClick={() => setSearch({ trade: '', jobId: '', show: '' })}>Clear filters</Button>
    </div>
  )
}

const sample = {
  subcontractorId: 'f',
  entryStatus: 'scheduled',
  confirmed: true,
  declined: false,
} as const

/** The legend of the block styles. */
function Legend() {
  const looks = [
    { text: 'Confirmed', day: sample, isClash: false },
    { text: 'Not confirmed', day: { ...sample, confirmed: false }, isClash: false },
    { text: 'Declined', day: { ...sample, declined: true }, isClash: false },
    { text: 'Double booking', day: sample, isClash: true },
  ]
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 px-4 py-2.5 text-sm text-ink-2 [print-color-adjust:exact] sm:px-7">
      {looks.map(({ text, day, isClash }) => (
        <span key={text} className="flex items-center gap-2">
          <i
            aria-hidden
            className={cx('h-3 w-5.5 rounded-[3px] border', blockTone(day, isClash))}
          />
          {text}
        </span>
      ))}
      <span className="no-print ml-auto max-lg:hidden">
        Drag a block to another day or name. Arrow keys move it, Enter opens it. A name opens days
        away.
      </span>
    </div>
  )
}
