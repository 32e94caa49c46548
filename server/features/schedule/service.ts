import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import type { EntryChange, NewEntry, WrittenEntry } from '@plumbline/contract/schedule.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { bookSub, bookSubs, followSub } from '../crew/service.ts'
import { lockJob } from '../jobs/queries.ts'
import { addToJob, lockAssignee } from '../jobs/service.ts'
import { type Dependency, type DependencyChange, withChange, without } from './dependencies.ts'
import {
  deleteDependencies,
  dependenciesOf,
  insertDependencies,
  titlesOf,
  touchEntries,
} from './dependencyQueries.ts'
import { planMove, requirePreviewed } from './movePlan.ts'
import { publishMoves, saveMove } from './moves.ts'
import * as queries from './queries.ts'
import {
  type Change,
  dependencyChanges,
  fieldChanges,
  history,
  requireLagsOfPredecessors,
  requireNoCycle,
  requireSameJob,
} from './rules.ts'
import { warningsOf } from './warnings.ts'

export { readAttention, unassignedEntries } from './attention.ts'

export { readFinishMoved, saveBaseline } from './baselines.ts'

/**
 * Locks the sub of an entry. Undefined if there is none. Throws a 400 if the person is not a sub.
 */
async function requireSub(db: Db, id: string | null | undefined) {
  if (!id) return undefined
  const sub = await lockAssignee(db, id, ['subcontractor'])
  if (!sub) throw invalid({ assignedSubcontractorId: 'Choose one of your subcontractors' })
  return sub
}

/** The fields of an entry that matter for its dependencies. */
interface Node {
  readonly id: string
  readonly jobId: string
  readonly title: string
}

/** The dependencies that a change adds and removes, with its history rows. */
interface DependencyPlan {
  readonly added: readonly Dependency[]
  readonly removed: readonly Dependency[]
  readonly changes: readonly Change[]
}

/**
 * Plans a change of dependencies in a locked job. Throws a 400 for entries of another job and a 409
 * for a cycle.
 */
async function planDependencies(
  db: Db,
  { id, jobId, title }: Node,
  change: DependencyChange,
): Promise<DependencyPlan> {
  if (!change.dependsOnIds && !change.blocksIds && !change.lagDays)
    return { added: [], removed: [], changes: [] }
  const titles = (await titlesOf(db, jobId)).set(id, title)
  requireSameJob(titles, change)
  const before = await dependenciesOf(db, jobId)
  const after = withChange(before, id, change)
  requireLagsOfPredecessors(after, id, change)
  requireNoCycle(titles, after, id)
  return {
    added: without(after, before),
    removed: without(before, after),
    changes: dependencyChanges(titles, before, after),
  }
}

/** The entries at the other end of the changed dependencies. They get a new version too. */
const otherEnds = (id: string, { added, removed }: DependencyPlan) => [
  ...new Set(
    [...removed, ...added].map((pair) => (pair.entryId === id ? pair.dependsOnId : pair.entryId)),
  ),
]

async function saveDependencies(db: Db, { id, jobId }: Node, plan: DependencyPlan) {
  await deleteDependencies(db, plan.removed)
  await insertDependencies(db, jobId, plan.added)
  await touchEntries(db, otherEnds(id, plan))
}

/** Fields that can put entries out of order or book a sub twice when they change. */
const plannedFields = [
  'startDate',
  'endDate',
  'assignedSubcontractorId',
  'dependsOnIds',
  'blocksIds',
  'lagDays',
] as const

/** The reply to a write, with warnings if the plan changed. */
async function writtenEntry(
  db: Db,
  id: string,
  change: object,
  {
    addedToJob,
    move,
  }: { addedToJob: boolean; move?: { moveId: string; moved: number } | undefined },
): Promise<WrittenEntry> {
  const entry = await queries.readEntry(db, id)
  const isPlanned = plannedFields.some((field) => field in change)
  const warnings = isPlanned ? await warningsOf(db, entry) : []
  const { moveId = null, moved = 0 } = move ?? {}
  return { ...queries.toEntry(entry), addedToJob, warnings, moveId, moved }
}

