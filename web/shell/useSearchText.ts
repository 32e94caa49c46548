import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/**
 * The text of a search box, kept in the address by `onChange` once the person pauses. When the address changes by
 * itself (Back, a link), the box follows.
 */
export function useSearchText(value: string | undefined, onChange: (search: string) => void) {
  const kept = value ?? ''
  const [typed, setTyped] = useState(kept)
  const [seen, setSeen] = useState(kept)
  const [sent, setSent] = useState(kept)

  if (kept !== seen) {
    setSeen(kept)
    // What the box itself sent to the address does not come back to it.
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
