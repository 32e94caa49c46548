import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import type { Clash, EntryChange, NewEntry } from '@plumbline/contract/schedule.ts'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { WithSubquery } from 'drizzle-orm/subquery'
import { outer } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import { newId } from '../db/ids.ts'
import { type Giving, giving } from '../jobs/assignments/queries.ts'
import { jobs } from '../jobs/table.ts'
import { announce, telling } from '../live/record.ts'
import { nameOf } from '../people/names.ts'
import type { Links } from './links.ts'
import type { EntryRow, FoundEntry } from './queries.ts'
import { type Change, fieldChanges, linkChanges, requireLinks } from './rules.ts'
import { scheduleChanges, scheduleEntries } from './table.ts'

/** An entry just written, whether its sub is one, and where else the sub is booked on its days. */
export type SavedEntry = EntryRow & { fits: boolean; addedToJob: boolean; clashes: Clash[] }

/** What is written besides the entry itself, in the same statement. */
interface Beside {
  readonly actorId: string
  readonly jobId: string
  /** The links of the other entries that get new ones. */
  readonly links: readonly (readonly [id: string, links: Links])[]
  readonly changes: readonly Change[]
  readonly reason?: string | null | undefined
  readonly events: readonly PlumblineEvent[]
}

const mine = (column: keyof typeof scheduleEntries.$inferSelect) => outer(scheduleEntries[column])
const MOST_CLASHES = 5

/** Up to five other open bookings of the written entry's sub on its days. */
const clashes = sql<Clash[]>`(
  select coalesce(json_agg(json_build_object(
    'title', c.title, 'jobName', c.name, 'startDate', c.start_date, 'endDate', c.end_date)), '[]')
  from (
    select o.title, j.name, o.start_date, o.end_date from ${scheduleEntries} o join ${jobs} j on j.id = o.job_id
    where o.assigned_subcontractor_id = ${mine('assignedSubcontractorId')} and o.id <> ${mine('id')}
      and o.start_date <= ${mine('endDate')} and o.end_date >= ${mine('startDate')}
      and o.status not in ('completed', 'cancelled') and ${mine('status')} not in ('completed', 'cancelled')
    order by o.start_date, o.id limit ${MOST_CLASHES}) c)`

const give = (db: Db, jobId: string, userId: string | null | undefined) =>
  giving(db, jobId, userId, ['subcontractor'])

const returned = ({ fits, addedToJob }: Giving, announced: SQL) => ({
  ...getTableColumns(scheduleEntries),
  assignedSubcontractorName: nameOf(scheduleEntries.assignedSubcontractorId),
  fits,
  addedToJob,
  clashes,
  announced,
})

