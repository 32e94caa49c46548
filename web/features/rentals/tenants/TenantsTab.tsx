import { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, Users, X } from 'lucide-react'
import { query } from '../../../api/query.ts'
import { QueryList, usePagedList } from '../../../screens/QueryList.tsx'
import { SearchBox } from '../../../screens/SearchBox.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/Card.tsx'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { ToolLine } from '../../../ui/ToolLine.tsx'
import { noDialog, propertyIdOf, useRentalSearch, useSetRentalSearch } from '../search.ts'
import { tenantFilterOf, tenantPages } from './api.ts'
import { TenantList } from './TenantList.tsx'

const AddTenant = lazyPart(async () => ({ default: (await import('./TenantForm.tsx')).AddTenant }))

const choices = [
  { value: 'active', label: 'Active' },
  { value: 'former', label: 'Former' },
  { value: 'all', label: 'All' },
] as const

/** The tenants of all homes or one, with search, export, and a dialog for new tenants. */
export function TenantsTab() {
  const address = useRentalSearch()
  const { search, status = 'active', new: create, forProperty } = address
  const setSearch = useSetRentalSearch()
  const propertyId = propertyIdOf(address)
  const shown = choices.find(({ value }) => value === status)?.value ?? 'active'
  const filter = tenantFilterOf(address)
  const list = usePagedList(tenantPages(filter))
  const add = (
    <Button variant="primary" onClick={() => setSearch({ new: 'tenant' })}>
      <Plus aria-hidden />
      Add Tenant
    </Button>
  )

  return (
    <>
      <ToolLine>
        <SearchBox
          label="Search tenants"
          placeholder="Search by name, email or address"
          value={search}
          className="min-w-60 flex-1 lg:max-w-90"
        />
        <Segmented
          label="Tenants"
          options={choices}
          value={shown}
          onChange={(value) => setSearch({ status: value === 'active' ? '' : value })}
        />
        {propertyId && <HomeFilter propertyId={propertyId} />}
      </ToolLine>
      <QueryList
        list={list}
        noun="tenants"
        skeleton={<RowsSkeleton count={5} />}
        noMatch={
          (search || propertyId || shown === 'former') && (
            <NoMatch
              title="No tenants found"
              onClear={() => setSearch({ search: '', propertyId: '', status: '' })}
            />
          )
        }
        empty={
          <EmptyState
            icon={Users}
            title={shown === 'all' ? 'No tenants yet' : 'No active tenants'}
            text="Add a tenant with a lease: their home is occupied from its first day"
            action={add}
          />
        }
      >
        {(tenants, busy) => <TenantList tenants={tenants} busy={busy} />}
      </QueryList>
      {create === 'tenant' && (
        <AddTenant propertyId={forProperty ?? propertyId} onClose={() => setSearch(noDialog)} />
      )}
    </>
  )
}

/** The filter by home. A click removes it. */
function HomeFilter({ propertyId }: { propertyId: string }) {
  const setSearch = useSetRentalSearch()
  const home = useQuery(query(rentalRoutes.one, { params: { id: propertyId } })).data
  const name = home?.address ?? 'One property'
  return (
    <Button
      aria-label={`Remove the filter ${name}`}
      className="max-w-full"
      onClick={() => setSearch({ propertyId: '' })}
    >
      <span className="truncate">{name}</span>
      <X aria-hidden />
    </Button>
  )
}
