import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { Backoff } from '../../platform/backoff.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Log } from '../../platform/db/log.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { MAX_CONCURRENT_DELIVERIES, type Mailer } from '../../platform/mail/mail.ts'
import type { Settings } from '../../platform/settings.ts'
import { reason } from '../../platform/systemError.ts'
import { sendCustomerEmail } from './customerEmail.ts'
import { sendEmail } from './email.ts'
import { sendPush } from './push.ts'
import { type DeliveryRow, nextDueAt, postpone, takeDue } from './queries.ts'
import { sendReminder } from './reminder.ts'
import { finish } from './sending.ts'

/** The queue is checked at least this often, because the system clock may have been changed. */
const MAX_SLEEP_MS = MINUTE_MS
/** The delay before the next check after the database failed. */
const ERROR_DELAY_MS = 10_000
/** Checks again at once, because something may have become due in the meantime. */
const NO_DELAY = 0
/**
 * The longest time that closing waits for deliveries in progress. A connection that breaks after
 * that has the same effect as killing the program.
 */
const CLOSE_TIMEOUT_MS = 10_000

interface DeliveryParts {
  readonly db: Db
  readonly settings: Pick<Settings, 'publicUrl' | 'sessionSecret' | 'smtp' | 'stripe'>
  readonly files: FileStore
  readonly mail: Mailer | undefined
  readonly isPushService: (endpoint: URL) => boolean
  readonly now: () => Date
  readonly log: Log
}

/** Sends the queued emails and pushes, alongside other nodes that do the same. */
export interface Delivery {
  /** Starts sending, now and whenever something is due. */
  start(): void
  /** Checks the queue, for example after something was added. */
  wake(): void
  /** Checks the queue and sends what is due; for tests. */
  sendDue(): Promise<void>
  /** Stops, and waits for deliveries in progress. */
  close(): Promise<void>
}

export function openDelivery(parts: DeliveryParts): Delivery {
  const { db, settings, mail, now, log } = parts
  const backoff = new Backoff(log)
  const sending = { ...parts, backoff }
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isClosing = false
  /** Whether something may have become due while the queue was checked. */
  let isStale = false
  let looking: Promise<void> | undefined

  const sendable = () => ({
    emails: backoff.left === 0,
    reminders: mail !== undefined && settings.publicUrl !== undefined,
  })

  function send(tx: Db, row: DeliveryRow) {
    if (row.letter === 'reminder') return sendReminder(tx, sending, row, now())
    if (row.personId === null) return sendCustomerEmail(tx, sending, row, now())
    return (row.channel === 'push' ? sendPush : sendEmail)(tx, sending, row, now())
  }

  /**
   * Sends one due delivery. Its row is locked by the transaction while it is sent. If the program
   * is killed, the database releases the lock, so no timeout is needed.
   * @returns whether there was one
   */
  async function sendOne(): Promise<boolean> {
    let taken: DeliveryRow | undefined
    try {
      return await db.transaction(async (tx) => {
        taken = await takeDue(tx, now(), sendable())
        if (!taken) return false
        sendBeside()
        await finish(tx, taken, await send(tx, taken), now())
        return true
      })
    } catch (error) {
      if (!taken) throw error
      log.warn(`A notification could not be sent: ${reason(error)}`)
      // Postponed, so that it does not block the others.
      await postpone(db, taken, new Date(now().getTime() + ERROR_DELAY_MS))
      return true
    }
  }

  async function sendOn() {
    try {
      while (!isClosing && (await sendOne()));
      return NO_DELAY
    } catch (error) {
      log.warn(`The queue of notifications could not be worked on: ${reason(error)}`)
      return ERROR_DELAY_MS
    }
  }

  /** Sends another one at the same time, up to the limit. */
  function sendBeside() {
    if (isClosing || underWay.size >= MAX_CONCURRENT_DELIVERIES) return
    const one = sendOn().then((wait) => {
      underWay.delete(one)
      if (underWay.size > 0) return
      if (wait === NO_DELAY) void look()
      else sleepFor(wait)
    })
    underWay.add(one)
  }

  function sleepFor(milliseconds: number) {
    clearTimeout(timer)
    if (!isClosing && isRunning)
      timer = setTimeout(() => void look(), Math.min(milliseconds, MAX_SLEEP_MS)).unref()
  }

  async function lookOnce() {
    do {
      isStale = false
      const next = await nextDueAt(db, sendable())
      const wait = next ? next.getTime() - now().getTime() : MAX_SLEEP_MS
      if (wait <= 0) return sendBeside()
      if (underWay.size === 0) mail?.closeIdle()
      sleepFor(backoff.left > 0 ? Math.min(wait, backoff.left + 1) : wait)
    } while (isStale)
  }

  /** Starts sending if something is due, and otherwise sleeps until it is. */
  function look(): Promise<void> {
    isStale = true
    looking ??= lookOnce()
      .catch((error: unknown) => {
        log.warn(`The queue of notifications could not be read: ${reason(error)}`)
        sleepFor(ERROR_DELAY_MS)
      })
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  return {
    start() {
      isRunning = true
      void look()
    },
    wake() {
      if (isRunning && !isClosing) void look()
    },
    async sendDue() {
      await look()
      while (underWay.size > 0) {
        await Promise.all(underWay)
        await looking
      }
    },
    async close() {
      isClosing = true
      clearTimeout(timer)
      await looking
      await Promise.race([
        Promise.all(underWay),
        pause(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ])
    },
  }
}
