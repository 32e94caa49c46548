import type {
  CrewChange,
  CrewDay,
  CrewMoves,
  NewCrew,
  WrittenCrew,
  WrittenCrewDay,
} from '@plumbline/contract/crew.ts'
import { crewHours, remainingDays } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { companyDays } from '../../access/company/service.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { addToJob, lockAssignee } from '../jobs/service.ts'
import type { FoundEntry } from '../schedule/queries.ts'
import { absencesIn } from './absences.ts'
import * as dayWrites from './dayWrites.ts'
import * as queries from './queries.ts'
import { crewWarnings } from './rules.ts'
import { readWorkedDays } from './service.ts'

/** The warnings about crew days that were just written. */
async function warningsOf(db: Db, days: readonly CrewDay[], now: Date): Promise<string[]> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const subIds = [...new Set(days.map(({ subcontractorId }) => subcontractorId))]
  const period = { from: first.assignedDate, to: last.assignedDate }
  const { calendar, holidays, today } = await companyDays(db, now)
  return crewWarnings(days, {
    bookings: await queries.bookings(db, subIds, period, now),
    absences: await absencesIn(db, subIds, period),
    calendar,
    holidays,
    today,
  })
}

/** Locks a sub to assign. Throws a 400 if the person is not a sub. */
async function requireSub(db: Db, id: string) {
  const sub = await lockAssignee(db, id, ['subcontractor'])
  if (!sub) throw invalid({ subcontractorId: 'Choose one of your subcontractors' })
  return sub
}

/** Throws a 409 if a sub is booked for the entry on one of the days already. */
async function requireFree(
  db: Db,
  entry: { readonly id: string; readonly title: string },
  sub: { readonly id: string; readonly name: string },
  days: readonly string[],
  except: readonly string[],
  now: Date,
) {
  const booked = (await queries.daysOfEntries(db, [entry.id])).filter(
    (day) =>
      day.subcontractorId === sub.id && days.includes(day.assignedDate) && !except.includes(day.id),
  )
  if (booked.length === 0) return
  const { today } = await companyDays(db, now)
  const dates = booked.map(({ assignedDate }) => formatWeekday(assignedDate, today)).join('; ')
  const what = booked.every(({ declined }) => declined)
    ? `has declined "${entry.title}"`
    : `is already booked for "${entry.title}"`
  throw new Failure('conflict', {
    message: `${sub.name} ${what} on ${dates}. Nothing was changed.`,
  })
}

async function workedDaysLeft(db: Db, entry: FoundEntry, now: Date): Promise<readonly string[]> {
  const { daysOf, dayAt } = await readWorkedDays(db)
  return remainingDays(daysOf(entry), dayAt(now))
}

/**
 * Books a sub on days of a locked entry and adds them to the job. Without days, on each remaining
 * working day, or on all of them if none remain. Days that they are booked on already are not
 * changed. Throws a 409 if all of them are.
 */
export async function bookCrew(
  db: Db,
  actorId: string,
  entry: FoundEntry,
  { subcontractorId, days, startTime, endTime, role, ...answer }: NewCrew,
  now: Date,
): Promise<WrittenCrew> {
  const hours = {
    startTime: startTime ?? crewHours.startTime,
    endTime: endTime ?? crewHours.endTime,
  }
  if (hours.startTime >= hours.endTime)
    throw invalid({ endTime: 'The end must be after the start' })
  const given = answerAfter(unanswered, answer)
  const sub = await requireSub(db, subcontractorId)
  const wanted = days ?? (await workedDaysLeft(db, entry, now))
  const added = await dayWrites.insertDays(
    db,
    wanted.map((day) => ({ entryId: entry.id, subId: sub.id, day })),
    { ...hours, ...given, role },
  )
  if (added.length === 0) await requireFree(db, entry, sub, wanted, [], now)
  await publish(db, actorId, { name: 'crew.booked', subjectId: entry.id, jobId: entry.jobId })
  const addedToJob = await addToJob(db, actorId, entry.jobId, sub.id)
  const written = await queries.daysById(db, added)
  return { days: written, addedToJob, warnings: await warningsOf(db, written, now) }
}

const crewChanged = ({ scheduleEntryId, jobId }: CrewDay) =>
  ({ name: 'crew.changed', subjectId: scheduleEntryId, jobId }) as const

