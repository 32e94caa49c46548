import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { concurrencyLimit } from '../concurrencyLimit.ts'
import type { Log } from '../db/log.ts'
import type { Settings } from '../settings.ts'
import { reason } from '../systemError.ts'

export interface Email {
  /** Without an address the email is not sent. */
  readonly to: { readonly name: string; readonly address: string | null }
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** Sends emails in the background, after the response. */
export interface Mailer {
  /** Sends an email; retried twice, then logged without its text, which may hold a link. */
  send(email: Email): void
  /** Waits for emails being sent; nothing is retried, and what waits for its turn is logged as not sent. */
  close(): Promise<void>
}

/** Milliseconds before the first and the second retry. */
const PAUSES = [2_000, 20_000]
const TIMEOUT = 20_000
const CONNECTIONS = 5

/** The mailer of SMTP_URL; undefined where it is not set. */
export function openMail(
  { smtp, publicUrl }: Pick<Settings, 'smtp' | 'publicUrl'>,
  log: Log,
): Mailer | undefined {
  if (!smtp) return undefined
  const transport = createTransport(smtp.url, {
    from: smtp.from ?? {
      name: 'Plumbline',
      address: `plumbline@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}`,
    },
  })
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  // Two hundred invites at once are not two hundred connections.
  const connect = concurrencyLimit(CONNECTIONS, Number.POSITIVE_INFINITY)

  async function deliver(email: Email, address: string, pauses: readonly number[]): Promise<void> {
    try {
      await connect(() => {
        // One that has waited for its turn until now would hold up the closing.
        if (closing.signal.aborted) throw new Error('the server was stopped')
        return Promise.race([
          transport.sendMail({
            ...email,
            to: { ...email.to, address },
            disableFileAccess: true,
            disableUrlAccess: true,
          }),
          sleep(TIMEOUT, undefined, { ref: false }).then(() =>
            Promise.reject(new Error('the mail server did not respond')),
          ),
        ])
      })
    } catch (error) {
      const [pause, ...rest] = pauses
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
      const sent = deliver(email, address, PAUSES).finally(() => underWay.delete(sent))
      underWay.add(sent)
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
      transport.close()
    },
  }
}
