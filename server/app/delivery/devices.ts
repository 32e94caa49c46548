import type { NewPushDevice } from '@plumbline/contract/notifications.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sessions } from '../../schema/auth.ts'
import { pushDevices } from '../../schema/delivery.ts'

/** The most devices of a person. Adding another one removes the oldest. */
const MAX_DEVICES = 10

const { id, sid, userAgent, createdAt } = pushDevices
const shape = { id, sid, userAgent, createdAt }
const newestFirst = [desc(createdAt), desc(id)]

type DeviceRow = Pick<typeof pushDevices.$inferSelect, keyof typeof shape>
const toDevice = ({ id, sid, userAgent, createdAt }: DeviceRow, current: string | null) => ({
  id,
  userAgent,
  current: sid === current,
  createdAt: createdAt.toISOString(),
})

/**
 * The devices of the person that are still signed in, newest first.
 * @param current the id of the session whose device is marked as the current one
 */
export async function listDevices(db: Db, personId: string, current: string | null) {
  const isSignedIn = sql`exists (select 1 from ${sessions} s where s.sid = ${outer(pushDevices.sid)})`
  const rows = await db
    .select(shape)
    .from(pushDevices)
    .where(and(eq(pushDevices.personId, personId), isSignedIn))
    .orderBy(...newestFirst)
    .limit(MAX_DEVICES)
  return rows.map((row) => toDevice(row, current))
}

/** Adds a device. A known endpoint is moved to this person and session. */
export async function addDevice(
  db: Db,
  owner: { readonly personId: string; readonly sid: string; readonly userAgent: string },
  { endpoint, keys }: NewPushDevice,
  now: Date,
) {
  const device = { ...owner, ...keys, createdAt: now }
  const [row] = await db
    .insert(pushDevices)
    .values({ ...device, endpoint })
    .onConflictDoUpdate({ target: pushDevices.endpoint, set: device })
    .returning(shape)
  const newest = sql`(select d.id from ${pushDevices} d where d.person_id = ${owner.personId}
    order by d.created_at desc, d.id desc limit ${MAX_DEVICES})`
  await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.personId, owner.personId), sql`${id} not in ${newest}`))
  return toDevice(row as DeviceRow, owner.sid)
}

/** The device with the id, locked; undefined if it is not the person's. */
export async function findDevice(db: Db, personId: string, deviceId: string) {
  const own = and(eq(id, deviceId), eq(pushDevices.personId, personId))
  const [row] = await db.select({ id }).from(pushDevices).where(own).for('update')
  return row
}

export async function deleteDevice(db: Db, deviceId: string) {
  await db.delete(pushDevices).where(eq(id, deviceId))
}
