import { useState } from 'react'

/**
 * A value of the address, and a function that chooses another one. The choice is returned at once,
 * while the address follows only when the screen is loaded, so that what is pressed next builds on
 * it. `save` returns a promise that resolves when the address has the value, or got none.
 */
export function useChosen<T>(value: T, save: (chosen: T) => Promise<void>) {
  const [pending, setPending] = useState<{ readonly value: T } | null>(null)
  const choose = (chosen: T) => {
    const mine = { value: chosen }
    setPending(mine)
    const end = () => setPending((latest) => (latest === mine ? null : latest))
    save(chosen).then(end, end)
  }
  return [pending ? pending.value : value, choose] as const
}
