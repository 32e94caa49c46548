import { createHash } from 'node:crypto'
import { Failure } from '@plumbline/contract/failures.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import {
  type Conflict,
  finishOf,
  push,
  type Span,
  slackOf,
  type Workdays,
  weatherMoves,
} from '@plumbline/contract/push.ts'
import {
  type JobFinish,
  type MoveConflict,
  type MovePreview,
  type MoveProposal,
  moveSummary,
} from '@plumbline/contract/scheduleMoves.ts'
import type { Versions } from '@plumbline/contract/versions.ts'
import { companyDays, readWorkdayFacts, workdaysOf } from '../../access/company/service.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { MovableEntry } from './moveQueries.ts'
import * as queries from './moveQueries.ts'

/** The entries of the affected jobs, and those that move. */
export interface MovePlan {
  readonly entries: readonly MovableEntry[]
  readonly moves: ReadonlyMap<string, Span>
  readonly conflicts: readonly Conflict[]
  /** The working days before and after the move. They differ only by a bad weather day. */
  readonly workdays: { readonly before: Workdays; readonly after: Workdays }
}

/**
 * Plans a move to new dates of an entry: with `push` its successors move too, without it only the
 * entry.
 */
export async function planMove(
  db: Db,
  jobId: string,
  { id, startDate, endDate, push: pushes = true, pull = false }: MoveProposal,
): Promise<MovePlan> {
  const entries = await queries.movableEntries(db, [jobId])
  const workdays = workdaysOf(await readWorkdayFacts(db))
  const movable = pushes ? entries : entries.map((entry) => ({ ...entry, dateFixed: true }))
  const proposed = new Map([[id, { startDate, endDate }]])
  return {
    entries,
    ...push(movable, proposed, workdays, { pull }),
    workdays: { before: workdays, after: workdays },
  }
}

/** Plans the move of outdoor work on jobs when a day is bad for it. */
export async function planWeather(
  db: Db,
  jobIds: readonly string[],
  day: string,
): Promise<MovePlan> {
  const entries = await queries.movableEntries(db, jobIds)
  const facts = await readWorkdayFacts(db)
  // Nobody works outdoors on a day that is marked already, so no more working days are lost.
  const before = workdaysOf(facts)
  const after = workdaysOf(facts, { also: day })
  const proposed = weatherMoves(entries, day, after.outdoors, before.outdoors)
  return {
    entries,
    ...push(entries, proposed, after, { yields: true }),
    workdays: { before, after },
  }
}

/**
 * The last day of each job with moved entries, before and after the move. Null if all entries are
 * canceled.
 */
export function finishesOf({ entries, moves }: MovePlan) {
  return [...groupBy(entries, ({ jobId }) => jobId)].flatMap(([jobId, ofJob]) => {
    if (!ofJob.some(({ id }) => moves.has(id))) return []
    const [finishBefore, finishAfter] = [finishOf(ofJob) ?? null, finishOf(ofJob, moves) ?? null]
    return [{ jobId, finishBefore, finishAfter }]
  })
}

/**
 * The versions of all entries that a plan depends on: those that move, their predecessors, and
 * those in conflict.
 */
function versionsOf({ entries, moves, conflicts }: MovePlan): Versions {
  const concerned = new Set(conflicts.map(({ id }) => id))
  for (const { id, dependsOnIds } of entries)
    if (moves.has(id)) for (const other of [id, ...dependsOnIds]) concerned.add(other)
  return Object.fromEntries(
    entries.filter(({ id }) => concerned.has(id)).map(({ id, updatedAt }) => [id, updatedAt]),
  )
}

