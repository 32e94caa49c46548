import { weekdaySpan } from '@plumbline/contract/dates.ts'
import { cx } from 'class-variance-authority'
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode } from 'react'
import { useToday } from '../../../screens/days.ts'
import { Avatar, subStyle } from '../../../ui/Person.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Block } from './Block.tsx'
import { awayRuns, type CrewBlock } from './blocks.ts'
import type { BoardRow as Row } from './board.ts'
import type { Columns } from './columns.ts'
import { awayText } from './texts.ts'

/** Heights in pixels: of a row, of one booking on a shared day, and of the gap around bookings. */
const ROW_HEIGHT = 61
const LANE_HEIGHT = 39
const GAP = 4

export interface BoardHandlers {
  readonly onOpen: (block: CrewBlock) => void
  readonly onDrag: (event: PointerEvent, block: CrewBlock) => void
  readonly onKey: (event: KeyboardEvent, block: CrewBlock) => void
  readonly onAway: (subId: string) => void
}

interface BoardRowProps {
  row: Row
  columns: Columns
  workdays: number
  /** Blocks of other jobs are faint. */
  jobId: string | undefined
  /** The block that is being moved away. */
  movingId: string | undefined
  /** The days that a block would take if it were dropped here. */
  ghost: { readonly first: string; readonly last: string; readonly text: string } | null
  /** The block whose double booking is open, and the content of its popover. */
  clash: { readonly id: string; readonly content: ReactNode; readonly onClose: () => void } | null
  keysId: string
  handlers: BoardHandlers
}

/** The row of a sub with their days. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const today = useToday()
  const { row, columns, workdays, ghost, clash, keysId, handlers } = props
  const { sub, days, blocks, absences, booked, lanes } = row
  const height = lanes === 1 ? ROW_HEIGHT : lanes * LANE_HEIGHT + 2 * GAP
  const name = `${sub.firstName} ${sub.lastName}`
  const shown = columns.list.map(({ day }) => day)
  const aways = absences.flatMap((away) =>
    awayRuns(away, days, shown).map((run) => ({ away, ...run })),
  )
  return (
    <li
      data-sub={sub.id}
      className="grid items-start border-b border-line [content-visibility:auto]"
      style={{ gridTemplateColumns: columns.template, height, containIntrinsicHeight: height }}
    >
      <div className="group/name sticky left-0 z-10 row-start-1 flex h-full items-center gap-2.5 border-r border-line-strong bg-surface pr-3.5 pl-4 hover:bg-sunken sm:pl-7">
        <span className="max-lg:hidden">
          <Avatar person={sub} className={subStyle(sub.id)} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-base leading-tight font-medium wrap-anywhere hyphens-auto">
            {name}
          </h2>
          <p className="text-xs text-ink-2">
            <span className="block truncate group-hover/name:hidden group-has-focus-visible/name:hidden touch:block!">
              {sub.specialty}
            </span>
            <span
              aria-hidden
              className="no-print hidden whitespace-nowrap text-ink underline underline-offset-3 group-hover/name:block group-has-focus-visible/name:block touch:block"
            >
              Days away
            </span>
          </p>
        </div>
        <BookedDays booked={booked} workdays={workdays} />
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`Days away of ${name}`}
          onClick={() => handlers.onAway(sub.id)}
          className="absolute inset-0 -outline-offset-2"
        />
      </div>
      {aways.map(({ away, first, last }) => (
        <button
          key={`${away.id} ${first}`}
          type="button"
          aria-haspopup="dialog"
          onClick={() => handlers.onAway(sub.id)}
          className="row-start-1 h-full truncate px-2 text-left text-sm font-medium text-ink-2 -outline-offset-2 hover:underline hover:underline-offset-3"
          style={{ gridColumn: columns.spanOf(first, last) }}
        >
          Away
          <span className="sr-only">
            {` ${weekdaySpan(away.startDate, away.endDate, today)}`}
            {away.reason && `: ${away.reason}`}
          </span>
        </button>
      ))}
      {blocks.map((block) => {
        const isOpen = clash?.id === block.id && block.isClash
        const button = (
          <Block
            block={block}
            keysId={keysId}
            isOpen={isOpen}
            away={awayText(block, absences)}
            isFaint={
              block.id === props.movingId ||
              Boolean(props.jobId && block.days[0]?.jobId !== props.jobId)
            }
            onOpen={() => handlers.onOpen(block)}
            onPointerDown={(event) => handlers.onDrag(event, block)}
            onKeyDown={(event) => handlers.onKey(event, block)}
          />
        )
        const place = {
          gridColumn: columns.spanOf(block.first, block.last),
          ...(block.lanes === 1
            ? { height: height - 2 * GAP, marginTop: GAP }
            : { height: LANE_HEIGHT - 3, marginTop: GAP + 1 + block.lane * LANE_HEIGHT }),
        }
        return (
          <div key={block.id} className="row-start-1 min-w-0 px-0.75" style={place}>
            {block.isClash ? (
              <Popover
                open={isOpen}
                onClose={() => clash?.onClose()}
                label="Double booking"
                anchor={button}
              >
                {clash?.content}
              </Popover>
            ) : (
              button
            )}
          </div>
        )
      })}
      {ghost && (
        <div
          aria-hidden
          className="pointer-events-none z-10 row-start-1 truncate rounded-[5px] border-2 border-dashed border-ink bg-surface/80 px-2 py-1 text-sm font-medium"
          style={{
            gridColumn: columns.spanOf(ghost.first, ghost.last),
            height: height - 2 * GAP,
            marginTop: GAP,
          }}
        >
          {ghost.text}
        </div>
      )}
    </li>
  )
})

/** The number of booked days, out of the shown working days. */
function BookedDays({ booked, workdays }: { booked: number; workdays: number }) {
  if (booked === 0) return <span className="text-xs font-medium text-good">free</span>
  return (
    <span className={cx('figures text-xs', booked >= workdays ? 'font-medium' : 'text-ink-2')}>
      <span className="sr-only">{`${booked} of ${workdays} days booked`}</span>
      <span aria-hidden>
        {booked}/{workdays}
      </span>
    </span>
  )
}
