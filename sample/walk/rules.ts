import { CANARY } from '../../server/testing/walk/failures.ts'
import type { Step } from '../../server/testing/walk/walk.ts'

/** Rows whose answer to a repeat is not the stored one, with the reason. */
export const notStored: Readonly<Record<string, string>> = {
  'POST /api/account/password':
    'keeps what it counted when it fails; the old password is wrong then',
  'POST /api/account/confirm': 'keeps what it counted when it fails, and may be entered again',
  'POST /api/account/passkeys': 'made outside of a transaction; the challenge is used up',
}

/** The texts that somebody has typed: no ids, days or choices of a list. */
function typedIn(body: unknown): string[] {
  if (typeof body === 'string') return body.includes(' ') || body.includes('@') ? [body] : []
  if (body === null || typeof body !== 'object' || Buffer.isBuffer(body)) return []
  return Object.values(body).flatMap(typedIn)
}

/** The forbidden texts in lines of the log: what was sent, secrets, and what the database quotes. */
export function leakedIn(lines: readonly string[], { request: { body, headers } }: Step): string[] {
  const log = lines.join('')
  const token = /plumbline=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  const secrets = [CANARY, '$argon2id$', ...(token ? [token] : []), ...typedIn(body)]
  return secrets.filter((text) => log.includes(text))
}

/** The lines that say that a call was answered. */
export const answersIn = (lines: readonly string[]) =>
  lines.filter((line) => 'responseTime' in (JSON.parse(line) as object))

/** The lines about a call itself: what goes on in the background, such as notifying people, has lines of its own. */
export const ofCall = (lines: readonly string[]) =>
  lines.filter((line) => 'reqId' in (JSON.parse(line) as object))
