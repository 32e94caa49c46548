import { formatDay } from '@plumbline/contract/dates.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { fullName, personQuery } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { useSetSearch } from '../../screens/screen.ts'
import { Chip } from '../../ui/Chip.tsx'
import type { JobFilter } from './api.ts'

/** The range of end dates in a filter, as text. */
export function endsText(from: string | undefined, to: string | undefined): string {
  if (from && to) return `${formatDay(from)} to ${formatDay(to)}`
  return from ? `from ${formatDay(from)}` : `by ${formatDay(to)}`
}

/**
 * Chips for the parts of a filter that have no control of their own on the screen. Each can be
 * removed.
 */
export function FilterChips({ filter }: { filter: JobFilter }) {
  const setSearch = useSetSearch<JobFilter>()
  const { active, late, managerId, clientId, subcontractorId, endsFrom, endsTo } = filter
  return (
    <>
      {active && <Chip label="Active" onRemove={() => setSearch({ active: '' })} />}
      {late && <Chip label="Late" onRemove={() => setSearch({ late: '' })} />}
      {managerId && (
        <Chip
          label="Manager"
          value={<ManagerName id={managerId} />}
          onRemove={() => setSearch({ managerId: '' })}
        />
      )}
      {clientId && (
        <Chip
          label="Client"
          value={<PersonName id={clientId} />}
          onRemove={() => setSearch({ clientId: '' })}
        />
      )}
      {subcontractorId && (
        <Chip
          label="Sub"
          value={<PersonName id={subcontractorId} />}
          onRemove={() => setSearch({ subcontractorId: '' })}
        />
      )}
      {(endsFrom || endsTo) && (
        <Chip
          label="Ends"
          value={endsText(endsFrom, endsTo)}
          onRemove={() => setSearch({ endsFrom: '', endsTo: '' })}
        />
      )}
    </>
  )
}

const REMOVED = 'Somebody who was removed'

function PersonName({ id }: { id: string }) {
  const { data, isError } = useQuery(personQuery(id))
  return data ? fullName(data) : isError ? REMOVED : '…'
}

function ManagerName({ id }: { id: string }) {
  const { data } = useQuery({
    ...query(peopleRoutes.projectManagers),
    enabled: id !== 'none',
  })
  if (id === 'none') return 'None'
  const manager = data?.find((one) => one.id === id)
  return manager ? fullName(manager) : data ? REMOVED : '…'
}