/** The other entries' links, the history and the events, as parts of the statement; `announced` has to be read at its end. */
function beside(
  db: Db,
  { actorId, jobId, links, changes, reason = null, events }: Beside,
  fits: SQL,
) {
  const parts: WithSubquery[] = []
  if (links.length > 0) {
    const rows = links.map(([id, { dependsOnIds, blocksIds }]) => ({ id, dependsOnIds, blocksIds }))
    const linked = db
      .update(scheduleEntries)
      .set({ dependsOnIds: sql`link."dependsOnIds"`, blocksIds: sql`link."blocksIds"` })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as link(id uuid, "dependsOnIds" uuid[], "blocksIds" uuid[])`,
      )
      // Asking whether the sub fits comes before any of these rows is locked: people are locked before their entries.
      .where(and(sql`${scheduleEntries.id} = link.id`, fits))
      .returning({ id: scheduleEntries.id })
    parts.push(db.$with('linked').as(linked))
  }
  if (changes.length > 0) {
    const rows = changes.map((change) => ({ ...change, jobId, changedById: actorId, reason }))
    parts.push(
      db
        .$with('noted')
        .as(db.insert(scheduleChanges).values(rows).returning({ id: scheduleChanges.id })),
    )
  }
  const told = db.$with('told', { id: sql<number>`id`.as('id') }).as(telling(actorId, events))
  return {
    parts: [...parts, told],
    announced: sql`(select count(${announce(sql`id`)}) from ${told})`,
  }
}

/** A sub who is given an entry may be new on the job. */
const peopleEvents = (jobId: string, subId: string | null | undefined): PlumblineEvent[] =>
  subId ? [{ name: 'job.people', subjectId: jobId, jobId }] : []

const others = (changed: ReadonlyMap<string, Links>, id: string) =>
  [...changed].filter(([other]) => other !== id)

/** Adds an entry to a job that is held, with its links at both ends, and its sub to the job. The caller checks that they fit. */
export async function insertEntry(
  db: Db,
  actorId: string,
  entry: NewEntry,
  siblings: FoundEntry['siblings'],
): Promise<SavedEntry> {
  const { jobId, title } = entry
  const id = newId()
  const changed = requireLinks(siblings, { id, title }, entry)
  const given = give(db, jobId, entry.assignedSubcontractorId)
  const created = { scheduleEntryId: id, changeType: 'created', oldValue: null, newValue: title }
  const linked = linkChanges(siblings, changed, { id, title }).filter(
    (change) => change.scheduleEntryId !== id,
  )
  const { parts, announced } = beside(
    db,
    {
      actorId,
      jobId,
      links: others(changed, id),
      changes: [created, ...linked],
      events: [
        { name: 'schedule.created', subjectId: id, jobId, detail: { title } },
        ...peopleEvents(jobId, entry.assignedSubcontractorId),
      ],
    },
    given.fits,
  )
  const { dependsOnIds = [], blocksIds = [] } = changed.get(id) ?? {}
  const [row] = await db
    .with(...given.parts, ...parts)
    .insert(scheduleEntries)
    .values({ ...entry, id, dependsOnIds: [...dependsOnIds], blocksIds: [...blocksIds] })
    .returning(returned(given, announced))
  return row as SavedEntry
}

/** The fact worth telling of a change: what a client reads among their updates. */
function eventOf(entry: FoundEntry, change: EntryChange): PlumblineEvent {
  const { id: subjectId, jobId } = entry
  const {
    title = entry.title,
    startDate = entry.startDate,
    endDate = entry.endDate,
    status,
  } = change
  if (status === 'completed' && entry.status !== 'completed') {
    return { name: 'schedule.finished', subjectId, jobId, detail: { title } }
  }
  if (startDate !== entry.startDate || endDate !== entry.endDate) {
    return { name: 'schedule.dates', subjectId, jobId, detail: { title, startDate, endDate } }
  }
  return { name: 'schedule.changed', subjectId, jobId }
}

/** Changes the fields given of an entry that is locked, its links at both ends, and keeps what was. The caller checks that the sub fits. */
export async function updateEntry(
  db: Db,
  actorId: string,
  entry: FoundEntry,
  { reason, ...change }: Omit<EntryChange, 'jobId'>,
): Promise<SavedEntry> {
  const { id, jobId, siblings } = entry
  const { dependsOnIds, blocksIds, ...fields } = change
  const named = { id, title: change.title ?? entry.title }
  const changed = requireLinks(siblings, named, { dependsOnIds, blocksIds })
  // A sub who stays is not written again: they may be leaving the company at this moment, which frees the entry.
  const { assignedSubcontractorId: sub, ...rest } = change
  const subId = sub === entry.assignedSubcontractorId ? null : sub
  const written = sub === entry.assignedSubcontractorId ? { title: entry.title, ...rest } : change
  const given = give(db, jobId, subId)
  const { parts, announced } = beside(
    db,
    {
      actorId,
      jobId,
      reason,
      links: others(changed, id),
      changes: [
        ...fieldChanges(entry, fields, given.name),
        ...linkChanges(siblings, changed, named),
      ],
      events: [eventOf(entry, change), ...peopleEvents(jobId, subId)],
    },
    given.fits,
  )
  const [row] = await db
    .with(...given.parts, ...parts)
    .update(scheduleEntries)
    .set(written)
    .where(eq(scheduleEntries.id, id))
    .returning(returned(given, announced))
  return row as SavedEntry
}

/** Deletes an entry that is locked and takes it out of the links of the others; its history stays. */
export async function deleteEntry(db: Db, actorId: string, entry: FoundEntry) {
  const { id, jobId, title, siblings } = entry
  const changed = requireLinks(siblings, entry, { dependsOnIds: [], blocksIds: [] })
  const deleted = { scheduleEntryId: id, changeType: 'deleted', oldValue: title, newValue: null }
  const linked = linkChanges(siblings, changed, entry).filter(
    (change) => change.scheduleEntryId !== id,
  )
  const { parts, announced } = beside(
    db,
    {
      actorId,
      jobId,
      links: others(changed, id),
      changes: [deleted, ...linked],
      events: [{ name: 'schedule.deleted', subjectId: id, jobId, detail: { title } }],
    },
    sql`true`,
  )
  await db
    .with(...parts)
    .delete(scheduleEntries)
    .where(eq(scheduleEntries.id, id))
    .returning({ announced })
}
