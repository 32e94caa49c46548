import { useEffect, useState } from 'react'
import { useWords } from './useWords.ts'

const PAUSE_MS = 200

/** The text of a search box, kept in the address as `search` once the person pauses. */
export function useSearchWord() {
  const [words, setWords] = useWords()
  const kept = words.search ?? ''
  const [typed, setTyped] = useState(kept)
  const [seen, setSeen] = useState(kept)
  const [sent, setSent] = useState(kept)

  // The address changed by itself (Back, a link): the box follows. What the box sent there does not come back to it.
  if (kept !== seen) {
    setSeen(kept)
    if (kept !== sent) {
      setSent(kept)
      setTyped(kept)
    }
  }
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => {
      setSent(typed)
      setWords({ search: typed })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, sent, setWords])

  return [typed, setTyped] as const
}
