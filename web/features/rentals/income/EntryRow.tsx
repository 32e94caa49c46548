import { formatDay } from '@plumbline/contract/dates.ts'
import type { RentalIncome } from '@plumbline/contract/rentalIncome.ts'
import { useId } from 'react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CorrectionBadge, EntryAmount } from '../Correction.tsx'
import { isCorrectable } from './api.ts'
import { purposeText } from './entries.ts'

interface EntryRowProps {
  entry: RentalIncome
  onCorrect: (entry: RentalIncome) => void
}

/** A payment received, with links to its receipt and correction. */
export function EntryRow({ entry, onCorrect }: EntryRowProps) {
  const nameId = useId()
  const { tenantName, propertyAddress, paymentMethod, description } = entry
  const details = [purposeText(entry), paymentMethod, description].filter(Boolean).join(' · ')
  return (
    // On a phone two lines: the tenant and amount, then the date and actions.
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 [contain-intrinsic-height:62px] [content-visibility:auto] first:border-t-0 sm:grid-cols-[6.5rem_minmax(0,1fr)_7rem_9rem]">
      <span className="figures text-sm text-ink-2 max-sm:order-3">
        {formatDay(entry.dateReceived)}
      </span>
      <div id={nameId} className="max-sm:order-1">
        <p className="font-medium wrap-anywhere">
          {tenantName ? `${tenantName} · ${propertyAddress}` : propertyAddress}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">{details}</p>
      </div>
      <span className="flex flex-col items-end gap-1 max-sm:order-2">
        <EntryAmount entry={entry} />
        <CorrectionBadge entry={entry} />
      </span>
      <span className="no-print flex items-center justify-end gap-1 max-sm:order-4">
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
