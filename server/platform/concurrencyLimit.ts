import { Failure } from '@plumbline/contract/failures.ts'

/**
 * Limits the number of expensive tasks that run at the same time. The others wait in order of
 * arrival.
 * @param running the most that run at once
 * @param waiting the most that wait; one more is a 429
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
      // The next in the queue takes over the slot, so that no newcomer gets in between.
      const next = queue.shift()
      if (next) next()
      else active--
    }
  }
}

/** The same limit for each key, such as the id of a person. Keys without tasks take no memory. */
export function concurrencyLimits(running: number, waiting: number) {
  const limits = new Map<string, { run: ReturnType<typeof concurrencyLimit>; tasks: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? { run: concurrencyLimit(running, waiting), tasks: 0 }
    limits.set(key, limit)
    limit.tasks++
    try {
      return await limit.run(work)
    } finally {
      limit.tasks--
      if (limit.tasks === 0) limits.delete(key)
    }
  }
}
