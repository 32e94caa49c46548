import { Failure } from '@plumbline/contract/failures.ts'

/** Who sends what can wait: it begins when nothing else runs or waits. */
export const LAST_IN_LINE = 'last in line'

/**
 * Limits how much costly work runs at the same time, and takes turns by person: one piece of work of each at a time, so that
 * nobody has to wait for all the files of somebody who sends many.
 * @param running how many at once
 * @param waiting how many may wait, and how many of one person; one more is a 429
 */
export function takeTurns(
  running: number,
  waiting: { readonly all: number; readonly each: number },
) {
  const busy = new Set<string>()
  /** Who waits, in the order of their turns, and with what. */
  const queues = new Map<string, (() => void)[]>()
  let count = 0

  function line(person: string): Promise<void> {
    const queue = queues.get(person) ?? []
    if (count >= waiting.all || queue.length >= waiting.each)
      throw new Failure('tooMany', { retryAfter: 5 })
    queues.set(person, queue)
    count++
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Gives the place that became free to the next person, who then goes to the end of the round. */
  function handOver() {
    for (const [person, queue] of queues) {
      if (busy.has(person) || (person === LAST_IN_LINE && (busy.size > 0 || queues.size > 1)))
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
    const mustWait = person === LAST_IN_LINE ? busy.size > 0 : busy.has(person)
    if (mustWait || busy.size >= running) await line(person)
    else busy.add(person)
    try {
      return await work()
    } finally {
      busy.delete(person)
      handOver()
    }
  }
}
