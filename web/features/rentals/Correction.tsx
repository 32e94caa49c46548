import { formatDollars } from '@plumbline/contract/dollars.ts'
import { cx } from 'class-variance-authority'
import { Badge } from '../../ui/Badge.tsx'
import { formatDate } from '../../ui/format.ts'

/**
 * The fields shared by income and expenses. A reversed entry stays in the books, together with the
 * entry that reverses it.
 */
export interface Entry {
  readonly amount: string
  readonly reversesId: string | null
  readonly reversedById: string | null
}

/** `Recorded on Nov 27, 2026 by Dana Reyes.`, or without a name for an older entry. */
export const recordedText = (
  { recordedByName, createdAt }: { recordedByName: string | null; createdAt: string },
  timeZone: string,
) =>
  `Recorded on ${formatDate(createdAt, timeZone)}${recordedByName ? ` by ${recordedByName}` : ''}.`

/** An entry's role in a correction, or undefined if it has none. */
export function correctionOf({ reversesId, reversedById }: Omit<Entry, 'amount'>) {
  if (reversesId) return 'Reversal'
  return reversedById ? 'Reversed' : undefined
}

/** The badge of an entry that was reversed or reverses another one. */
export function CorrectionBadge({ entry }: { entry: Entry }) {
  const correction = correctionOf(entry)
  return correction && <Badge variant="outline">{correction}</Badge>
}

/** The amount of an entry, struck through if it was reversed. */
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
