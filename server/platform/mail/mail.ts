import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport, type Transporter } from 'nodemailer'
import { concurrencyLimit } from '../concurrencyLimit.ts'
import type { Log } from '../db/log.ts'
import type { Settings } from '../settings.ts'
import { reason } from '../systemError.ts'
import { problemOf } from './problem.ts'

export interface Email {
  /** Without an address the email is not sent. */
  readonly to: { readonly name: string; readonly address: string | null }
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** An email of a queue, which keeps it until a mail server has taken it. */
export interface QueuedEmail extends Email {
  readonly to: { readonly name: string; readonly address: string }
  /** The same each time it is sent, with its angle brackets, so that one that arrives twice is known as one. */
  readonly messageId: string
  /** What mail programs show it below. */
  readonly thread?: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Mailer {
  /** Sends an email in the background, after the response; retried twice, then logged without its text, which may hold a link. */
  send(email: Email): void
  /**
   * Sends an email now and once, over a connection that is kept for the next one.
   * @throws MailProblem which says whom it concerns
   */
  deliver(email: QueuedEmail): Promise<void>
  /** Closes the connections that are kept: nothing is to be delivered for now. */
  rest(): void
  /** Waits for emails being sent; nothing is retried, and what waits for its turn is logged as not sent. */
  close(): Promise<void>
}

/** Milliseconds before the first and the second retry. */
const PAUSES = [2_000, 20_000]
const TIMEOUT = 20_000
const CONNECTIONS = 5
/** How many emails of the queue are sent at a time. */
export const DELIVERIES = 4
const NO_ANSWER = 'the mail server did not respond'

/** An email has no parts that are read from a disk or another server. */
const closed = { disableFileAccess: true, disableUrlAccess: true } as const

function inTime<T>(sending: Promise<T>): Promise<T> {
  const late = sleep(TIMEOUT, undefined, { ref: false })
  return Promise.race([sending, late.then(() => Promise.reject(new Error(NO_ANSWER)))])
}

/**
 * The mailer of SMTP_URL; undefined where it is not set.
 * @param pauses before each time that an email is tried again
 */
export function openMail(
  { smtp, publicUrl }: Pick<Settings, 'smtp' | 'publicUrl'>,
  log: Log,
  pauses: readonly number[] = PAUSES,
): Mailer | undefined {
  if (!smtp) return undefined
  const defaults = {
    from: smtp.from ?? {
      name: 'Plumbline',
      address: `plumbline@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}`,
    },
  }
  const transport = createTransport(smtp.url, defaults)
  let kept: Transporter | undefined
  const openKept = () =>
    createTransport(
      {
        url: smtp.url,
        pool: true,
        maxConnections: DELIVERIES,
        // The queue decides when one is tried again.
        maxRequeues: 0,
        socketTimeout: TIMEOUT,
        greetingTimeout: TIMEOUT,
        connectionTimeout: TIMEOUT,
      },
      defaults,
    )
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  // Two hundred invites at once are not two hundred connections.
  const connect = concurrencyLimit(CONNECTIONS, Number.POSITIVE_INFINITY)

  async function deliver(email: Email, address: string, left: readonly number[]): Promise<void> {
    try {
      await connect(() => {
        // One that has waited for its turn until now would hold up the closing.
        if (closing.signal.aborted) throw new Error('the server was stopped')
        return inTime(transport.sendMail({ ...email, to: { ...email.to, address }, ...closed }))
      })
    } catch (error) {
      const [pause, ...rest] = left
      if (pause === undefined || closing.signal.aborted) {
        return log.warn(`An email to ${address} could not be sent: ${reason(error)}`)
      }
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      return deliver(email, address, rest)
    }
  }

  return {
    send(email) {
      const { address } = email.to
      if (address === null) return
      const sent = deliver(email, address, pauses).finally(() => underWay.delete(sent))
      underWay.add(sent)
    },
    async deliver({ thread, headers, ...email }) {
      kept ??= openKept()
      const threading = thread ? { inReplyTo: thread, references: thread } : {}
      // Headers that are written already are not folded: an address in one has to stay in one piece.
      const written = Object.entries(headers).map(([key, value]) => [
        key,
        { prepared: true, value },
      ])
      const message = { ...email, ...threading, headers: Object.fromEntries(written), ...closed }
      await inTime(kept.sendMail(message)).catch((error: unknown) => {
        throw problemOf(error)
      })
    },
    rest() {
      kept?.close()
      kept = undefined
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
      transport.close()
      kept?.close()
    },
  }
}
