import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Words = Readonly<Record<string, string | undefined>>

/** The words of the address after `?`, and a setter that changes some of them in place; an empty word is taken out. */
export function useWords(): readonly [Words, (change: Words) => void] {
  const router = useRouter()
  const words: Words = useSearch({ strict: false })
  const set = useCallback(
    (change: Words) =>
      void router.navigate({
        to: '.',
        search: (before: Words) => ({ ...before, ...change }),
        replace: true,
      }),
    [router],
  )
  return [words, set]
}
