import { useCallback, useEffect, useState } from 'react'
import { SearchInput } from '../ui/Input.tsx'
import { useSetSearch } from './screen.ts'

const DEBOUNCE_MS = 200

/**
 * The text of a search box. `onChange` stores it in the address once the person pauses. When the
 * address changes otherwise (Back, a link), the box follows.
 */
function useSearchText(value: string | undefined, onChange: (search: string) => void) {
  const current = value ?? ''
  const [typed, setTyped] = useState(current)
  const [seen, setSeen] = useState(current)
  const [sent, setSent] = useState(current)

  if (current !== seen) {
    setSeen(current)
    // Ignores a value that the box itself has sent to the address.
    if (current !== sent) {
      setSent(current)
      setTyped(current)
    }
  }
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => {
      setSent(typed)
      onChange(typed)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, sent, onChange])

  return [typed, setTyped] as const
}

interface SearchBoxProps {
  label: string
  placeholder: string
  /** The `search` param of the screen's address. */
  value: string | undefined
  className?: string
}

/** The search box of a screen. The text is stored in its address as `search`. */
export function SearchBox({ value, ...props }: SearchBoxProps) {
  const setSearch = useSetSearch<{ search?: string | undefined }>()
  const [typed, setTyped] = useSearchText(
    value,
    useCallback((search) => setSearch({ search }), [setSearch]),
  )
  return <SearchInput {...props} value={typed} onChange={setTyped} />
}