/** Moves locked crew days of one entry to other days or another sub, all or none. */
export async function moveCrew(
  db: Db,
  actorId: string,
  days: readonly CrewDay[],
  { subcontractorId, moves }: CrewMoves,
  now: Date,
): Promise<WrittenCrew> {
  const known = new Map(days.map((day) => [day.id, day]))
  const [first] = days
  const entryIds = new Set(days.map(({ scheduleEntryId }) => scheduleEntryId))
  const isWhole = moves.every(({ id }) => known.has(id))
  if (!first || !isWhole || entryIds.size > 1)
    throw invalid({ moves: 'Choose crew days of one entry' })
  if (new Set(moves.map(({ assignedDate }) => assignedDate)).size < moves.length)
    throw invalid({ moves: 'Choose another day for each' })
  if (moves.some(({ id, updatedAt }) => updatedAt && updatedAt !== known.get(id)?.updatedAt))
    throw new Failure('stale')

  // A sub who stays is not locked. They may be leaving the job at this moment, in a transaction
  // that waits for the day.
  const stays = days.every((day) => day.subcontractorId === subcontractorId)
  const sub = stays
    ? { id: subcontractorId, name: first.subcontractorName }
    : await requireSub(db, subcontractorId)
  const entry = { id: first.scheduleEntryId, title: first.entryTitle }
  const targets = moves.map(({ assignedDate }) => assignedDate)
  await requireFree(db, entry, sub, targets, [...known.keys()], now)
  await dayWrites.moveDays(
    db,
    moves.map(({ id, assignedDate, ...answer }) => ({
      id,
      subId: sub.id,
      day: assignedDate,
      confirmed: answer.confirmed ?? false,
      declined: answer.declined ?? false,
      declineReason: answer.declineReason ?? null,
      askedAt: null,
    })),
  )
  await publish(db, actorId, crewChanged(first))
  const addedToJob = !stays && (await addToJob(db, actorId, first.jobId, sub.id))
  const written = await queries.daysById(db, [...known.keys()])
  return { days: written, addedToJob, warnings: await warningsOf(db, written, now) }
}

type Answer = Pick<CrewDay, 'confirmed' | 'declined' | 'declineReason'>
const unanswered: Answer = { confirmed: false, declined: false, declineReason: null }

/**
 * The answer after a change: given, withdrawn or the same as before. Throws a 400 if the reason for
 * declining is missing.
 */
function answerAfter(
  before: Answer,
  change: Pick<CrewChange, 'confirmed' | 'declined' | 'declineReason'>,
): Answer {
  const confirmed = change.confirmed ?? (change.declined ? false : before.confirmed)
  const declined = change.declined ?? (change.confirmed ? false : before.declined)
  const declineReason = declined ? (change.declineReason ?? before.declineReason) : null
  if (declined && !declineReason) throw invalid({ declineReason: 'Say why you cannot come' })
  return { confirmed, declined, declineReason }
}

/** Changes the given fields of a locked crew day. Throws a 409 if the sub has that day already. */
export async function changeDay(
  db: Db,
  actorId: string,
  day: CrewDay,
  change: CrewChange,
  now: Date,
): Promise<WrittenCrewDay> {
  if (Object.keys(change).length === 0) return { ...day, addedToJob: false, warnings: [] }
  const { subcontractorId = day.subcontractorId, assignedDate = day.assignedDate } = change
  const { startTime = day.startTime, endTime = day.endTime, role = day.role } = change
  if (startTime >= endTime) throw invalid({ endTime: 'The end must be after the start' })
  const stays = subcontractorId === day.subcontractorId
  const sub = stays
    ? { id: subcontractorId, name: day.subcontractorName }
    : await requireSub(db, subcontractorId)
  const isMoved = !stays || assignedDate !== day.assignedDate
  const entry = { id: day.scheduleEntryId, title: day.entryTitle }
  if (isMoved) await requireFree(db, entry, sub, [assignedDate], [day.id], now)
  const isOther = isMoved || startTime !== day.startTime || endTime !== day.endTime
  await dayWrites.updateDay(db, day.id, {
    ...{ subcontractorId, assignedDate, startTime, endTime, role },
    // Another day, sub or hours reset the answer.
    ...answerAfter(isOther ? unanswered : day, change),
    ...(isOther && { askedAt: null }),
  })
  const isAnswer = change.confirmed !== undefined || change.declined !== undefined
  await publish(db, actorId, {
    ...crewChanged(day),
    ...(isAnswer && !isOther && { name: 'crew.answered' as const }),
  })
  const addedToJob = !stays && (await addToJob(db, actorId, day.jobId, sub.id))
  const [written = day] = await queries.daysById(db, [day.id])
  const warnings = isOther ? await warningsOf(db, [written], now) : []
  return { ...written, addedToJob, warnings }
}

/** Deletes a locked crew day. */
export async function deleteDay(db: Db, actorId: string, day: CrewDay) {
  await dayWrites.deleteDay(db, day)
  await publish(db, actorId, { ...crewChanged(day), name: 'crew.removed' })
}

/** Removes a sub from all or some days of a locked entry. Throws a 404 if they have none. */
export async function releaseCrew(
  db: Db,
  actorId: string,
  entry: FoundEntry,
  subId: string,
  days?: readonly string[],
) {
  const count = await dayWrites.deleteDaysOf(db, entry.id, subId, { days })
  if (count === 0) throw new Failure('notFound')
  await publish(db, actorId, { name: 'crew.removed', subjectId: entry.id, jobId: entry.jobId })
}
