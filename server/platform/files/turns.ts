import { Failure } from '@plumbline/contract/failures.ts'

/** The person of work that is not urgent. It begins when nothing else runs or waits. */
export const LOWEST_PRIORITY = 'last in line'

/**
 * Limits the number of expensive tasks that run at the same time, one per person. People take
 * turns, so that nobody has to wait for all the files of somebody who sends many.
 * @param running the most that run at once
 * @param waiting the most that wait, in all and of one person; one more is a 429
 */
export function takeTurns(
  running: number,
  waiting: { readonly all: number; readonly each: number },
) {
  const busy = new Set<string>()
  /** The people who wait, in the order of their turns, each with their tasks. */
  const queues = new Map<string, (() => void)[]>()
  let count = 0

  function enqueue(person: string): Promise<void> {
    const queue = queues.get(person) ?? []
    if (count >= waiting.all || queue.length >= waiting.each)
      throw new Failure('tooMany', { retryAfter: 5 })
    queues.set(person, queue)
    count++
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Gives the free slot to the next person, who then moves to the end of the round. */
  function handOver() {
    for (const [person, queue] of queues) {
      if (busy.has(person) || (person === LOWEST_PRIORITY && (busy.size > 0 || queues.size > 1)))
        continue
      const [begin, ...rest] = queue
      queues.delete(person)
      if (rest.length > 0) queues.set(person, rest)
      busy.add(person)
      count--
      return begin?.()
    }
  }

  return async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    const mustWait = person === LOWEST_PRIORITY ? busy.size > 0 : busy.has(person)
    if (mustWait || busy.size >= running) await enqueue(person)
    else busy.add(person)
    try {
      return await work()
    } finally {
      busy.delete(person)
      handOver()
    }
  }
}
