import { shortDay } from '@plumbline/contract/dates.ts'
import type { ChangedExport, QuickBooksState } from '@plumbline/contract/quickBooks.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'

/** The change, before the number of its invoice, if it has one. */
function changeText({ kind, amount }: ChangedExport): string {
  if (kind === 'reversed') return 'Payment reversed'
  if (kind === 'applied')
    return amount < 0 ? 'Credit taken back from invoice' : 'Credit applied to invoice'
  return 'Void:'
}

/** The changes to what was exported, which have to be made in QuickBooks too. */
export function ChangedList({ state: { changed, changedCount } }: { state: QuickBooksState }) {
  const today = useToday()
  return (
    <TitledPanel title="Changed after their export" count={changedCount}>
      <p className="-mt-1 mb-1 text-sm text-ink-2">
        No file has these changes. Make them in QuickBooks by hand.
      </p>
      <ul className="open-rows">
        {changed.map((change) => (
          <li
            key={`${change.id} ${change.invoiceId}`}
            className="open-row flex items-baseline gap-3 py-1.5"
          >
            <p className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-medium">
                {changeText(change)}{' '}
                {change.invoiceId && (
                  <Link
                    href={paths.invoice(change.invoiceId)}
                    className="touch-target hover:underline"
                  >
                    {change.number}
                  </Link>
                )}
              </span>{' '}
              <Link
                href={paths.customer(change.customerId)}
                className="touch-target text-sm text-ink-2 hover:underline"
              >
                {change.customerName}
              </Link>
            </p>
            <span className="figures shrink-0 text-sm text-ink-2">
              {shortDay(change.day, today)}
            </span>
            <span className="figures w-24 shrink-0 text-right">{columnCents(change.amount)}</span>
          </li>
        ))}
      </ul>
      {changedCount > changed.length && (
        <p className="mt-2 text-sm text-ink-2">
          The last {changed.length} of {changedCount.toLocaleString('en-US')}.
        </p>
      )}
    </TitledPanel>
  )
}
