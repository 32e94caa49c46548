import type { SavedLine } from '@plumbline/contract/priceList.ts'
import { formatUnitPrice } from '@plumbline/contract/unitPrices.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useMay } from '../../api/me.ts'
import type { ComboboxOption } from '../../ui/OptionList.tsx'
import { savedLinesQuery } from './api.ts'

const SUGGESTIONS = 6
const DEBOUNCE_MS = 200

/** The saved lines that fit a description while it is typed. */
export function useSuggestions(typed: string) {
  const isAllowed = useMay()('priceList.read')
  const [search, setSearch] = useState('')
  const text = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    ...savedLinesQuery(search, SUGGESTIONS),
    placeholderData: keepPreviousData,
    enabled: isAllowed && search !== '',
  })
  const found = useMemo(
    () => (text === '' || search === '' ? [] : (data ?? [])),
    [text, search, data],
  )
  const suggestions = useMemo(() => found.map(optionOf), [found])
  return { found, suggestions }
}

const optionOf = ({ id, description, unit, unitPrice }: SavedLine): ComboboxOption => ({
  value: id,
  label: description,
  detail: `${formatUnitPrice(unitPrice)}${unit ? ` / ${unit}` : ''}`,
})
