import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { RentalIncome } from '@plumbline/contract/rentalIncome.ts'
import { useCompany } from '../../../api/company.ts'
import { CompanyLogo } from '../../../screens/CompanyLogo.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { purposeText } from './entries.ts'

/** The receipt number: the random last 8 characters of the entry id. */
const receiptNumber = ({ id }: Pick<RentalIncome, 'id'>): string => id.slice(-8).toUpperCase()

/** The printed receipt. */
export function Receipt({ entry }: { entry: RentalIncome }) {
  const { holdingsName, companyName, address, phone } = useCompany()
  const facts = [
    ['Received from', entry.tenantName ?? 'Not named'],
    ['Property', entry.propertyAddress],
    ['For', purposeText(entry)],
    ['Date received', formatDay(entry.dateReceived)],
    ['Payment method', entry.paymentMethod ?? 'Not specified'],
    ...(entry.description ? [['Description', entry.description] as const] : []),
  ] as const
  return (
    <article
      aria-label="Receipt"
      className="max-w-160 rounded-m border border-line bg-surface p-8 max-sm:p-5 print:border-0 print:p-0"
    >
      <header className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-2 border-b-2 border-ink pb-3">
        <div className="min-w-40 flex-1">
          <CompanyLogo className="mb-3 h-12 max-w-64" />
          <p className="text-md font-bold">{holdingsName ?? companyName}</p>
          <p className="text-sm text-ink-2">{[address, phone].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="text-right">
          <h1 className="text-lg tracking-tight">Receipt</h1>
          <p className="figures text-sm text-ink-2">No. {receiptNumber(entry)}</p>
        </div>
      </header>
      {entry.reversedById && (
        <Alert tone="warn" className="mb-5">
          This entry was reversed.
        </Alert>
      )}
      {entry.reversesId && (
        <Alert tone="warn" className="mb-5">
          This entry reverses an earlier one.
        </Alert>
      )}
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="figures wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
        <dt className="mt-3 border-t border-line pt-3 font-bold">Amount</dt>
        <dd className="figures mt-3 border-t border-line pt-3 text-md font-bold">
          {formatDollars(entry.amount)}
        </dd>
      </dl>
    </article>
  )
}