/** Limits the event of an internal entry to office and crew. */
const crewOnly = { readers: 'crew' } as const

/**
 * The event fields that describe an entry. Events about an internal entry carry no title and are
 * not for clients, who do not know that it exists.
 */
const eventFields = ({ title, internal }: { title: string; internal?: boolean | undefined }) =>
  internal ? crewOnly : { detail: { title } }

/**
 * Adds an entry with its dependencies, and its sub to the job. Throws a 400 for an unknown job, sub
 * or predecessor, and a 409 for a cycle.
 */
export async function createEntry(db: Db, actorId: string, entry: NewEntry): Promise<WrittenEntry> {
  const { dependsOnIds = [], blocksIds = [], lagDays, ...fields } = entry
  const job = await lockJob(db, entry.jobId, 'no key update')
  if (!job) throw invalid({ jobId: 'Choose one of your jobs' })
  const node = { id: newId(), jobId: job.id, title: entry.title }
  const linked = dependsOnIds.length + blocksIds.length > 0 || lagDays !== undefined
  const change = linked ? { dependsOnIds, blocksIds, lagDays } : {}
  const plan = await planDependencies(db, node, change)
  const sub = await requireSub(db, entry.assignedSubcontractorId)
  await queries.insertEntry(db, { ...fields, id: node.id })
  await saveDependencies(db, node, plan)
  const created = {
    scheduleEntryId: node.id,
    changeType: 'created',
    oldValue: null,
    newValue: entry.title,
  }
  const others = plan.changes.filter((change) => change.scheduleEntryId !== node.id)
  await queries.insertChanges(db, history(job.id, actorId, [created, ...others]))
  await publish(db, actorId, {
    name: 'schedule.created',
    subjectId: node.id,
    jobId: job.id,
    ...eventFields(entry),
  })
  const addedToJob = sub !== undefined && (await addToJob(db, actorId, job.id, sub.id))
  const { status = 'scheduled' } = entry
  if (sub) await bookSub(db, { ...fields, id: node.id, status }, sub.id)
  return writtenEntry(db, node.id, entry, { addedToJob })
}

/** An entry that is added together with others, and its predecessors among them. */
type PlannedEntry = Parameters<typeof queries.insertEntries>[1][number] & {
  readonly id: string
  readonly dependsOn: readonly { readonly id: string; readonly lagDays: number }[]
}

/**
 * Adds entries with dependencies between them to a locked job. The dependencies must not form a
 * cycle, and the subs must be locked. The caller publishes the event.
 */
export async function addEntries(
  db: Db,
  actorId: string,
  jobId: string,
  { entries, reason }: { entries: readonly PlannedEntry[]; reason: string },
) {
  await queries.insertEntries(
    db,
    entries.map(({ dependsOn: _, ...entry }) => entry),
  )
  const links = entries.flatMap(({ id: entryId, dependsOn }) =>
    dependsOn.map(({ id: dependsOnId, lagDays }) => ({ entryId, dependsOnId, lagDays })),
  )
  await insertDependencies(db, jobId, links)
  await bookSubs(
    db,
    entries.map(({ assignedSubcontractorId: subId = null, ...entry }) => ({ ...entry, subId })),
  )
  const created = entries.map(({ id, title }) => ({
    scheduleEntryId: id,
    changeType: 'created',
    oldValue: null,
    newValue: title,
  }))
  await queries.insertChanges(db, history(jobId, actorId, created, reason))
}

/**
 * The event of a change. Clients see its details among their updates, unless the entry was or is
 * internal.
 */
