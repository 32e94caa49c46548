import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useDeferredValue, useState } from 'react'
import { jobQuery } from '../api/jobs.ts'
import { query } from '../api/query.ts'
import { Combobox } from '../ui/Combobox.tsx'
import type { ControlProps } from '../ui/Field.tsx'

interface JobPickerProps extends Partial<ControlProps> {
  ref?: Ref<HTMLInputElement>
  value: string | null
  onChange: (id: string | null) => void
  placeholder?: string
  /** The label of the first option, for no job. */
  noneLabel?: string
  'aria-label'?: string
}

/** A picker for one job, searched by name, address or customer while typing. */
export function JobPicker({
  value,
  onChange,
  placeholder = 'Choose a job',
  noneLabel,
  ...control
}: JobPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const results = useQuery({
    ...query(jobRoutes.list, { query: { search, limit: '20' } }),
    placeholderData: keepPreviousData,
  })
  const listed = results.data ?? []
  const isListed = listed.some((job) => job.id === value)
  const chosen = useQuery({ ...jobQuery(value ?? 'none'), enabled: value !== null && !isListed })
  const jobs = chosen.data && !isListed ? [chosen.data, ...listed] : listed
  const options = jobs.map(({ id, name, address }) => ({ value: id, label: name, detail: address }))
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
      none={results.isFetching ? 'Searching…' : 'No job with that name, address or customer'}
    />
  )
}
