import type { Role } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import { gt } from 'drizzle-orm'
import { eventsById } from '../../events/queries.ts'
import { mayReceive, type RecordedEvent } from '../../events/receivers.ts'
import { newId } from '../../platform/db/ids.ts'
import { auditEntries, auditRepeats } from '../../schema/audit.ts'
import { events } from '../../schema/live.ts'
import { renditionsMade } from '../slices/photos.ts'
import { writeCases } from '../slices.ts'
import { statementsOf } from '../statements.ts'
import type { Stage } from './cast.ts'
import { changedBetween, tablesIn, versionsOf } from './changes.ts'
import { failing, failureCodes } from './failures.ts'
import { answerTo, listOf, type Read, readsOfStage, readsOfThing } from './reads.ts'
import { type Refused, refusalsOf } from './refusals.ts'
import { type Answer, type Request, requestOf, send } from './send.ts'
import type { Sent } from './sliceTests.ts'

/** A read whose response changed after a write. */
export interface Change {
  readonly read: Read
  readonly before: string
  readonly after: string
}

/** One write of the contract, with all its effects. */
export interface Step {
  readonly row: Row
  readonly request: Request
  /** The expected status. */
  readonly expected: number
  readonly answer: Answer
  readonly events: readonly RecordedEvent[]
  /** The events that each role receives. */
  readonly received: Readonly<Record<Role, readonly RecordedEvent[]>>
  readonly logged: readonly string[]
  readonly audited: readonly (typeof auditEntries.$inferSelect)[]
  readonly changes: readonly Change[]
  /** The same request, sent before by people who may not make it. */
  readonly refused: readonly Refused[]
  /** The same request, sent before while the database fails at the first write. */
  readonly failed: { readonly answer: Answer; readonly logged: readonly string[] }
  /** The tables changed by those requests. */
  readonly changedByFailures: readonly string[]
  /**
   * The same request repeated with the same key, and the tables that it changed. Only for a POST by
   * a signed-in person.
   */
  readonly repeated?: { readonly answer: Answer; readonly tables: readonly string[] }
  /** The response to a different request with the same key. */
  readonly reused?: Answer
}

/**
 * The current responses to the reads of the walk. Only reads whose tables have changed are
 * repeated.
 */
function reader(stage: Stage) {
  const cached = new Map<Read, { answer: string; from: ReadonlySet<string> }>()

  async function make(read: Read) {
    let answer = ''
    const statements = await statementsOf(async () => {
      answer = await answerTo(stage, read)
    })
    // The first statement identifies the person, which is the same throughout.
    const [, ...further] = statements
    cached.set(read, { answer, from: tablesIn(further.length > 0 ? further : statements) })
    return answer
  }

  return {
    async add(reads: readonly Read[]) {
      for (const read of reads) await make(read)
    },
    remove(reads: readonly Read[]) {
      for (const read of reads) cached.delete(read)
    },
    /**
     * Repeats the reads that name one of the tables.
     * @returns those that differ
     */
    async again(changed: readonly string[]): Promise<Change[]> {
      const changes: Change[] = []
      for (const [read, { answer: before, from }] of cached) {
        if (!changed.some((table) => from.has(table))) continue
        const after = await make(read)
        if (after !== before) changes.push({ read, before, after })
      }
      return changes
    },
    /**
     * Repeats all reads.
     * @returns those that differ from the cached responses
     */
    async differing(): Promise<Change[]> {
      const before = new Map([...cached].map(([read, { answer }]) => [read, answer]))
      const changes: Change[] = []
      for (const [read, was] of before) {
        const after = await make(read)
        if (after !== was) changes.push({ read, before: was, after })
      }
      return changes
    },
  }
}

