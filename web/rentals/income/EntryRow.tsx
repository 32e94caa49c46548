import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { RentalIncome } from '@plumbline/contract/rentalIncome.ts'
import { cx } from 'class-variance-authority'
import { useId } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../shell/Link.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { isCorrectable } from './api.ts'
import { whatFor } from './entries.ts'

interface EntryRowProps {
  entry: RentalIncome
  onCorrect: (entry: RentalIncome) => void
}

/** Money received: from whom and for what, with its receipt. */
export function EntryRow({ entry, onCorrect }: EntryRowProps) {
  const nameId = useId()
  const { tenantName, propertyAddress, paymentMethod, description } = entry
  const what = [whatFor(entry), paymentMethod, description].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 [contain-intrinsic-height:62px] [content-visibility:auto] first:border-t-0">
      <span className="figures w-26 text-sm text-ink-2">{formatDay(entry.dateReceived)}</span>
      <div id={nameId} className="min-w-40 flex-1">
        <p className="font-medium">
          {tenantName ? `${tenantName} · ${propertyAddress}` : propertyAddress}
        </p>
        <p className="text-sm text-ink-2">{what}</p>
      </div>
      {entry.reversesId && <Badge variant="outline">Reversal</Badge>}
      {entry.reversedById && <Badge variant="outline">Reversed</Badge>}
      <span
        className={cx(
          'figures ml-auto w-28 text-right font-medium',
          entry.reversedById && 'line-through',
        )}
      >
        {formatDollars(entry.amount)}
      </span>
      <span className="no-print flex w-36 items-center justify-end gap-1">
        {isCorrectable(entry) && (
          <Button
            variant="quiet"
            size="sm"
            aria-describedby={nameId}
            onClick={() => onCorrect(entry)}
          >
            Correct
          </Button>
        )}
        <Link
          href={paths.rentalReceipt(entry.id)}
          aria-describedby={nameId}
          className="action-link text-sm"
        >
          Receipt
        </Link>
      </span>
    </li>
  )
}
