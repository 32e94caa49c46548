import type { ClashResolutions, CrewDay } from '@plumbline/contract/crew.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import { and, eq, sql } from 'drizzle-orm'
import { companyDays } from '../../access/company/service.ts'
import { fullName } from '../../access/people/names.ts'
import { byName, notRemoved } from '../../access/people/queries.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobSubcontractors } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { absencesIn } from './absences.ts'
import { bookings } from './queries.ts'
import { type Candidate, clashOf, waysOut } from './rules.ts'

/** The number of days in which a free day is looked for. */
const SEARCH_DAYS = 90

/** All subs by name, with whether they are on a job. */
function candidates(db: Db, jobId: string): Promise<Candidate[]> {
  return db
    .select({
      id: users.id,
      name: fullName,
      specialty: users.specialty,
      isOnJob: sql<boolean>`exists (select 1 from ${jobSubcontractors} m
        where m.job_id = ${jobId} and m.subcontractor_id = ${outer(users.id)})`,
    })
    .from(users)
    .where(and(notRemoved, eq(users.role, 'subcontractor')))
    .orderBy(...byName)
}

/**
 * The bookings that clash with a crew day, and the ways to resolve the clash. No ways if nothing
 * clashes.
 */
export async function findWays(db: Db, day: CrewDay, now: Date): Promise<ClashResolutions> {
  const { assignedDate: from, subcontractorId } = day
  const { calendar, today } = await companyDays(db, now)
  // A past day can only move to a future one.
  const to = addDays(from < today ? today : from, SEARCH_DAYS)
  const own = await bookings(db, [subcontractorId], { from, to }, now)
  const { days, movable } = clashOf(day, own)
  if (days.length === 1) return { days, movableId: movable.id, ways: [] }
  const onDay = await bookings(db, undefined, { from, to: from }, now)
  const ways = waysOut({
    movable,
    subs: await candidates(db, movable.jobId),
    bookings: [...onDay, ...own],
    absences: await absencesIn(db, undefined, { from, to }),
    calendar,
    today,
    until: to,
  })
  return { days, movableId: movable.id, ways }
}
