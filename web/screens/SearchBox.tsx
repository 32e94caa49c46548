import { useCallback, useEffect, useState } from 'react'
import { SearchInput } from '../ui/Input.tsx'
import { useSetSearch } from './screen.ts'

const PAUSE_MS = 200

/**
 * The text of a search box, kept in the address by `onChange` once the person pauses. When the address changes by
 * itself (Back, a link), the box follows.
 */
function useSearchText(value: string | undefined, onChange: (search: string) => void) {
  const kept = value ?? ''
  const [typed, setTyped] = useState(kept)
  const [seen, setSeen] = useState(kept)
  const [sent, setSent] = useState(kept)

  if (kept !== seen) {
    setSeen(kept)
    // Ignore what the box itself sent to the address.
    if (kept !== sent) {
      setSent(kept)
      setTyped(kept)
    }
  }
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => {
      setSent(typed)
      onChange(typed)
    }, PAUSE_MS)
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

/** The search box of a screen: what is typed goes to its address as `search`. */
export function SearchBox({ value, ...props }: SearchBoxProps) {
  const setSearch = useSetSearch<{ search?: string | undefined }>()
  const [typed, setTyped] = useSearchText(
    value,
    useCallback((search) => setSearch({ search }), [setSearch]),
  )
  return <SearchInput {...props} value={typed} onChange={setTyped} />
}
