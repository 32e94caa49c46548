import type { Person } from '@plumbline/contract/policy.ts'
import { sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { seenOfSubs } from '../../access/people/seen.ts'
import { outer } from '../../platform/db/columns.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { users } from '../../schema/people.ts'
import { scheduleEntries } from '../../schema/schedule.ts'

const assignedId = scheduleEntries.assignedSubcontractorId

/**
 * The sub assigned to an entry, or without one the subs booked on it, by name, as SQL; null without
 * any.
 */
export const workerNames = sql<string | null>`coalesce(${nameOf(assignedId)}, (
  select string_agg(distinct u.first_name || ' ' || u.last_name, ', ')
  from ${crewSchedule} c join ${users} u on u.id = c.subcontractor_id
  where c.schedule_entry_id = ${outer(scheduleEntries.id)} and not c.declined))`

/** The names of the subs who work on an entry, if the person sees them. */
export const seenWorkerNames = (person: Person) => seenOfSubs(person, workerNames)

/** The sub assigned to an entry, if the person sees them. */
export const seenSubOf = (person: Person) => seenOfSubs(person, assignedId)

/** A condition for the entries that a sub is assigned to or booked on, if the person sees them. */
export const isWorkedOnBy = (person: Person, subId: string) =>
  seenOfSubs(
    person,
    sql`(${assignedId} = ${subId} or ${scheduleEntries.id} = any(array(
      select c.schedule_entry_id from ${crewSchedule} c
      where c.subcontractor_id = ${subId} and not c.declined)))`,
  )
