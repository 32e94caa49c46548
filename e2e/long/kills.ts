import type { Tap } from '../harness/tcpProxy.ts'

/** Counts what a node sends to its database, so that it can be killed in the middle of that. */
export function databaseMessages() {
  let onMessage = () => {}
  const tap: Tap = () => () => onMessage()
  return {
    tap,
    /** The number of messages during a piece of work. */
    async count(work: () => Promise<unknown>): Promise<number> {
      let count = 0
      onMessage = () => {
        count += 1
      }
      await work()
      onMessage = () => {}
      return count
    },
    /** Resolves at a message from now on, counted from 1. */
    reach: (message: number) =>
      new Promise<void>((resolve) => {
        let left = message
        onMessage = () => {
          left -= 1
          if (left === 0) resolve()
        }
      }),
  }
}
