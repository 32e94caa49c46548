import type {
  AbsenceChange,
  CrewAbsence,
  NewAbsence,
  WrittenAbsence,
} from '@plumbline/contract/absences.ts'
import type { CrewFilter } from '@plumbline/contract/crew.ts'
import { formatTimes } from '@plumbline/contract/crewDays.ts'
import { formatWeekday, inOrder } from '@plumbline/contract/dates.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, asc, eq, getTableColumns, gte, inArray, lte } from 'drizzle-orm'
import { companyDays } from '../../access/company/service.ts'
import { fullName } from '../../access/people/names.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { crewAbsences } from '../../schema/crew.ts'
import { users } from '../../schema/people.ts'
import { lockAssignee } from '../jobs/service.ts'
import { bookings } from './queries.ts'
import type { Away } from './rules.ts'

type Filter = Pick<CrewFilter, 'from' | 'to' | 'subcontractorId'>

/** The absences in a period, by start: of all subs for an admin, only their own for a sub. */
export async function listAbsences(
  db: Db,
  person: Person,
  { from, to, subcontractorId }: Filter,
): Promise<CrewAbsence[]> {
  const { startDate, endDate, id } = crewAbsences
  const rows = await readAbsences(db)
    .where(
      and(
        person.role === 'admin' ? undefined : eq(crewAbsences.subcontractorId, person.id),
        subcontractorId ? eq(crewAbsences.subcontractorId, subcontractorId) : undefined,
        from ? gte(endDate, from) : undefined,
        to ? lte(startDate, to) : undefined,
      ),
    )
    .orderBy(asc(startDate), asc(id))
  return rows.map(toAbsence)
}

const readAbsences = (db: Db) =>
  db
    .select({ ...getTableColumns(crewAbsences), subcontractorName: fullName })
    .from(crewAbsences)
    .innerJoin(users, eq(users.id, crewAbsences.subcontractorId))

/** The absences of the given subs, or of all, in a period. */
export function absencesIn(
  db: Db,
  subIds: readonly string[] | undefined,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Away[]> {
  const { subcontractorId, startDate, endDate } = crewAbsences
  const ofSubs = subIds && inArray(subcontractorId, [...subIds])
  return db
    .select({ subcontractorId, startDate, endDate })
    .from(crewAbsences)
    .where(and(ofSubs, gte(endDate, from), lte(startDate, to)))
}

type AbsenceRow = typeof crewAbsences.$inferSelect & { subcontractorName: string }

const toAbsence = (row: AbsenceRow): CrewAbsence => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** An absence that the person may see, locked. Subs see only their own. */
export async function lockAbsence(
  db: Db,
  person: Person,
  id: string,
): Promise<CrewAbsence | undefined> {
  const [row] = await readAbsences(db)
    .where(
      and(
        eq(crewAbsences.id, id),
        person.role === 'admin' ? undefined : eq(crewAbsences.subcontractorId, person.id),
      ),
    )
    .for('no key update', { of: crewAbsences })
  return row && toAbsence(row)
}

/** The stored absence, with warnings about the crew days that it collides with. */
async function writtenAbsence(db: Db, id: string, now: Date): Promise<WrittenAbsence> {
  const [row] = await readAbsences(db).where(eq(crewAbsences.id, id))
  const absence = toAbsence(row as AbsenceRow)
  const { startDate: from, endDate: to, subcontractorId } = absence
  const days = await bookings(db, [subcontractorId], { from, to }, now)
  const { today } = await companyDays(db, now)
  const warnings = days
    .filter(({ declined }) => !declined)
    .slice(0, 5)
    .map(
      (day) =>
        `${day.subcontractorName} is booked on ${formatWeekday(day.assignedDate, today)}: "${day.entryTitle}" (${day.jobName}), ${formatTimes(day)}`,
    )
  return { ...absence, warnings }
}

/** The event of an absence, which its sub receives in addition to the office. */
const absenceEvent = (
  name: 'absence.changed' | 'absence.deleted',
  { id, subcontractorId }: Pick<CrewAbsence, 'id' | 'subcontractorId'>,
) => ({ name, subjectId: id, detail: { audience: subcontractorId } })

/** Adds an absence. Throws a 400 if the person is not a sub. */
export async function createAbsence(
  db: Db,
  person: Person,
  { subcontractorId = person.id, ...absence }: NewAbsence,
  now: Date,
): Promise<WrittenAbsence> {
  const isOther = person.role !== 'admin' && subcontractorId !== person.id
  const sub = isOther ? undefined : await lockAssignee(db, subcontractorId, ['subcontractor'])
  if (!sub) throw invalid({ subcontractorId: 'Choose one of your subcontractors' })
  const [row] = await db
    .insert(crewAbsences)
    .values({ ...absence, subcontractorId })
    .returning({ id: crewAbsences.id })
  const id = row?.id ?? ''
  await publish(db, person.id, absenceEvent('absence.changed', { id, subcontractorId }))
  return writtenAbsence(db, id, now)
}

/** Changes the given fields of a locked absence. Throws a 400 if it would end before it starts. */
export async function changeAbsence(
  db: Db,
  person: Person,
  absence: CrewAbsence,
  change: AbsenceChange,
  now: Date,
): Promise<WrittenAbsence> {
  if (Object.keys(change).length === 0) return { ...absence, warnings: [] }
  const { startDate = absence.startDate, endDate = absence.endDate } = change
  if (!inOrder(startDate, endDate))
    throw invalid({ endDate: 'The end date cannot be before the start date' })
  await db.update(crewAbsences).set(change).where(eq(crewAbsences.id, absence.id))
  await publish(db, person.id, absenceEvent('absence.changed', absence))
  return writtenAbsence(db, absence.id, now)
}

/** Deletes a locked absence. */
export async function deleteAbsence(db: Db, actorId: string, absence: CrewAbsence) {
  await db.delete(crewAbsences).where(eq(crewAbsences.id, absence.id))
  await publish(db, actorId, absenceEvent('absence.deleted', absence))
}
