import { useCallback } from 'react'
import { SearchInput } from '../ui/SearchInput.tsx'
import { useSetSearch } from './searchParams.ts'
import { useSearchText } from './useSearchText.ts'

interface SearchBoxProps {
  label: string
  placeholder: string
  /** The `search` param of the screen's address. */
  value: string | undefined
  className?: string
}

/** The search box of a screen: what is typed goes to its address as `search`. */
export function SearchBox({ value, ...props }: SearchBoxProps) {
  const setSearch = useSetSearch<{ search?: string | undefined }>()
  const [typed, setTyped] = useSearchText(
    value,
    useCallback((search) => setSearch({ search }), [setSearch]),
  )
  return <SearchInput {...props} value={typed} onChange={setTyped} />
}
