import type { CrewDay } from '@plumbline/contract/crew.ts'
import { formatTimes } from '@plumbline/contract/crewDays.ts'
import { cx } from 'class-variance-authority'
import type { KeyboardEvent, PointerEvent, Ref } from 'react'
import { useToday } from '../../../screens/days.ts'
import { StatusMark } from '../../../ui/Badge.tsx'
import { subStyle } from '../../../ui/Person.tsx'
import { isUnanswered } from '../../crew/answers.ts'
import type { CrewBlock } from './blocks.ts'
import { blockText } from './texts.ts'

/** The hatching of days that are not confirmed. */
const hatch =
  'border-dashed border-current bg-surface! bg-[repeating-linear-gradient(-45deg,transparent_0_6px,var(--line)_6px_7px)]'
const clashTone = 'border-bad bg-bad-soft text-ink'

/**
 * The style of a block: the color of its sub, hatched if it is not confirmed, red if it clashes.
 */
export function blockTone(
  day: Pick<CrewDay, 'subcontractorId' | 'entryStatus' | 'confirmed' | 'declined'>,
  isClash: boolean,
): string {
  if (day.declined) return 'border-dashed border-bad bg-surface text-bad'
  const open = isUnanswered(day)
  if (isClash)
    return cx(
      clashTone,
      open &&
        'border-dashed bg-[repeating-linear-gradient(-45deg,transparent_0_6px,var(--line-strong)_6px_7px)]',
    )
  return cx(subStyle(day.subcontractorId), open ? hatch : 'border-transparent')
}

interface BlockProps {
  block: CrewBlock
  /**
   * Whether it is faint, because it is of another job than the filtered one, or being dragged away.
   */
  isFaint?: boolean
  /** The text that the sub is away. Empty if not. */
  away: string
  isOpen: boolean
  onOpen: () => void
  onPointerDown: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** The id of the text that explains the keys. */
  keysId: string
  ref?: Ref<HTMLButtonElement>
}

/** The days of a sub on an entry: the job, then the entry or, on a shared day, the hours. */
export function Block({ block, isFaint, away, isOpen, keysId, ref, ...handlers }: BlockProps) {
  const today = useToday()
  const [day] = block.days
  if (!day) return null
  const isShared = block.lanes > 1
  const isLong = block.days.length > 1
  return (
    <button
      ref={ref}
      type="button"
      data-block={block.id}
      data-entry={day.scheduleEntryId}
      aria-label={blockText(block, away, today)}
      aria-describedby={keysId}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={handlers.onOpen}
      onPointerDown={handlers.onPointerDown}
      onKeyDown={handlers.onKeyDown}
      className={cx(
        '@container flex size-full min-w-0 flex-col justify-center overflow-hidden rounded-[5px] border text-left wrap-normal -outline-offset-1',
        isLong ? 'px-2' : 'px-1.5',
        blockTone(day, block.isClash),
        isFaint && 'opacity-40',
      )}
    >
      <span
        className={cx(
          'flex w-full min-w-0 items-center gap-1 font-medium',
          isLong ? 'text-sm leading-snug' : 'text-xs leading-tight',
        )}
      >
        {day.declined && <StatusMark mark="cross" className="size-2.5 shrink-0" />}
        <span
          className={isLong || isShared ? 'truncate' : 'line-clamp-2 wrap-anywhere hyphens-auto'}
        >
          {day.jobName}
        </span>
      </span>
      <span
        className={cx(
          'w-full shrink-0 truncate text-xs leading-[1.35]',
          block.isClash ? 'figures' : 'text-ink-2',
        )}
      >
        {away && <b className="font-medium text-ink">{away} · </b>}
        {isShared ? <Hours day={day} /> : day.entryTitle}
      </span>
    </button>
  )
}

/** `8 AM – 5 PM`, or `8 – 5` where it is narrow. */
function Hours({ day }: { day: CrewDay }) {
  return (
    <>
      <span className="@max-[5.25rem]:hidden">{formatTimes(day)}</span>
      <span className="@min-[5.25rem]:hidden">{formatTimes(day).replaceAll(/ [AP]M/g, '')}</span>
    </>
  )
}