/** A hash of the moves of a plan. Equal moves have equal hashes. */
const digestOf = ({ moves }: MovePlan) =>
  createHash('sha256')
    .update(JSON.stringify([...moves].sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')

/** The versions and digest of a preview, which the client sends back to apply it. */
export interface Previewed {
  readonly versions: Versions
  readonly digest?: string | undefined
}

/**
 * Checks that a plan is still the one that was previewed. Throws a 409 with what changed and by
 * whom if not.
 */
export async function requirePreviewed(db: Db, plan: MovePlan, { versions, digest }: Previewed) {
  const now = versionsOf(plan)
  const ids = [...new Set([...Object.keys(now), ...Object.keys(versions)])]
  if (ids.every((id) => now[id] === versions[id])) {
    // The entries are the same, so working days or the weather have changed.
    if (digest === undefined || digest === digestOf(plan)) return
    throw new Failure('planChanged')
  }
  const current = new Map(plan.entries.map(({ id, updatedAt }) => [id, updatedAt]))
  throw await planChanged(
    db,
    ids.filter((id) => current.get(id) !== versions[id]),
    Object.values(versions).reduce((first, one) => (one < first ? one : first), '9999'),
  )
}

/** The 409 for entries that somebody changed since a moment. */
export async function planChanged(
  db: Db,
  entryIds: readonly string[],
  since: string,
): Promise<Failure> {
  const change = await queries.lastChange(db, entryIds, since)
  if (!change?.name || !change.title) return new Failure('planChanged')
  return new Failure('planChanged', {
    message: `${change.name} changed "${change.title}" in the meantime; nothing was moved`,
  })
}

/** The reason why an entry is not moved. */
function reasonOf(entry: MovableEntry, moves: ReadonlyMap<string, Span>): MoveConflict['reason'] {
  if (moves.has(entry.id)) return 'proposed'
  if (entry.status === 'completed' || entry.status === 'cancelled') return entry.status
  return entry.dateFixed ? 'fixed' : 'alone'
}

/** The preview of a plan, shown before it is applied. */
export async function previewOf(db: Db, plan: MovePlan, now: Date): Promise<MovePreview> {
  const { entries, moves, conflicts } = plan
  const finishes = new Map(
    finishesOf(plan).flatMap(({ jobId, finishBefore, finishAfter }) =>
      finishBefore && finishAfter ? [[jobId, { jobId, finishBefore, finishAfter }]] : [],
    ),
  )
  const names = finishes.size > 0 ? await queries.jobNames(db, [...finishes.keys()]) : []
  const jobs = names.flatMap(({ id, name, clientName }): JobFinish[] => {
    const finish = finishes.get(id)
    return finish ? [{ ...finish, jobName: name, clientName }] : []
  })
  const clashes = await queries.newClashes(db, moves)
  const { today } = await companyDays(db, now)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    summary: moveSummary(moves.size, jobs, today),
    moves: entries
      .flatMap(({ id, jobId, title, startDate, endDate }) => {
        const span = moves.get(id)
        if (!span) return []
        const days = { newStartDate: span.startDate, newEndDate: span.endDate }
        return [{ id, jobId, title, startDate, endDate, ...days }]
      })
      .sort((a, b) => (a.newStartDate < b.newStartDate ? -1 : 1)),
    conflicts: conflicts.flatMap(({ id, predecessorId, earliest }) => {
      const [entry, predecessor] = [byId.get(id), byId.get(predecessorId)]
      if (!entry || !predecessor) return []
      const { title } = entry
      const { startDate } = moves.get(id) ?? entry
      const reason = reasonOf(entry, moves)
      const predecessorTitle = predecessor.title
      return [{ id, title, startDate, reason, predecessorId, predecessorTitle, earliest }]
    }),
    jobs,
    clashes: clashes.map(
      ({ subName, title, otherTitle, otherJobName }) =>
        `${subName} would be booked for "${title}" and "${otherTitle}" (${otherJobName}) at once`,
    ),
    versions: versionsOf(plan),
    digest: digestOf(plan),
  }
}

/**
 * The slack of the unfinished entries of jobs: the number of working days by which each may end
 * later without delaying the finish of its job.
 */
export async function slackOfJobs(db: Db, jobIds: readonly string[]) {
  const entries = await queries.movableEntries(db, jobIds)
  const workdays = workdaysOf(await readWorkdayFacts(db))
  const byJob = groupBy(entries, ({ jobId }) => jobId)
  return [...byJob.values()].flatMap((ofJob) =>
    [...slackOf(ofJob, workdays)].map(([id, slackDays]) => ({ id, slackDays })),
  )
}
