import { useEffect, useEffectEvent } from 'react'

/** Listens to the keys of the whole window; with `capture` before any element on the page. */
export function useKeydown(onKey: (event: KeyboardEvent) => void, { capture = false } = {}) {
  const latest = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest(event)
    addEventListener('keydown', listen, { capture })
    return () => removeEventListener('keydown', listen, { capture })
  }, [capture])
}
