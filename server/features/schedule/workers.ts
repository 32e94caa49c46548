import type { Person } from '@plumbline/contract/policy.ts'
import { type SQL, sql } from 'drizzle-orm'
import { fullName, nameOf } from '../../access/people/names.ts'
import { isCrew, seenSubId } from '../../access/people/seen.ts'
import { outer } from '../../platform/db/columns.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { users } from '../../schema/people.ts'
import { scheduleEntries } from '../../schema/schedule.ts'

const assignedId = scheduleEntries.assignedSubcontractorId

/** The subs booked on an entry by name, on all days or on those of a condition on `c`. */
const bookedNames = (days: SQL) => sql`(
  select string_agg(distinct u.first_name || ' ' || u.last_name, ', ')
  from ${crewSchedule} c join ${users} u on u.id = c.subcontractor_id
  where c.schedule_entry_id = ${outer(scheduleEntries.id)} and not c.declined and ${days})`

/**
 * The sub assigned to an entry, or without one the subs booked on it, by name, as SQL for readers
 * of the crew; null without any.
 * @param days a condition on the days of the bookings `c`
 */
export const workerNames = (days: SQL = sql`true`) =>
  sql<string | null>`coalesce(${nameOf(assignedId)}, ${bookedNames(days)})`

/** The sub assigned to an entry, if the person sees them. */
export const seenSubOf = (person: Person): SQL<string | null> => seenSubId(person, assignedId)

/**
 * The names of the subs who work on an entry, as far as the person sees them: bookings are for the
 * crew alone. The query must join the `users` of {@link seenSubOf}, which takes less time for many
 * entries than a statement for each.
 */
export const seenWorkerNames = (person: Person) =>
  isCrew(person) ? sql<string | null>`coalesce(${fullName}, ${bookedNames(sql`true`)})` : fullName

/** A condition for the entries that a sub is assigned to or booked on, if the person sees them. */
export const isWorkedOnBy = (person: Person, subId: string): SQL =>
  isCrew(person)
    ? // With `or`, the entries that the person is assigned to could not be found by their index.
      sql`${scheduleEntries.id} in (
        select a.id from ${scheduleEntries} a where a.assigned_subcontractor_id = ${subId}
        union all
        select c.schedule_entry_id from ${crewSchedule} c
        where c.subcontractor_id = ${subId} and not c.declined)`
    : sql`${seenSubOf(person)} = ${subId}`
