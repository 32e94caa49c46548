import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import { BedDouble, Building2, UserRound } from 'lucide-react'
import { useId } from 'react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { Badge, StatusBadge } from '../../../ui/Badge.tsx'
import { Card } from '../../../ui/Card.tsx'
import { townOf } from './api.ts'

const lineClasses = 'flex items-center gap-2 wrap-anywhere [&_svg]:size-3.5 [&_svg]:shrink-0'

/** A summary of a property: address, type, rent, and tenant. */
export function PropertyCard({ property }: { property: RentalProperty }) {
  const addressId = useId()
  const { id, address, status, propertyType, bedrooms, monthlyRent, tenantId, tenantName } =
    property
  return (
    <Card
      aria-labelledby={addressId}
      foot={
        <Link href={paths.rentalProperty(id)} aria-describedby={addressId} className="action-link">
          View Property
        </Link>
      }
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <StatusBadge status={status} />
        {property.archivedAt && <Badge variant="outline">Archived</Badge>}
        <span className="ml-auto">
          <b className="figures font-bold">{formatDollars(monthlyRent)}</b>
          <span className="text-sm text-ink-2"> a month</span>
        </span>
      </div>
      <div className="min-w-0">
        <h2 className="text-[0.9375rem] leading-snug tracking-tight wrap-anywhere">
          <Link href={paths.rentalProperty(id)} className="touch-target hover:underline">
            <span id={addressId}>{address}</span>
          </Link>
        </h2>
        <p className="text-sm text-ink-2">{townOf(property)}</p>
      </div>
      <div className="flex flex-col gap-1 text-sm text-ink-2">
        <p className={lineClasses}>
          <Building2 aria-hidden />
          {propertyType}
        </p>
        <p className={lineClasses}>
          <BedDouble aria-hidden />
          Bedrooms: {bedrooms ?? 'N/A'}
        </p>
        {tenantId && (
          <p className={lineClasses}>
            <UserRound aria-hidden />
            <Link
              href={paths.tenant(tenantId)}
              className="touch-target hover:text-ink hover:underline"
            >
              {tenantName}
            </Link>
          </p>
        )}
      </div>
    </Card>
  )
}
