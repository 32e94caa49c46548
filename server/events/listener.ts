import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../platform/db/log.ts'
import { reason } from '../platform/systemError.ts'

/** Milliseconds before a lost connection is opened again: the first time, and at most. */
const PAUSE = 250
const LONGEST_PAUSE = 10_000
/** How often the connection is tried, since a network that has gone silent says nothing; milliseconds. */
const CHECK = 30_000
const TIMEOUT = 10_000

interface Listening {
  /** A direct connection: a pooler that shares connections between transactions delivers no notifications. */
  readonly url: string
  readonly channel: string
  /** Called with what each notification says, in the order of the commits. */
  readonly onNotification: (payload: string) => void
  /** Called each time that listening has begun: from then on nothing is missed. */
  readonly onListening: () => Promise<void>
  readonly log: Log
}

/** Listens for notifications on a connection of its own, which is opened again whenever it breaks, until closed. */
export function listen({ url, channel, onNotification, onListening, log }: Listening) {
  const closing = new AbortController()
  const { signal } = closing

  /** Listens until the connection breaks. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'plumbline listener',
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
      keepAlive: true,
    })
    let check: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((_, reject) => {
        client.on('error', reject)
        client.on('end', () => reject(new Error('the connection was closed')))
        client.on('notification', ({ payload = '' }) => onNotification(payload))
        signal.addEventListener('abort', () => reject(new Error('closed')), { once: true })
        check = setInterval(() => void client.query('select 1').catch(reject), CHECK).unref()
        const begin = async () => {
          await client.connect()
          await client.query(`listen ${pg.escapeIdentifier(channel)}`)
          await onListening()
        }
        begin().catch(reject)
      })
    } finally {
      clearInterval(check)
      client.end().catch(() => {})
    }
  }

  async function listenOn(): Promise<void> {
    let pause = PAUSE
    while (!signal.aborted) {
      const began = performance.now()
      await listenOnce().catch((error: unknown) => {
        if (signal.aborted) return
        log.warn(`Listening for events was interrupted: ${reason(error)}`)
      })
      pause = performance.now() - began > LONGEST_PAUSE ? PAUSE : Math.min(pause * 2, LONGEST_PAUSE)
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const done = listenOn()
  return {
    async close() {
      closing.abort()
      await done
    },
  }
}
