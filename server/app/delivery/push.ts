import { dayIn } from '@plumbline/contract/dates.ts'
import { notificationPath, notificationText } from '@plumbline/contract/notificationTexts.ts'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { companyName } from '../../access/company/queries.ts'
import { describeNotifications } from '../../features/notifications/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Settings } from '../../platform/settings.ts'
import { sessions } from '../../schema/auth.ts'
import { pushDevices } from '../../schema/delivery.ts'
import { pushKeysOf } from './pushKeys.ts'
import * as queries from './queries.ts'
import { findRecipient, findSubjects, type Outcome } from './sending.ts'
import { dueAt } from './times.ts'
import { authorization, type DeviceKeys, encrypted } from './webPush.ts'

/** The time for which a push service stores a message that it cannot deliver yet. */
const TTL_SECONDS = 86_400
const TIMEOUT_MS = 15_000
const MAX_RETRIES = 2
const RETRY_DELAY_MS = 30_000

export interface PushSending {
  readonly settings: Pick<Settings, 'publicUrl' | 'sessionSecret' | 'smtp'>
  readonly isPushService: (endpoint: URL) => boolean
}

/** The contact that push services may report problems to. */
function contactOf({ publicUrl, smtp }: PushSending['settings']): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  const address = /[^\s<>]+@[^\s<>]+/.exec(smtp?.from ?? '')?.[0]
  return `mailto:${address ?? 'plumbline@localhost'}`
}

/** The devices of a person that are still signed in. The others are deleted. */
async function findDevices(db: Db, personId: string, now: Date) {
  const { id, sid, endpoint, p256dh, auth } = pushDevices
  const isTheirs = and(gt(sessions.expire, now), sql`${sessions.sess}->>'userId' = ${personId}`)
  const rows = await db
    .select({ id, endpoint, p256dh, auth, session: sessions.sid })
    .from(pushDevices)
    .leftJoin(sessions, and(eq(sessions.sid, sid), isTheirs))
    .where(eq(pushDevices.personId, personId))
  await deleteDevices(
    db,
    rows.filter(({ session }) => session === null),
  )
  return rows.filter(({ session }) => session !== null)
}

async function deleteDevices(db: Db, devices: readonly { readonly id: string }[]) {
  const ids = devices.map(({ id }) => id)
  if (ids.length > 0) await db.delete(pushDevices).where(inArray(pushDevices.id, ids))
}

/** Sends a due push with the current state of its notification to the devices of its person. */
export async function sendPush(
  db: Db,
  { settings, isPushService: isKnown }: PushSending,
  row: queries.PersonalDelivery,
  now: Date,
): Promise<Outcome> {
  const recipient = await findRecipient(db, row.personId)
  const [subject] = await findSubjects(db, row)
  const seen = subject ? [{ id: subject.id, count: subject.count, isEmailed: false }] : []
  const dropped = { state: 'dropped', seen } as const
  if (!recipient || !subject || subject.readAt !== null || subject.isMuted) return dropped
  if (!queries.channelsOf(recipient, subject.kind).push) return dropped
  const due = dueAt(now, recipient.quiet, recipient.timeZone)
  if (due > now) return { state: 'waiting', dueAt: due }
  const [described] = await describeNotifications(db, recipient, [subject.id])
  const devices = await findDevices(db, recipient.id, now)
  if (!described || devices.length === 0) return dropped
  const payload = JSON.stringify({
    title: notificationText(described, dayIn(recipient.timeZone, now)),
    body: described.jobName ?? (await companyName(db)),
    url: notificationPath(described),
    tag: described.id,
  })
  const keys = await pushKeysOf(db, settings)
  const answers = await Promise.all(
    devices.map(async ({ id, endpoint, p256dh, auth }) => {
      const isTrusted = isKnown(new URL(endpoint))
      const body = isTrusted ? encryptedFor({ p256dh, auth }, payload) : undefined
      if (!body) return { id, result: 'gone' as const }
      const proof = authorization(endpoint, contactOf(settings), keys, now)
      return { id, result: await post(endpoint, proof, body) }
    }),
  )
  await deleteDevices(
    db,
    answers.filter(({ result }) => result === 'gone'),
  )
  if (!answers.some(({ result }) => result === 'failed')) return { state: 'sent', seen }
  // A device that was reached already replaces the first one, because the tag is the same.
  if (row.attempts < MAX_RETRIES)
    return {
      state: 'waiting',
      dueAt: new Date(now.getTime() + RETRY_DELAY_MS),
      attempts: row.attempts + 1,
      error: FAILED,
    }
  return { state: 'failed', seen, error: FAILED }
}

const FAILED = 'A push service did not take it'

/** The encrypted payload for a device; undefined if its keys are invalid. */
function encryptedFor(keys: DeviceKeys, payload: string) {
  try {
    return encrypted(payload, keys)
  } catch {
    return undefined
  }
}

/** Posts to a push service. Redirects are not followed. */
async function post(
  endpoint: string,
  proof: string,
  body: Buffer<ArrayBuffer>,
): Promise<'sent' | 'gone' | 'failed'> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: proof,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.status === 404 || response.status === 410) return 'gone'
    return response.ok ? 'sent' : 'failed'
  } catch {
    return 'failed'
  }
}
