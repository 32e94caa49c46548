import { Failure } from '@plumbline/contract/failures.ts'

/**
 * A door for costly work: so many at once, the others in the order they came.
 * @param waiting how many may stand in line; one more is told to come again (429)
 */
export function concurrencyLimit(places: number, waiting: number) {
  const line: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= places) {
      if (line.length >= waiting) throw new Failure('tooMany', { retryAfter: 5 })
      await new Promise<void>((resolve) => line.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody slips in between.
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