function eventOfChange(entry: queries.FoundEntry, change: EntryChange): PlumblineEvent {
  const { id: subjectId, jobId } = entry
  const {
    title = entry.title,
    startDate = entry.startDate,
    endDate = entry.endDate,
    status,
    internal = entry.internal,
  } = change
  if (entry.internal && internal) return { name: 'schedule.changed', subjectId, jobId, ...crewOnly }
  // The entry appears or disappears for the client.
  if (entry.internal || internal) return { name: 'schedule.changed', subjectId, jobId }
  if (status === 'completed' && entry.status !== 'completed') {
    return { name: 'schedule.finished', subjectId, jobId, detail: { title } }
  }
  if (startDate !== entry.startDate || endDate !== entry.endDate) {
    return { name: 'schedule.dates', subjectId, jobId, detail: { title, startDate, endDate } }
  }
  return { name: 'schedule.changed', subjectId, jobId }
}

/**
 * Changes the given fields and dependencies of a locked entry, records the old values in its
 * history, and adds a new sub to the job. With `push`, the entries that wait for it move too.
 * Throws a 400 for an unknown sub or predecessor, and a 409 for a cycle or if the plan is no longer
 * the previewed one.
 */
export async function changeEntry(
  db: Db,
  actorId: string,
  entry: queries.FoundEntry,
  { reason, push = false, pull, versions, digest, ...change }: Omit<EntryChange, 'jobId'>,
  now: Date,
): Promise<WrittenEntry> {
  const { id, jobId } = entry
  const { dependsOnIds, blocksIds, lagDays, ...others } = change
  const { startDate = entry.startDate, endDate = entry.endDate, ...sent } = others
  const node = { id, jobId, title: change.title ?? entry.title }
  const plan = await planDependencies(db, node, { dependsOnIds, blocksIds, lagDays })
  const moves = startDate !== entry.startDate || endDate !== entry.endDate
  const move = moves ? await planMove(db, jobId, { id, startDate, endDate, push, pull }) : undefined
  if (move && push) await requirePreviewed(db, move, { versions: versions ?? {}, digest })
  // A sub who stays is neither locked nor written. They may be leaving the job at this moment, in a
  // transaction that waits for this entry.
  const { assignedSubcontractorId: subId, ...withoutSub } = sent
  const subStays = subId === entry.assignedSubcontractorId
  const fields = subStays ? withoutSub : sent
  const sub = subStays ? undefined : await requireSub(db, subId)
  if (!move || Object.keys(fields).length > 0) await queries.updateEntry(db, id, fields)
  await saveDependencies(db, node, plan)
  const moveId = move && (await saveMove(db, actorId, move, { now, reason }))
  const changes = [...fieldChanges(entry, fields, sub?.name ?? null), ...plan.changes]
  await queries.insertChanges(db, history(jobId, actorId, changes, reason))
  await publish(db, actorId, eventOfChange(entry, change))
  if (move && moveId && move.moves.size > 1) await publishMoves(db, actorId, moveId, move)
  const addedToJob = sub !== undefined && (await addToJob(db, actorId, jobId, sub.id))
  await followSub(db, entry, now)
  const made = move && moveId ? { moveId, moved: move.moves.size } : undefined
  return writtenEntry(db, id, change, { addedToJob, move: made })
}

/** Deletes a locked entry with its dependencies. Its history is retained. */
export async function deleteEntry(db: Db, actorId: string, entry: queries.FoundEntry) {
  const { id, jobId, title } = entry
  const plan = await planDependencies(db, entry, { dependsOnIds: [], blocksIds: [] })
  await queries.deleteEntry(db, id)
  await touchEntries(db, otherEnds(id, plan))
  const deleted = { scheduleEntryId: id, changeType: 'deleted', oldValue: title, newValue: null }
  const others = plan.changes.filter((change) => change.scheduleEntryId !== id)
  await queries.insertChanges(db, history(jobId, actorId, [deleted, ...others]))
  await publish(db, actorId, {
    name: 'schedule.deleted',
    subjectId: id,
    jobId,
    ...eventFields(entry),
  })
}
