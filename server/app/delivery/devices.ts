import type { NewPushDevice } from '@plumbline/contract/notifications.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sessions } from '../../schema/auth.ts'
import { pushDevices } from '../../schema/delivery.ts'

/** How many devices a person has at most; the oldest goes for another one. */
const MOST_DEVICES = 10

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

/** Those of the person whose sessions go on, seen from the session `current`. */
export async function listDevices(db: Db, personId: string, current: string | null) {
  const isSignedIn = sql`exists (select 1 from ${sessions} s where s.sid = ${outer(pushDevices.sid)})`
  const rows = await db
    .select(shape)
    .from(pushDevices)
    .where(and(eq(pushDevices.personId, personId), isSignedIn))
    .orderBy(...newestFirst)
    .limit(MOST_DEVICES)
  return rows.map((row) => toDevice(row, current))
}

/** Adds a device. One that is known already belongs to this person and session from now on. */
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
  const kept = sql`(select d.id from ${pushDevices} d where d.person_id = ${owner.personId}
    order by d.created_at desc, d.id desc limit ${MOST_DEVICES})`
  await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.personId, owner.personId), sql`${id} not in ${kept}`))
  return toDevice(row as DeviceRow, owner.sid)
}

/** The device of that id, if it is the person's. */
export async function findDevice(db: Db, personId: string, deviceId: string) {
  const own = and(eq(id, deviceId), eq(pushDevices.personId, personId))
  const [row] = await db.select({ id }).from(pushDevices).where(own).for('update')
  return row
}

export async function deleteDevice(db: Db, deviceId: string) {
  await db.delete(pushDevices).where(eq(id, deviceId))
}
