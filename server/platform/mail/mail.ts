import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport, type Transporter } from 'nodemailer'
import addressParser from 'nodemailer/lib/addressparser/index.js'
import type { Log } from '../db/log.ts'
import { concurrencyLimit } from '../limits/turns.ts'
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

/** An email in a queue that stores it until a mail server has accepted it. */
export interface QueuedEmail extends Email {
  readonly to: { readonly name: string; readonly address: string }
  /**
   * The Message-ID with its angle brackets. It is the same on every attempt, so that an email that
   * arrives twice is recognized as one.
   */
  readonly messageId: string
  /** The Message-ID of the email it is shown below. */
  readonly thread?: string
  readonly headers: Readonly<Record<string, string>>
  /** The name of the sender beside the configured address. */
  readonly fromName?: string
  readonly replyTo?: { readonly name: string; readonly address: string }
  readonly attachments?: readonly {
    readonly filename: string
    readonly contentType: string
    readonly content: Buffer
  }[]
}

/**
 * Whether emails with links can be sent at any time, which needs a mail server and an address for
 * links.
 */
export const sendsEmail = ({ smtp, publicUrl }: Pick<Settings, 'smtp' | 'publicUrl'>): boolean =>
  smtp !== undefined && publicUrl !== undefined

export interface Mailer {
  /**
   * Sends an email in the background, after the response. It is retried twice, then logged without
   * its text, which may contain a link.
   */
  send(email: Email): void
  /**
   * Sends an email once, over a connection that is reused for the next one.
   * @throws MailProblem which says whether it concerns the server, the email or the recipient
   */
  deliver(email: QueuedEmail): Promise<void>
  /** Closes the reusable connections, when there is nothing to deliver for now. */
  closeIdle(): void
  /**
   * Waits for emails being sent. Nothing is retried, and emails that are still waiting are logged
   * as not sent.
   */
  close(): Promise<void>
}

/** Milliseconds before the first and the second retry. */
const RETRY_DELAYS_MS = [2_000, 20_000]
const TIMEOUT_MS = 20_000
const MAX_CONNECTIONS = 5
/** The number of queued emails sent at the same time. */
export const MAX_CONCURRENT_DELIVERIES = 4
const TIMEOUT_MESSAGE = 'the mail server did not respond'

/** No part of an email is read from the disk or from another server. */
const noExternalContent = { disableFileAccess: true, disableUrlAccess: true } as const

function withTimeout<T>(sending: Promise<T>): Promise<T> {
  const timeout = sleep(TIMEOUT_MS, undefined, { ref: false })
  return Promise.race([sending, timeout.then(() => Promise.reject(new Error(TIMEOUT_MESSAGE)))])
}

/**
 * Opens the mailer of SMTP_URL.
 * @param retryDelays milliseconds before each retry
 * @returns undefined if SMTP_URL is not set
 */
export function openMail(
  { smtp, publicUrl }: Pick<Settings, 'smtp' | 'publicUrl'>,
  log: Log,
  retryDelays: readonly number[] = RETRY_DELAYS_MS,
): Mailer | undefined {
  if (!smtp) return undefined
  const ownAddress = `plumbline@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}`
  const [configured] = addressParser(smtp.from ?? '', { flatten: true })
  const address = configured?.address ?? ownAddress
  const defaults = { from: smtp.from ?? { name: 'Plumbline', address } }
  const transport = createTransport(smtp.url, defaults)
  let pooled: Transporter | undefined
  const openPooled = () =>
    createTransport(
      {
        url: smtp.url,
        pool: true,
        maxConnections: MAX_CONCURRENT_DELIVERIES,
        // The queue decides when an email is tried again.
        maxRequeues: 0,
        socketTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        connectionTimeout: TIMEOUT_MS,
      },
      defaults,
    )
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  // Limits the connections, since many invites may be sent at once.
  const connect = concurrencyLimit(MAX_CONNECTIONS, Number.POSITIVE_INFINITY)

  async function deliver(email: Email, address: string, delays: readonly number[]): Promise<void> {
    try {
      await connect(() => {
        // An email that has waited until now would delay the shutdown.
        if (closing.signal.aborted) throw new Error('the server was stopped')
        return withTimeout(
          transport.sendMail({ ...email, to: { ...email.to, address }, ...noExternalContent }),
        )
      })
    } catch (error) {
      const [delay, ...laterDelays] = delays
      if (delay === undefined || closing.signal.aborted) {
        return log.warn(`An email to ${address} could not be sent: ${reason(error)}`)
      }
      await sleep(delay, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      return deliver(email, address, laterDelays)
    }
  }

  return {
    send(email) {
      const { address } = email.to
      if (address === null) return
      const sent = deliver(email, address, retryDelays).finally(() => underWay.delete(sent))
      underWay.add(sent)
    },
    async deliver({ thread, headers, fromName, attachments = [], ...email }) {
      pooled ??= openPooled()
      const threading = thread ? { inReplyTo: thread, references: thread } : {}
      // Prepared headers are not folded: an address in one has to remain in one piece.
      const preparedHeaders = Object.entries(headers).map(([key, value]) => [
        key,
        { prepared: true, value },
      ])
      const message = {
        ...email,
        ...threading,
        ...(fromName !== undefined && { from: { name: fromName, address } }),
        attachments: [...attachments],
        headers: Object.fromEntries(preparedHeaders),
        ...noExternalContent,
      }
      await withTimeout(pooled.sendMail(message)).catch((error: unknown) => {
        throw problemOf(error)
      })
    },
    closeIdle() {
      pooled?.close()
      pooled = undefined
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
      transport.close()
      pooled?.close()
    },
  }
}
