import { cx } from 'class-variance-authority'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

interface MoreFieldsProps {
  label?: string
  /** Whether the fields are shown at first, for fields that are likely to be filled in. */
  startsOpen?: boolean
  /** Whether one of the fields has a problem, which must not be hidden. */
  hasProblem: boolean
  children: ReactNode
}

/** Optional fields, collapsed at first. Typed text remains when they are collapsed again. */
export function MoreFields({
  label = 'More details',
  startsOpen = false,
  hasProblem,
  children,
}: MoreFieldsProps) {
  const fieldsId = useId()
  const [isOpen, setOpen] = useState(startsOpen)
  // They stay while somebody types the solution, which ends the problem.
  if (hasProblem && !isOpen) setOpen(true)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-1.5 border-b border-line pb-1.5 text-left font-bold hover:underline touch:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={cx('size-4 shrink-0 transition-transform', isOpen && 'rotate-90')}
        />
        {label}
      </button>
      <div id={fieldsId} hidden={!isOpen} className="mt-3.5 grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        {children}
      </div>
    </div>
  )
}
