import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useFocusLeft } from '../useFocusLeft.ts'

interface SelectionBarProps {
  /** The number of selected rows. */
  count: number
  /** The sum of the selected rows. */
  sum?: string
  /** The actions: `BarButton`s. */
  children: ReactNode
  onClear: () => void
}

/** The row of the table that Tab focuses. */
const ACTIVE_ROW = '[role=grid] [role=row][tabindex="0"]'

/** The actions for the selected rows of a table, floating above its sums. */
export function SelectionBar({ count, sum, children, onClear }: SelectionBarProps) {
  const bar = useRef<HTMLElement>(null)
  useFocusLeft(bar, () => document.querySelector(ACTIVE_ROW))
  return (
    <section
      ref={bar}
      aria-label="Selection"
      className="no-print fixed bottom-16 left-1/2 z-20 flex -translate-x-1/2 items-center gap-1 rounded-m bg-ink px-2 text-ground shadow-pop lg:ml-30"
    >
      <p className="flex h-12 items-center px-3 whitespace-nowrap" aria-live="polite">
        <b className="font-medium">{count.toLocaleString('en-US')} selected</b>
        {sum && <span className="figures">&nbsp;· {sum}</span>}
      </p>
      {children}
      <BarButton label="Clear the selection" onClick={onClear}>
        <X aria-hidden />
      </BarButton>
    </section>
  )
}

interface BarButtonProps {
  /** The accessible name of a button that shows only an icon. */
  label?: string
  title?: string | undefined
  disabled?: boolean
  pending?: boolean
  /** Whether the panel that the button opens is open. */
  expanded?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button of the bar. */
export function BarButton({
  label,
  title,
  disabled,
  pending,
  expanded,
  onClick,
  children,
}: BarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      disabled={disabled}
      aria-busy={pending || undefined}
      {...(expanded !== undefined && { 'aria-haspopup': 'dialog', 'aria-expanded': expanded })}
      onClick={() => !pending && onClick()}
      className="inline-flex h-9 items-center gap-2 rounded-s px-2.5 font-medium whitespace-nowrap -outline-offset-2 outline-ground hover:bg-ground/15 disabled:opacity-50 touch:h-11 [&_svg]:size-4"
    >
      {children}
    </button>
  )
}

interface ChangeButtonProps {
  /** The number of selected rows, and the maximum that can be changed at once. */
  count: number
  most: number
  /** The plural noun of the rows. */
  noun: string
  /** The end of the sentence that asks to select fewer rows: `change them`. */
  purpose?: string
  expanded?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button that opens a change of the selected rows. It is disabled if there are too many. */
export function ChangeButton({
  count,
  most,
  noun,
  purpose = 'change them',
  ...button
}: ChangeButtonProps) {
  const isTooMany = count > most
  const problem = `Select at most ${most.toLocaleString('en-US')} ${noun} to ${purpose} at once`
  return <BarButton {...button} disabled={isTooMany} title={isTooMany ? problem : undefined} />
}
