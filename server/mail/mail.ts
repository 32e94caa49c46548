import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Log } from '../db/log.ts'
import type { Settings } from '../settings.ts'

export interface Letter {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** Sends letters after the request that asked for them has been answered. */
export interface Mailer {
  /** Takes a letter; a failure is tried twice more, then logged without the letter's text, which may hold a link. */
  post(letter: Letter): void
  /** Waits for what is under way; nothing is tried again. */
  close(): Promise<void>
}

/** Milliseconds before the second and the third try. */
const PAUSES = [2_000, 20_000]
const TIMEOUT = 20_000

/** The mailer of SMTP_URL; undefined where none is set. */
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

  async function deliver(letter: Letter, pauses: readonly number[]): Promise<void> {
    try {
      await Promise.race([
        transport.sendMail({ ...letter, disableFileAccess: true, disableUrlAccess: true }),
        sleep(TIMEOUT, undefined, { ref: false }).then(() =>
          Promise.reject(new Error('no answer from the mail server')),
        ),
      ])
    } catch (error) {
      const [pause, ...rest] = pauses
      if (pause === undefined || closing.signal.aborted) {
        return log.warn(
          `A letter to ${letter.to.address} could not be sent: ${(error as Error).message}`,
        )
      }
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      return deliver(letter, rest)
    }
  }

  return {
    post(letter) {
      const sent = deliver(letter, PAUSES).finally(() => underWay.delete(sent))
      underWay.add(sent)
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
      transport.close()
    },
  }
}
