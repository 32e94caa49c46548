import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { type Ref, useDeferredValue, useState } from 'react'
import { Combobox } from '../ui/Combobox.tsx'
import type { ControlProps } from '../ui/Field.tsx'
import type { ComboboxOption } from '../ui/OptionList.tsx'

export interface PickerProps<T> extends Partial<ControlProps> {
  ref?: Ref<HTMLInputElement>
  value: string | null
  /** Also called with what was chosen, if it is one of those things. */
  onChange: (id: string | null, chosen: T | undefined) => void
  placeholder?: string
  /** The label of the first option, for none. */
  noneLabel?: string
  /** The value of that option. */
  noneValue?: string
  'aria-label'?: string
}

interface SearchPickerProps<T, O, L extends QueryKey, K extends QueryKey>
  extends PickerProps<T | O> {
  /** The query for what fits a text, and for one thing by its id. */
  listQuery: (search: string) => UseQueryOptions<T[], Error, T[], L>
  oneQuery: (id: string) => UseQueryOptions<O, Error, O, K>
  toOption: (one: T | O) => ComboboxOption
  /** The text of the list when nothing fits. */
  nothing: string
  /** The label of a value whose thing can no longer be read. */
  goneLabel?: string
}

/** A picker for one of many things, which are searched on the server while typing. */
export function SearchPicker<
  T extends { readonly id: string },
  O extends { readonly id: string },
  L extends QueryKey,
  K extends QueryKey,
>({
  listQuery,
  oneQuery,
  toOption,
  nothing,
  goneLabel,
  value,
  onChange,
  noneLabel,
  noneValue = '',
  ...control
}: SearchPickerProps<T, O, L, K>) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const results = useQuery({ ...listQuery(search), placeholderData: keepPreviousData })
  const listed = results.data ?? []
  const isListed = value === noneValue || listed.some(({ id }) => id === value)
  const chosen = useQuery({
    ...oneQuery(value ?? 'none'),
    enabled: value !== null && !isListed,
  })
  const found = chosen.data && !isListed ? [chosen.data, ...listed] : listed
  const options = found.map(toOption)
  const none = { value: noneValue, label: noneLabel ?? '' }
  const gone = goneLabel && chosen.isError && value ? [{ value, label: goneLabel }] : []
  return (
    <Combobox
      {...control}
      options={[...(noneLabel === undefined ? [] : [none]), ...gone, ...options]}
      value={value}
      onChange={(id) => {
        setTyped('')
        onChange(
          id || null,
          found.find((one) => one.id === id),
        )
      }}
      onSearch={setTyped}
      none={results.isFetching ? 'Searching…' : nothing}
    />
  )
}
