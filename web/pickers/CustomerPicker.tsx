import { customerRoutes } from '@plumbline/contract/customers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useDeferredValue, useState } from 'react'
import { query } from '../api/query.ts'
import { Combobox } from '../ui/Combobox.tsx'
import type { ControlProps } from '../ui/Field.tsx'

interface CustomerPickerProps extends Partial<ControlProps> {
  ref?: Ref<HTMLInputElement>
  value: string | null
  onChange: (id: string | null) => void
  placeholder?: string
  /** The label of the first option, for no customer. */
  noneLabel?: string
  'aria-label'?: string
}

/** A picker for one customer, searched by name, contact or phone number while typing. */
export function CustomerPicker({
  value,
  onChange,
  placeholder = 'Choose a customer',
  noneLabel,
  ...control
}: CustomerPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const results = useQuery({
    ...query(customerRoutes.list, { query: { search, limit: '20', total: 'false' } }),
    placeholderData: keepPreviousData,
  })
  const listed = results.data ?? []
  const isListed = listed.some(({ id }) => id === value)
  const chosen = useQuery({
    ...query(customerRoutes.one, { params: { id: value ?? 'none' } }),
    enabled: value !== null && !isListed,
  })
  const customers = chosen.data && !isListed ? [chosen.data, ...listed] : listed
  const options = customers.map(({ id, name, company, address }) => ({
    value: id,
    label: name,
    detail: company ?? address ?? '',
  }))
  return (
    <Combobox
      {...control}
      options={noneLabel === undefined ? options : [{ value: '', label: noneLabel }, ...options]}
      value={value}
      onChange={(id) => {
        setTyped('')
        onChange(id || null)
      }}
      onSearch={setTyped}
      placeholder={placeholder}
      none={results.isFetching ? 'Searching…' : 'No customer with that name or phone number'}
    />
  )
}
