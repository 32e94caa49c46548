import { shortDay } from '@plumbline/contract/dates.ts'
import { cx } from 'class-variance-authority'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useToday } from './days.ts'

interface FinishedRowsProps {
  /** The number of finished rows, at least one. */
  count: number
  /** The one that was finished last, and its day. */
  last: { readonly name: string; readonly day: string }
  /** The rows. */
  children: ReactNode
}

/** The finished rows of a list, as one line that names the latest one and expands to show all. */
export function FinishedRows({ count, last, children }: FinishedRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  return (
    <>
      <FinishedLine
        count={count}
        last={last}
        isOpen={isOpen}
        listId={listId}
        className="open-row"
        onToggle={() => setOpen(!isOpen)}
      />
      <div id={listId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  )
}

interface FinishedLineProps extends Omit<FinishedRowsProps, 'children'> {
  isOpen: boolean
  /** The id of the element with the rows, unless they are rows of the same list. */
  listId?: string
  className?: string
  onToggle: () => void
}

/** The line of {@link FinishedRows}, for lists that render the rows themselves. */
export function FinishedLine(props: FinishedLineProps) {
  const { count, last, isOpen, listId, className, onToggle } = props
  const today = useToday()
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={listId}
      onClick={onToggle}
      className={cx(
        'flex min-h-11 w-full items-center gap-2 py-2 text-left text-sm text-ink-2 hover:text-ink',
        className,
      )}
    >
      <Check aria-hidden className="size-4 shrink-0" />
      <span className="figures min-w-0 flex-1 truncate">
        {count.toLocaleString('en-US')} finished · last: {last.name}, {shortDay(last.day, today)}
      </span>
      <ChevronDown
        aria-hidden
        className={cx('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')}
      />
    </button>
  )
}
