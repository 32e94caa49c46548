import { setTimeout as sleep } from 'node:timers/promises'
import { backoffDelay } from '@plumbline/contract/backoff.ts'
import pg from 'pg'
import type { Log } from '../platform/db/log.ts'
import { reason } from '../platform/systemError.ts'

/** Milliseconds before a lost connection is reopened: the first delay and the longest. */
const RETRY_DELAY_MS = 250
const MAX_RETRY_DELAY_MS = 10_000
/** Interval of the connection check, in milliseconds: a silent network reports no error. */
const CHECK_INTERVAL_MS = 30_000
const TIMEOUT_MS = 10_000

interface Listening {
  /**
   * A direct connection: a pooler that shares connections between transactions delivers no
   * notifications.
   */
  readonly url: string
  readonly channel: string
  /** Called with the payload of each notification, in commit order. */
  readonly onNotification: (payload: string) => void
  /** Called each time listening has begun: from then on nothing is missed. */
  readonly onListening: () => Promise<void>
  readonly log: Log
}

/**
 * Listens for notifications on a separate connection, which is reopened whenever it breaks, until
 * closed.
 */
export function listen({ url, channel, onNotification, onListening, log }: Listening) {
  const closing = new AbortController()
  const { signal } = closing

  /** Listens until the connection breaks. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'plumbline listener',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    })
    let check: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((_, reject) => {
        client.on('error', reject)
        client.on('end', () => reject(new Error('the connection was closed')))
        client.on('notification', ({ payload = '' }) => onNotification(payload))
        signal.addEventListener('abort', () => reject(new Error('closed')), { once: true })
        check = setInterval(
          () => void client.query('select 1').catch(reject),
          CHECK_INTERVAL_MS,
        ).unref()
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

  async function listenUntilClosed(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const began = performance.now()
      await listenOnce().catch((error: unknown) => {
        if (signal.aborted) return
        log.warn(`Listening for events was interrupted: ${reason(error)}`)
      })
      const wasStable = performance.now() - began > MAX_RETRY_DELAY_MS
      failures = wasStable ? 0 : failures + 1
      const delay = backoffDelay(failures, RETRY_DELAY_MS, MAX_RETRY_DELAY_MS)
      await sleep(delay, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const done = listenUntilClosed()
  return {
    async close() {
      closing.abort()
      await done
    },
  }
}
