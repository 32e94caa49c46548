import { TZDate } from '@date-fns/tz'
import { isDay } from '@plumbline/contract/dates.ts'
import { format } from 'date-fns'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { events } from '../../schema/live.ts'
import { tasks } from '../../schema/tasks.ts'

/** The time of a deadline that is a calendar day, in the company's time zone. */
const END_OF_DAY = '23:59:59'

/**
 * A submitted deadline as a point in time. A calendar day stands for the end of that day in
 * the company's time zone.
 */
export function deadlineOf(sent: string | null, timeZone: string): Date | null {
  if (sent === null) return null
  if (!isDay(sent)) return new Date(sent)
  const [year = 0, month = 1, day = 1] = sent.split('-').map(Number)
  const [hours = 0, minutes = 0, seconds = 0] = END_OF_DAY.split(':').map(Number)
  return new Date(new TZDate(year, month - 1, day, hours, minutes, seconds, timeZone).getTime())
}

/** A deadline as text in the company's time zone. The time is omitted at the end of the day. */
export function formatDeadline(at: Date, timeZone: string): string {
  const local = new TZDate(at.getTime(), timeZone)
  return format(
    local,
    format(local, 'HH:mm:ss') === END_OF_DAY ? 'MMM d, yyyy' : 'MMM d, yyyy, h:mm a',
  )
}

/**
 * Leaves deadlines without a time on their day when the time zone of the company is changed. Their
 * events follow, so that nobody is notified again of what has been overdue. The versions of tasks
 * stay, since nothing that a person entered has changed.
 */
export async function moveDeadlines(db: Db, from: string, to: string) {
  const isEndOfDay = (at: SQL) => sql`(${at} at time zone ${from})::time = ${END_OF_DAY}`
  const moved = (at: SQL) =>
    sql`((${at} at time zone ${from})::date + ${END_OF_DAY}::time) at time zone ${to}`
  const deadline = sql`${tasks.deadline}`
  await db.execute(
    sql`update ${tasks} set deadline = ${moved(deadline)} where ${isEndOfDay(deadline)}`,
  )
  const isOverdue = sql`${events.name} = 'task.overdue'`
  // `case` prevents a cast of the details of other events.
  const at = sql`(case when ${isOverdue} then ${events.detail}->>'at' end)::timestamptz`
  await db.execute(sql`
    update ${events} set detail = jsonb_set(${events.detail}, '{at}',
      to_jsonb(${utcText(moved(at))}))
    where ${isOverdue} and ${isEndOfDay(at)}`)
}

/** A moment as it is written in events: `2026-12-24T22:59:59Z`. */
export const utcText = (at: SQL) =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
