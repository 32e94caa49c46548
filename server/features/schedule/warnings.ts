import { isOpenEntry } from '@plumbline/contract/schedule.ts'
import {
  type Clash,
  clashWarnings,
  orderWarnings,
  type PlannedEntry,
} from '@plumbline/contract/scheduleWarnings.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { and, eq, gte, inArray, lte, ne } from 'drizzle-orm'
import { workdaySettings } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobs } from '../../schema/jobs.ts'
import { isOpen, scheduleEntries } from '../../schema/schedule.ts'
import { byStart, type EntryRow, lagDays } from './queries.ts'

/** The fields of the given entries that decide whether they are in order, by id. */
async function plannedEntries(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PlannedEntry>> {
  if (ids.length === 0) return new Map()
  const { id, title, startDate, endDate, status } = scheduleEntries
  const rows = await db
    .select({ id, title, startDate, endDate, status, lagDays })
    .from(scheduleEntries)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

const MAX_CLASHES = 5

/**
 * Up to five other open entries of the entry's sub on its days. Empty for a completed or canceled
 * entry.
 */
async function findClashes(db: Db, entry: EntryRow): Promise<Clash[]> {
  if (entry.assignedSubcontractorId === null || !isOpenEntry(entry)) return []
  const { title, startDate, endDate } = scheduleEntries
  return db
    .select({ title, jobName: jobs.name, startDate, endDate })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .where(
      and(
        eq(scheduleEntries.assignedSubcontractorId, entry.assignedSubcontractorId),
        ne(scheduleEntries.id, entry.id),
        lte(startDate, entry.endDate),
        gte(endDate, entry.startDate),
        isOpen,
      ),
    )
    .orderBy(...byStart)
    .limit(MAX_CLASHES)
}

/**
 * Warnings after a change to the plan of an entry: entries out of order, or a sub booked twice.
 */
export async function warningsOf(db: Db, entry: EntryRow): Promise<string[]> {
  const linked = await plannedEntries(db, [...entry.dependsOnIds, ...entry.blocksIds])
  const clashes = await findClashes(db, entry)
  return [
    ...orderWarnings(linked, entry, workCalendar(await workdaySettings(db))),
    ...clashWarnings(entry.assignedSubcontractorName, clashes),
  ]
}
