import { CANARY } from '../../server/testing/walk/failures.ts'
import type { Step } from '../../server/testing/walk/walk.ts'

/** Rows whose reply to a repeated request is not the stored one, with the reason. */
export const notStored: Readonly<Record<string, string>> = {
  'POST /api/account/password':
    'keeps what it counted when it fails; the old password is wrong then',
  'POST /api/account/confirm': 'keeps what it counted when it fails, and may be entered again',
  'POST /api/account/passkeys': 'made outside of a transaction; the challenge is used up',
  'POST /api/payments/:id/send-receipt': 'refused: no emails are sent',
  'POST /api/customers/:id/statement/send': 'refused: no emails are sent',
  'POST /api/my-invoices/:id/pay': 'refused: no cards are taken',
  'POST /api/my-invoices/:id/settle-card': 'refused: no cards are taken',
  'POST /api/setup/replace-sample': 'ends the session; there is no sample company afterwards',
}

/** Deletions that are not in the audit log, with the reason. */
export const unaudited: Readonly<Record<string, string>> = {
  'DELETE /api/saved-views/:id': "a person's own filter of a list",
  'DELETE /api/messages/:id': 'the line stays, and says that its sender removed it',
  'DELETE /api/jobs/:id/mute': "a person's own choice of notifications",
  'DELETE /api/push-subscriptions/:id': "a person's own device",
  'DELETE /api/attention/snoozes': "a person's own reminder",
}

/** The texts that a person has typed: no ids, days or choices of a list. */
function typedIn(body: unknown): string[] {
  if (typeof body === 'string') return body.includes(' ') || body.includes('@') ? [body] : []
  if (body === null || typeof body !== 'object' || Buffer.isBuffer(body)) return []
  return Object.values(body).flatMap(typedIn)
}

/**
 * The forbidden texts in lines of the log: request values, secrets, and values quoted by the
 * database.
 */
export function leakedIn(lines: readonly string[], { request: { body, headers } }: Step): string[] {
  const log = lines.join('')
  const token = /plumbline=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  const secrets = [CANARY, '$argon2id$', ...(token ? [token] : []), ...typedIn(body)]
  return secrets.filter((text) => log.includes(text))
}

/** The log lines of completed requests. */
export const completionLines = (lines: readonly string[]) =>
  lines.filter((line) => 'responseTime' in (JSON.parse(line) as object))

/**
 * The log lines of the call itself; background work, such as notifying people, has its own lines.
 */
export const callLines = (lines: readonly string[]) =>
  lines.filter((line) => 'reqId' in (JSON.parse(line) as object))
