import { setTimeout as pause } from 'node:timers/promises'
import { Backoff } from '../../platform/backoff.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Log } from '../../platform/db/log.ts'
import { DELIVERIES, type Mailer } from '../../platform/mail/mail.ts'
import type { Settings } from '../../platform/settings.ts'
import { reason } from '../../platform/systemError.ts'
import { sendEmail } from './email.ts'
import { sendPush } from './push.ts'
import { type DeliveryRow, nextDueAt, postpone, takeDue } from './queries.ts'
import { finish } from './sending.ts'

/** After this time the queue is looked at in any case: the clock may have been set. Milliseconds. */
const LONGEST_SLEEP = 60_000
/** Before the queue is looked at again after the database failed. */
const AFTER_ERROR = 10_000
/** At once: something may have become due meanwhile. */
const LOOK_AGAIN = 0
/** How long stopping waits for what is being sent; a connection that breaks then is as if the program was killed. */
const LONGEST_END = 10_000

interface DeliveryParts {
  readonly db: Db
  readonly settings: Pick<Settings, 'publicUrl' | 'sessionSecret' | 'smtp'>
  readonly mail: Mailer | undefined
  readonly isPushService: (endpoint: URL) => boolean
  readonly now: () => Date
  readonly log: Log
}

/** Sends what is in the queue of emails and pushes, beside other nodes that do the same. */
export interface Delivery {
  /** Begins to send, now and whenever something is due. */
  start(): void
  /** Looks at the queue, such as after something was added. */
  wake(): void
  /** Looks at the queue and sends what is due; for tests. */
  sendDue(): Promise<void>
  /** Stops; waits for what is being sent. */
  close(): Promise<void>
}

export function openDelivery(parts: DeliveryParts): Delivery {
  const { db, mail, now, log } = parts
  const backoff = new Backoff(log)
  const sending = { ...parts, backoff }
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isClosing = false
  /** Whether something may have become due while the queue was looked at. */
  let isStale = false
  let looking: Promise<void> | undefined

  const emails = () => backoff.left === 0

  /**
   * Sends one of those that are due. Its row is locked while it is sent, by the transaction alone: of a program that is killed the
   * database lets it go, and no clock says how long it is held.
   * @returns whether there was one
   */
  async function sendOne(): Promise<boolean> {
    let taken: DeliveryRow | undefined
    try {
      return await db.transaction(async (tx) => {
        taken = await takeDue(tx, now(), emails())
        if (!taken) return false
        sendBeside()
        const send = taken.channel === 'push' ? sendPush : sendEmail
        await finish(tx, taken, await send(tx, sending, taken, now()), now())
        return true
      })
    } catch (error) {
      if (!taken) throw error
      log.warn(`A notification could not be sent: ${reason(error)}`)
      // Others are not held up by it.
      await postpone(db, taken, new Date(now().getTime() + AFTER_ERROR))
      return true
    }
  }

  async function sendOn() {
    try {
      while (!isClosing && (await sendOne()));
      return LOOK_AGAIN
    } catch (error) {
      log.warn(`The queue of notifications could not be worked on: ${reason(error)}`)
      return AFTER_ERROR
    }
  }

  /** Sends another one at the same time, as long as these are few. */
  function sendBeside() {
    if (isClosing || underWay.size >= DELIVERIES) return
    const one = sendOn().then((wait) => {
      underWay.delete(one)
      if (underWay.size > 0) return
      if (wait === LOOK_AGAIN) void look()
      else sleepFor(wait)
    })
    underWay.add(one)
  }

  function sleepFor(milliseconds: number) {
    clearTimeout(timer)
    if (!isClosing && isRunning)
      timer = setTimeout(() => void look(), Math.min(milliseconds, LONGEST_SLEEP)).unref()
  }

  async function lookOnce() {
    do {
      isStale = false
      const next = await nextDueAt(db, emails())
      const wait = next ? next.getTime() - now().getTime() : LONGEST_SLEEP
      if (wait <= 0) return sendBeside()
      if (underWay.size === 0) mail?.rest()
      sleepFor(backoff.left > 0 ? Math.min(wait, backoff.left + 1) : wait)
    } while (isStale)
  }

  /** Begins to send where something is due, and otherwise sleeps until it is. */
  function look(): Promise<void> {
    isStale = true
    looking ??= lookOnce()
      .catch((error: unknown) => {
        log.warn(`The queue of notifications could not be read: ${reason(error)}`)
        sleepFor(AFTER_ERROR)
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
      await Promise.race([Promise.all(underWay), pause(LONGEST_END, undefined, { ref: false })])
    },
  }
}
