import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import { useCompany } from '../../../api/company.ts'
import { Facts, TitledPanel } from '../../../ui/Card.tsx'
import { formatDate } from '../../../ui/format.ts'
import { statusStyle } from '../../../ui/status.ts'

const dollarsOrNone = (amount: string | null) =>
  amount === null ? 'Not set' : formatDollars(amount)

/** The details of a property. */
export function PropertyFacts({ property }: { property: RentalProperty }) {
  const { timeZone } = useCompany()
  const { squareFeet, notes } = property
  return (
    <TitledPanel title="Property">
      <div className="flex flex-col gap-4">
        <Facts
          items={[
            ['Monthly Rent', <b key="rent">{dollarsOrNone(property.monthlyRent)}</b>],
            ['Security Deposit', dollarsOrNone(property.securityDeposit)],
            ['Property Type', property.propertyType],
            [
              'Status',
              property.statusSetByHand
                ? `${statusStyle(property.status).label}, set by hand`
                : 'Follows the leases',
            ],
            ['Bedrooms', property.bedrooms ?? 'N/A'],
            ['Bathrooms', property.bathrooms ?? 'N/A'],
            ['Square Feet', squareFeet?.toLocaleString('en-US') ?? 'Not set'],
            ['Property Manager', property.propertyManager ?? 'Not set'],
            ['Purchase Price', dollarsOrNone(property.purchasePrice)],
            ['Purchase Date', formatDay(property.purchaseDate)],
            ['Added', formatDate(property.createdAt, timeZone)],
          ]}
        />
        <div>
          <p className="text-xs text-ink-3">Notes</p>
          <p className={notes ? 'whitespace-pre-wrap wrap-anywhere' : 'text-ink-3'}>
            {notes ?? 'No notes'}
          </p>
        </div>
      </div>
    </TitledPanel>
  )
}
