import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { nextVersion } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { crewSchedule, movedCrewDays } from '../../schema/crew.ts'

/** Rows are sent as one parameter so that their number is not limited. */
const asRows = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`
const isOneOf = (ids: readonly string[]) => sql`${crewSchedule.id} = any(${sql.param(ids)}::uuid[])`

/** A crew day to add. */
export interface AddedDay {
  readonly entryId: string
  readonly subId: string
  readonly day: string
}

/** The hours, role and answer of added days. */
export interface DayFields {
  readonly startTime: string
  readonly endTime: string
  readonly role?: string | null | undefined
  readonly confirmed?: boolean | undefined
  readonly declined?: boolean | undefined
  readonly declineReason?: string | null | undefined
}

/**
 * Adds crew days, except where the sub already has that day of the entry. Returns the ids of those
 * added.
 */
export async function insertDays(
  db: Db,
  days: readonly AddedDay[],
  { startTime, endTime, role = null, ...answer }: DayFields,
): Promise<string[]> {
  if (days.length === 0) return []
  const { confirmed = false, declined = false, declineReason = null } = answer
  const rows = days.map((one) => ({ id: newId(), ...one }))
  const added = await db.execute<{ id: string }>(sql`
    insert into ${crewSchedule}
      (id, schedule_entry_id, subcontractor_id, assigned_date, start_time, end_time, role,
       confirmed, declined, decline_reason)
    select r.id, r."entryId", r."subId", r.day, ${startTime}, ${endTime}, ${role},
      ${confirmed}, ${declined}, ${declineReason}
    from jsonb_to_recordset(${asRows(rows)}) as r(id uuid, "entryId" uuid, "subId" uuid, day date)
    on conflict do nothing returning id`)
  return added.rows.map(({ id }) => id)
}

/** The answer of a sub for a day, and when they were last asked. */
export interface Answer {
  readonly confirmed: boolean
  readonly declined: boolean
  readonly declineReason: string | null
  readonly askedAt: Date | null
}

/** The new values of a crew day. */
export interface MovedDay extends Answer {
  readonly id: string
  readonly subId: string
  readonly day: string
}

/** An offset that moves any day of an entry beyond all days that can be entered. */
const PARKING_OFFSET_DAYS = 1_000_000

/**
 * Moves locked crew days to other days, subs and answers. They are parked far in the future first:
 * one may take the place of another, and the unique constraint is checked row by row.
 */
export async function moveDays(db: Db, moves: readonly MovedDay[]) {
  if (moves.length === 0) return
  await db
    .update(crewSchedule)
    .set({ assignedDate: sql`${crewSchedule.assignedDate} + ${PARKING_OFFSET_DAYS}::int` })
    .where(isOneOf(moves.map(({ id }) => id)))
  await db.execute(sql`
    update ${crewSchedule} set assigned_date = r.day, subcontractor_id = r."subId",
      confirmed = r.confirmed, declined = r.declined, decline_reason = r."declineReason",
      asked_at = r."askedAt", updated_at = ${nextVersion('crew_schedule')}
    from jsonb_to_recordset(${asRows(moves)})
      as r(id uuid, "subId" uuid, day date, confirmed boolean, declined boolean, "declineReason" text,
        "askedAt" timestamptz)
    where ${crewSchedule.id} = r.id`)
}

/** Changes the given fields of a locked crew day. */
export async function updateDay(
  db: Db,
  id: string,
  fields: Partial<typeof crewSchedule.$inferInsert>,
) {
  await db.update(crewSchedule).set(fields).where(eq(crewSchedule.id, id))
}

/** Deletes locked crew days. */
export async function deleteDays(db: Db, ids: readonly string[]) {
  if (ids.length > 0) await db.delete(crewSchedule).where(isOneOf(ids))
}

const dayFields = sql.raw(
  'schedule_entry_id, subcontractor_id, assigned_date, start_time, end_time, role, confirmed, declined, decline_reason, asked_at',
)

/** Saves the crew days of entries as they are before a move changes them, for its undo. */
export async function saveDays(
  db: Db,
  moveId: string,
  days: readonly { readonly id: string; readonly assignedDate: string }[],
  { moved, removed }: { readonly moved: readonly MovedDay[]; readonly removed: readonly string[] },
) {
  if (days.length === 0) return
  const targets = new Map<string, string | null>([
    ...moved.map(({ id, day }) => [id, day] as const),
    ...removed.map((id) => [id, null] as const),
  ])
  const rows = days.map(({ id, assignedDate }) => {
    const target = targets.get(id)
    return { id, movedTo: target === undefined ? assignedDate : target }
  })
  await db.execute(sql`
    insert into ${movedCrewDays} (move_id, crew_day_id, moved_to, ${dayFields})
    select ${moveId}, id, r."movedTo", ${dayFields}
    from ${crewSchedule} join jsonb_to_recordset(${asRows(rows)}) as r(id uuid, "movedTo" date) using (id)`)
}

/** Restores crew days that a move saved, then deletes everything it saved. */
export async function restoreDays(db: Db, moveId: string, ids: readonly string[]) {
  if (ids.length > 0)
    await db.execute(sql`
      insert into ${crewSchedule} (id, ${dayFields})
      select crew_day_id, ${dayFields} from ${movedCrewDays}
      where move_id = ${moveId} and crew_day_id = any(${sql.param(ids)}::uuid[])`)
  await db.delete(movedCrewDays).where(eq(movedCrewDays.moveId, moveId))
}

/** Deletes a locked crew day and its saved copies, so that no undo of a move restores it. */
export async function deleteDay(
  db: Db,
  { id, scheduleEntryId }: { readonly id: string; readonly scheduleEntryId: string },
) {
  await deleteDays(db, [id])
  await db
    .delete(movedCrewDays)
    .where(and(eq(movedCrewDays.scheduleEntryId, scheduleEntryId), eq(movedCrewDays.crewDayId, id)))
}

/**
 * Deletes the crew days of a sub on an entry (all, some, or from a day on) and their saved copies,
 * so that no undo restores them. Returns the number deleted.
 */
export async function deleteDaysOf(
  db: Db,
  entryId: string,
  subId: string,
  { from, days }: { from?: string; days?: readonly string[] | undefined } = {},
): Promise<number> {
  const ofSub = (t: typeof crewSchedule | typeof movedCrewDays) =>
    and(
      eq(t.scheduleEntryId, entryId),
      eq(t.subcontractorId, subId),
      from ? gte(t.assignedDate, from) : undefined,
      days ? inArray(t.assignedDate, [...days]) : undefined,
    )
  const rows = await db
    .delete(crewSchedule)
    .where(ofSub(crewSchedule))
    .returning({ id: crewSchedule.id })
  await db.delete(movedCrewDays).where(ofSub(movedCrewDays))
  return rows.length
}
