import { Failure } from '@plumbline/contract/failures.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { calendarOf, finishOf, isFixed, type Span } from '@plumbline/contract/push.ts'
import { readWorkdayFacts, workdaysOf } from '../../access/company/service.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { followEntries, lockSavedSubs } from '../crew/service.ts'
import { lockJobs } from '../jobs/queries.ts'
import {
  finishesOf,
  type MovePlan,
  type Previewed,
  planChanged,
  planWeather,
  requirePreviewed,
} from './movePlan.ts'
import * as queries from './moveQueries.ts'
import { insertChanges } from './queries.ts'
import { moveChanges } from './rules.ts'
import { deleteWeatherDay, insertWeatherDay } from './weather.ts'

/** The time and reason of a move, with the bad weather day it belongs to or the move it undoes. */
interface MoveFacts {
  readonly now: Date
  readonly reason?: string | null | undefined
  readonly weatherDay?: string
  readonly undoesId?: string
}

/** The moves of a plan in the form that `followEntries` takes. */
const crewMoves = ({ entries, moves, workdays }: MovePlan) =>
  entries.flatMap((entry) => {
    const after = moves.get(entry.id)
    if (!after) return []
    const calendars = {
      before: calendarOf(entry, workdays.before),
      after: calendarOf(entry, workdays.after),
    }
    return [{ id: entry.id, before: entry, after, calendars }]
  })

/**
 * Saves the new dates of the entries of a plan with their crews and history. Their jobs must be
 * locked. Returns the id of the move.
 */
export async function saveMove(
  db: Db,
  actorId: string,
  plan: MovePlan,
  { now, ...facts }: MoveFacts,
): Promise<string> {
  const moveId = newId()
  await queries.updateSpans(db, plan.moves)
  await queries.insertMove(db, { ...facts, id: moveId, movedById: actorId }, finishesOf(plan))
  await followEntries(db, crewMoves(plan), { moveId, undoesId: facts.undoesId, now })
  const changes = plan.entries.flatMap((entry) => {
    const span = plan.moves.get(entry.id)
    const about = { jobId: entry.jobId, changedById: actorId, moveId, reason: facts.reason }
    return span ? moveChanges(entry, span).map((change) => ({ ...change, ...about })) : []
  })
  await insertChanges(db, changes)
  return moveId
}

/**
 * Publishes one event for each job on which entries moved. It gives clients the number of moved
 * entries that they can see, and the finish.
 */
export async function publishMoves(
  db: Db,
  actorId: string,
  moveId: string,
  { entries, moves }: MovePlan,
) {
  const events = [...groupBy(entries, ({ jobId }) => jobId)].flatMap(([jobId, ofJob]) => {
    if (!ofJob.some(({ id }) => moves.has(id))) return []
    const visible = ofJob.filter(({ internal }) => !internal)
    const moved = visible.filter(({ id }) => moves.has(id)).length
    const detail = { entries: moved, finish: finishOf(visible, moves) ?? null }
    return {
      name: 'schedule.moved',
      subjectId: moveId,
      jobId,
      ...(moved > 0 ? { detail } : { readers: 'crew' as const }),
    } as const
  })
  await publish(db, actorId, ...events)
}

const weatherEvent = (day: string) =>
  ({ name: 'weather.changed', subjectId: newId(), detail: { day } }) as const

/**
 * Marks a day as bad for outdoor work. If the move was previewed, it also moves that work. Throws a
 * 409 if the plan has changed since the preview.
 */
export async function markWeatherDay(
  db: Db,
  actorId: string,
  day: string,
  previewed: Previewed | undefined,
  now: Date,
): Promise<{ moveId: string; moved: number } | null> {
  const jobIds = previewed
    ? await lockJobs(db, await queries.jobsOutdoors(db, day), 'no key update')
    : []
  const plan = previewed ? await planWeather(db, jobIds, day) : undefined
  if (plan && previewed) await requirePreviewed(db, plan, previewed)
  const isNew = await insertWeatherDay(db, day, actorId)
  await publish(db, actorId, weatherEvent(day))
  if (!plan || plan.moves.size === 0) return null
  const moveId = await saveMove(db, actorId, plan, {
    now,
    reason: 'Weather',
    ...(isNew && { weatherDay: day }),
  })
  await publishMoves(db, actorId, moveId, plan)
  return { moveId, moved: plan.moves.size }
}

/** Removes the bad weather mark of a day. Entries stay where they are. */
export async function clearWeatherDay(db: Db, actorId: string, day: string) {
  await deleteWeatherDay(db, day)
  await publish(db, actorId, weatherEvent(day))
}

type Move = NonNullable<Awaited<ReturnType<typeof queries.findMove>>>

/** Finds a move and locks its jobs. */
export async function lockMove(db: Db, id: string): Promise<Move | undefined> {
  const move = await queries.findMove(db, id)
  if (!move) return undefined
  await lockJobs(db, move.jobIds, 'no key update')
  return move
}

/**
 * Undoes a move whose jobs are locked: its entries and their crews get back the days from before
 * it. Throws a 409 if one of the entries was moved, finished or deleted since, or if a later move
 * of those jobs is in effect. A bad weather day that was marked with the move is unmarked.
 */
export async function undoMove(
  db: Db,
  actorId: string,
  move: Move,
  now: Date,
): Promise<{ moveId: string; moved: number }> {
  if (move.undoesId || (await queries.isUndone(db, move.id)))
    throw new Failure('planChanged', { message: 'This has been undone already' })
  await lockSavedSubs(db, move.id)
  const entries = await queries.movableEntries(db, move.jobIds)
  const moves = new Map<string, Span>()
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const changed: string[] = []
  for (const { entryId, changeType, oldValue, newValue } of await queries.changesOfMove(
    db,
    move.id,
  )) {
    const entry = byId.get(entryId)
    const field = changeType as keyof Span
    if (!entry || entry[field] !== newValue) changed.push(entryId)
    else {
      const { startDate, endDate } = moves.get(entryId) ?? entry
      moves.set(entryId, { startDate, endDate, [field]: oldValue })
    }
  }
  for (const id of await queries.statusChangedSince(db, [...moves.keys()], move.createdAt)) {
    const entry = byId.get(id)
    if (entry && isFixed(entry)) changed.push(id)
  }
  if (changed.length > 0)
    throw await planChanged(db, [...new Set(changed)], move.createdAt.toISOString())
  if (await queries.hasLaterMove(db, move.id))
    throw new Failure('planChanged', {
      message: 'Something on this job was moved after that; undo the later move first',
    })
  // The jobs of the move were deleted.
  if (moves.size === 0) throw new Failure('planChanged')
  const facts = await readWorkdayFacts(db)
  const { weatherDay } = move
  const before = workdaysOf(facts, weatherDay ? { also: weatherDay } : {})
  const after = workdaysOf(facts, { not: weatherDay })
  const plan = { entries, moves, conflicts: [], workdays: { before, after } }
  const moveId = await saveMove(db, actorId, plan, { now, reason: 'Undone', undoesId: move.id })
  if (move.weatherDay) await deleteWeatherDay(db, move.weatherDay)
  await publishMoves(db, actorId, moveId, plan)
  return { moveId, moved: moves.size }
}
