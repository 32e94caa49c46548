import { Failure } from '@plumbline/contract/failures.ts'

/** The person of work that is not urgent. It begins when nothing else runs or waits. */
export const LOWEST_PRIORITY = 'last in line'

/** The most tasks: of all people together, and of each person. */
interface Most {
  readonly all: number
  readonly each: number
}

const UNLIMITED: Most = { all: Number.POSITIVE_INFINITY, each: Number.POSITIVE_INFINITY }

/**
 * Limits the number of tasks that run at the same time. The others wait, and people take turns, so
 * that nobody has to wait for all the tasks of somebody who sends many. People without tasks take
 * no memory.
 * @param running the most that run at once, unlimited where omitted
 * @param waiting the most that wait; one more is a 429
 */
export function takeTurns(running: Partial<Most>, waiting: Partial<Most>) {
  const mostRunning = { ...UNLIMITED, ...running }
  const mostWaiting = { ...UNLIMITED, ...waiting }
  /** The number of running tasks, by person. */
  const active = new Map<string, number>()
  /** The people who wait, in the order of their turns, each with their tasks. */
  const queues = new Map<string, (() => void)[]>()
  let activeCount = 0
  let waitingCount = 0

  const mayBegin = (person: string) =>
    person === LOWEST_PRIORITY
      ? activeCount === 0 && (queues.size === 0 || (queues.size === 1 && queues.has(person)))
      : activeCount < mostRunning.all && (active.get(person) ?? 0) < mostRunning.each

  function begin(person: string) {
    active.set(person, (active.get(person) ?? 0) + 1)
    activeCount++
  }

  function end(person: string) {
    const remaining = (active.get(person) ?? 0) - 1
    if (remaining > 0) active.set(person, remaining)
    else active.delete(person)
    activeCount--
  }

  function enqueue(person: string): Promise<void> {
    const queue = queues.get(person) ?? []
    if (waitingCount >= mostWaiting.all || queue.length >= mostWaiting.each)
      throw new Failure('tooMany', { retryAfter: 5 })
    queues.set(person, queue)
    waitingCount++
    return new Promise((resolve) => queue.push(resolve))
  }

  /**
   * Gives the free slot to the next person who may begin, who then moves to the end of the round.
   * No newcomer gets in between.
   */
  function handOver() {
    for (const [person, queue] of queues) {
      if (!mayBegin(person)) continue
      const start = queue.shift()
      queues.delete(person)
      if (queue.length > 0) queues.set(person, queue)
      waitingCount--
      begin(person)
      return start?.()
    }
  }

  return async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    if (mayBegin(person)) begin(person)
    else await enqueue(person)
    try {
      return await work()
    } finally {
      end(person)
      handOver()
    }
  }
}

/** The same for tasks of nobody in particular, which run in order of arrival. */
export function concurrencyLimit(running: number, waiting: number) {
  const inTurn = takeTurns({ all: running }, { all: waiting })
  return <T>(work: () => Promise<T>): Promise<T> => inTurn('', work)
}
