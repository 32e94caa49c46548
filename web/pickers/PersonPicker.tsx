import { peopleRoutes } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { fullName, isMember, personQuery } from '../api/people.ts'
import { query } from '../api/query.ts'
import { Combobox } from '../ui/Combobox.tsx'
import type { ControlProps } from '../ui/Field.tsx'
import { titleCase } from '../ui/status.ts'

interface PersonPickerProps extends Partial<ControlProps> {
  value: string | undefined
  onChange: (id: string | null) => void
  /** Lists only people with this role. */
  of?: Role
  /** The label of the first option, for no person in particular. */
  noneLabel?: string
  'aria-label'?: string
}

/** A picker for one person or all, searched by name, email address or number while typing. */
export function PersonPicker({
  value,
  onChange,
  of,
  noneLabel = 'Everybody',
  ...control
}: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const results = useQuery({
    ...query(peopleRoutes.list, { query: { role: of, search, limit: '20' } }),
    placeholderData: keepPreviousData,
  })
  const listed = (results.data ?? []).filter(isMember)
  const isListed = listed.some(({ id }) => id === value)
  const chosen = useQuery({
    ...personQuery(value ?? 'none'),
    enabled: value !== undefined && !isListed,
  })
  const people = chosen.data && !isListed ? [chosen.data, ...listed] : listed
  const options = people.map((person) => ({
    value: person.id,
    label: fullName(person),
    detail: of ? (person.specialty ?? '') : titleCase(person.role),
  }))
  // A person who was removed may have entries but no longer has a record.
  const others = chosen.isError && value ? [{ value, label: 'Somebody who was removed' }] : []
  return (
    <Combobox
      {...control}
      options={[{ value: '', label: noneLabel }, ...others, ...options]}
      value={value ?? ''}
      onChange={(id) => {
        setTyped('')
        onChange(id || null)
      }}
      onSearch={setTyped}
      placeholder={noneLabel}
      none={results.isFetching ? 'Searching…' : 'No one by that name'}
    />
  )
}
