import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import type { LeaseState, Tenant } from '@plumbline/contract/tenants.ts'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../../api/people.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { QueryList } from '../../../screens/QueryList.tsx'
import { buttonVariants } from '../../../ui/Button.tsx'
import { TitledPanel } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { toneText } from '../../../ui/status.ts'
import { balanceOf, leaseDates } from '../tenants/api.ts'
import { LeaseBadge } from '../tenants/LeaseBadge.tsx'
import { propertyTenants } from './api.ts'

/** The tenants of a property with their leases, current tenants first. */
export function PropertyTenants({ propertyId }: { propertyId: string }) {
  const list = useQuery(propertyTenants(propertyId))
  return (
    <TitledPanel
      title="Tenants"
      action={
        <Link
          href={paths.rentalProperties({ tab: 'tenants', new: 'tenant', forProperty: propertyId })}
          className={buttonVariants({ size: 'sm' })}
        >
          Add Tenant
        </Link>
      }
    >
      <QueryList
        list={list}
        noun="tenants"
        skeleton={<Skeleton className="h-16" />}
        empty={<p className="text-ink-2">No tenants yet</p>}
      >
        {(tenants) => (
          <ul className="open-rows -mt-2.5">
            {tenants.toSorted(byLease).map((tenant) => (
              <TenantRow key={tenant.id} tenant={tenant} />
            ))}
          </ul>
        )}
      </QueryList>
    </TitledPanel>
  )
}

const order: Readonly<Record<LeaseState, number>> = {
  current: 0,
  ended: 1,
  upcoming: 2,
  none: 3,
  former: 4,
}

/** Sorts current tenants first, then by lease state and newest lease. */
const byLease = (a: Tenant, b: Tenant) =>
  order[a.leaseState] - order[b.leaseState] ||
  (b.leaseStart ?? '').localeCompare(a.leaseStart ?? '')

function TenantRow({ tenant }: { tenant: Tenant }) {
  const { id, rentToday } = tenant
  const cents = centsOf(tenant.balance)
  const balance = balanceOf(cents)
  return (
    <li className="open-row flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5">
      <div className="min-w-44 flex-1 max-sm:basis-full">
        <Link
          href={paths.tenant(id)}
          className="font-medium wrap-anywhere hover:underline touch:inline-block touch:py-3"
        >
          {fullName(tenant)}
        </Link>
        <p className="figures text-sm text-ink-2">{leaseDates(tenant)}</p>
      </div>
      {cents !== 0 && (
        <p className={`figures text-sm font-medium ${toneText[balance.tone]}`}>{balance.text}</p>
      )}
      {rentToday && (
        <p className="figures text-sm text-ink-2">{formatDollars(rentToday)} a month</p>
      )}
      <LeaseBadge state={tenant.leaseState} />
    </li>
  )
}