/** Watches writes: the tables, events and audit log entries since the last look. */
async function watch({ w }: Stage) {
  let versions = await versionsOf(w)
  let lastEvent = 0
  let lastAudited = ''

  async function look() {
    const now = await versionsOf(w)
    const tables = changedBetween(versions, now)
    versions = now
    const ids = await w.db.select({ id: events.id }).from(events).where(gt(events.id, lastEvent))
    const published = await eventsById(
      w.db,
      ids.map(({ id }) => id),
    )
    lastEvent = Math.max(lastEvent, ...ids.map(({ id }) => id))
    const since = lastAudited ? gt(auditEntries.id, lastAudited) : undefined
    const audited = await w.db.select().from(auditEntries).where(since).orderBy(auditEntries.id)
    lastAudited = audited.at(-1)?.id ?? lastAudited
    // So that each step has entries of its own.
    await w.db.delete(auditRepeats)
    return { tables, events: published, audited }
  }
  await look()
  return look
}

/** The reads of the thing that a write changes, if it is not the one of the stage. */
function readsOfOwn({ ids }: Stage, { path }: Row, sent: Sent<Row>): Read[] {
  const [, list = '', name = ''] = listOf(path) ?? []
  const id = (sent as { params?: Readonly<Record<string, string>> }).params?.[name]
  const isOther = id !== undefined && ids.get(list) !== id
  return isOther ? readsOfThing(list, id) : []
}

const another = (request: Request): Request => ({
  ...request,
  url: `${request.url}${request.url.includes('?') ? '&' : '?'}another`,
})

interface Prepared {
  readonly row: Row
  readonly sent: Sent<Row>
  readonly request: Request
}

/**
 * Makes every write of the contract once, each to its own thing, and every read before and after
 * it.
 */
export async function walk(stage: Stage, lines: readonly string[]) {
  const prepared: Prepared[] = []
  // All are prepared first, so that the reads after one write are those before the next.
  for (const { row, prepare } of writeCases) {
    const sent = await prepare(stage)
    prepared.push({ row, sent, request: await requestOf(stage, row, sent) })
  }
  await renditionsMade(stage)
  const reads = reader(stage)
  await reads.add(readsOfStage(stage))
  const look = await watch(stage)

  /** Sends a write in every way that has to be rejected or to fail. */
  async function takeInVain(row: Row, request: Request, n: number) {
    const refused = await refusalsOf(stage, row, request)
    const from = lines.length
    // Each code is used many times, though not for each row: failures are handled in one place.
    const code = failureCodes[n % failureCodes.length] ?? ''
    const answer = await failing(stage.w, code, () => send(stage, row, request))
    const failed = { answer, logged: lines.slice(from) }
    const { tables } = await look()
    await reads.again(tables)
    return { refused, failed, changedByFailures: tables }
  }

  async function take({ row, sent, request }: Prepared, n: number): Promise<Step> {
    const inVain = await takeInVain(row, request, n)
    const own = readsOfOwn(stage, row, sent)
    await reads.add(own)
    const key = { 'idempotency-key': newId() }
    const from = lines.length
    const answer = await send(stage, row, request, key)
    const logged = lines.slice(from)
    await sent.settled?.()
    const { tables, events: published, audited } = await look()
    const changes = await reads.again(tables)
    reads.remove(own)
    const receivedBy = (role: Role) =>
      published.filter((event) => mayReceive({ id: stage.people[role].id, role }, event))
    const step = {
      ...{ row, request, answer, logged, audited, changes },
      events: published,
      ...inVain,
      expected: sent.refused ?? row.status ?? 200,
      received: {
        admin: receivedBy('admin'),
        subcontractor: receivedBy('subcontractor'),
        client: receivedBy('client'),
      },
    }
    if (row.method !== 'POST' || row.may === 'anyone') return step
    const again = await send(stage, row, request, key)
    const repeated = { answer: again, tables: (await look()).tables }
    const reused = await send(stage, row, another(request), key)
    // A call that is not repeated may still be counted.
    await reads.again([...repeated.tables, ...(await look()).tables])
    return { ...step, repeated, reused }
  }

  const steps = new Map<Row, Step>()
  for (const [n, one] of prepared.entries()) steps.set(one.row, await take(one, n))
  return { steps, unnoticed: await reads.differing() }
}
