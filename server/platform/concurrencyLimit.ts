import { Failure } from '@plumbline/contract/failures.ts'

/**
 * Limits how much costly work runs at the same time; the rest waits in the order it came.
 * @param running how many at once
 * @param waiting how many may wait; one more is a 429
 */
export function concurrencyLimit(running: number, waiting: number) {
  const queue: (() => void)[] = []
  let active = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (active >= running) {
      if (queue.length >= waiting) throw new Failure('tooMany', { retryAfter: 5 })
      await new Promise<void>((resolve) => queue.push(resolve))
    } else active++
    try {
      return await work()
    } finally {
      // The next in the queue takes over the place, so that no newcomer gets in between.
      const next = queue.shift()
      if (next) next()
      else active--
    }
  }
}
