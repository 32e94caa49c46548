import { formatDollars } from '@plumbline/contract/dollars.ts'
import { cx } from 'class-variance-authority'
import { Badge } from '../../ui/Badge.tsx'

/** What income and expenses have in common: an entry that was reversed stays, and so does what reverses it. */
export interface Entry {
  readonly amount: string
  readonly reversesId: string | null
  readonly reversedById: string | null
}

/** The part an entry has in a correction, undefined for none. */
export function correctionOf({ reversesId, reversedById }: Omit<Entry, 'amount'>) {
  if (reversesId) return 'Reversal'
  return reversedById ? 'Reversed' : undefined
}

/** Says that an entry was reversed, or that it reverses another one; nothing for others. */
export function CorrectionBadge({ entry }: { entry: Entry }) {
  const correction = correctionOf(entry)
  return correction && <Badge variant="outline">{correction}</Badge>
}

/** The amount of an entry, struck through where it was reversed. */
export function EntryAmount({ entry }: { entry: Entry }) {
  return (
    <span
      className={cx(
        'figures font-medium',
        correctionOf(entry) && 'text-ink-2',
        entry.reversedById && 'line-through',
      )}
    >
      {formatDollars(entry.amount)}
    </span>
  )
}
