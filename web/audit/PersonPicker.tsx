import { peopleRoutes } from '@plumbline/contract/people.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { query } from '../api/query.ts'
import { fullName, isCard, personQuery } from '../people/api.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { titleCase } from '../ui/status.ts'

interface PersonPickerProps {
  value: string | undefined
  onChange: (id: string | null) => void
  'aria-label': string
}

/** A choice of one person or all, looked up by name or address while typing. */
export function PersonPicker({ value, onChange, ...control }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...query(peopleRoutes.list, { query: { search, limit: '20' } }),
    placeholderData: keepPreviousData,
  })
  const listed = (found.data ?? []).filter(isCard)
  const isListed = listed.some(({ id }) => id === value)
  const chosen = useQuery({
    ...personQuery(value ?? 'none'),
    enabled: value !== undefined && !isListed,
  })
  const people = chosen.data && !isListed ? [chosen.data, ...listed] : listed
  const options = people.map((person) => ({
    value: person.id,
    label: fullName(person),
    detail: titleCase(person.role),
  }))
  // Somebody who has left has entries, but no card.
  const others = chosen.isError && value ? [{ value, label: 'Somebody who was removed' }] : []
  return (
    <Combobox
      {...control}
      options={[{ value: '', label: 'Everybody' }, ...others, ...options]}
      value={value ?? ''}
      onChange={(id) => {
        setTyped('')
        onChange(id || null)
      }}
      onSearch={setTyped}
      placeholder="Everybody"
      none={found.isFetching ? 'Searching…' : 'Nobody of that name'}
    />
  )
}
