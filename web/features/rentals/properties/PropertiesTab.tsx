import { propertyStatuses } from '@plumbline/contract/rentals.ts'
import { House } from 'lucide-react'
import { QueryList, usePagedList } from '../../../screens/QueryList.tsx'
import { SearchBox } from '../../../screens/SearchBox.tsx'
import { oneOf } from '../../../screens/screen.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../../ui/CardGrid.tsx'
import { Select } from '../../../ui/Input.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { statusOptions } from '../../../ui/status.ts'
import { ToolLine } from '../../../ui/ToolLine.tsx'
import { useRentalSearch, useSetRentalSearch } from '../search.ts'
import { propertyFilter, propertyPages } from './api.ts'
import { PropertyCard } from './PropertyCard.tsx'

/** The list of active or archived properties, with search and filters. */
export function PropertiesTab() {
  const setSearch = useSetRentalSearch()
  const filter = propertyFilter(useRentalSearch())
  const list = usePagedList(propertyPages(filter))
  const { search, status, archived } = filter

  return (
    <>
      <ToolLine>
        <SearchBox
          label="Search properties"
          placeholder="Search by address, city or tenant"
          value={search}
          className="min-w-52 flex-1 lg:max-w-105"
        />
        <Select
          aria-label="Status"
          options={[{ value: '', label: 'All statuses' }, ...statusOptions(propertyStatuses)]}
          value={status ?? ''}
          onChange={(event) =>
            setSearch({ status: oneOf(...propertyStatuses)(event.target.value) })
          }
          className="w-40"
        />
        <Button
          aria-pressed={archived === 'true'}
          onClick={() => setSearch({ archived: archived ? '' : 'true' })}
          className="aria-pressed:border-ink aria-pressed:bg-sunken"
        >
          Archived
        </Button>
      </ToolLine>
      <QueryList
        list={list}
        noun="properties"
        skeleton={<CardsSkeleton />}
        noMatch={
          (search || status) && (
            <NoMatch
              title="No properties match your filters"
              onClear={() => setSearch({ search: '', status: '' })}
            />
          )
        }
        empty={
          archived ? (
            <EmptyState
              icon={House}
              title="No archived properties"
              action={
                <Button onClick={() => setSearch({ archived: '' })}>Show the properties</Button>
              }
            />
          ) : (
            <EmptyState
              icon={House}
              title="No properties yet"
              text="Add a property to see its rent here"
              action={
                <Button variant="primary" onClick={() => setSearch({ new: 'property' })}>
                  Add Property
                </Button>
              }
            />
          )
        }
      >
        {(properties, busy) => (
          <CardGrid items={properties} busy={busy}>
            {(property) => <PropertyCard property={property} />}
          </CardGrid>
        )}
      </QueryList>
    </>
  )
}
