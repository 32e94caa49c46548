import type { Db } from '../../platform/db/handle.ts'
import { deviceOf, isNewView, requireFewQuestions } from '../proposals/visits.ts'
import { publishOf } from './events.ts'
import * as queries from './queries.ts'

interface Visit {
  readonly now: Date
  /** The name of the browser. */
  readonly browser: string
  /** The client who is signed in; null for somebody with the link. */
  readonly actorId?: string | null
}

/** Notes that a customer has a locked invoice on screen, once in half an hour. */
export async function noteView(
  db: Db,
  { id, jobId, status, viewedAt }: queries.FoundInvoice,
  { now, browser, actorId = null }: Visit,
) {
  if (status !== 'issued') return
  if (!isNewView(await queries.lastView(db, id), now)) return
  const note = deviceOf(browser)
  await queries.insertHappening(db, { invoiceId: id, kind: 'viewed', actorId, note })
  if (viewedAt === null) await queries.updateInvoice(db, id, { viewedAt: now })
  await publishOf(db, actorId, 'invoice.viewed', { id, jobId })
}

/** Stores a question about a locked invoice. Fails with 429 after too many. */
export async function ask(db: Db, { id, jobId }: queries.FoundInvoice, note: string) {
  requireFewQuestions(await queries.countQuestions(db, id))
  await queries.insertHappening(db, { invoiceId: id, kind: 'question', actorId: null, note })
  await publishOf(db, null, 'invoice.question', { id, jobId })
}
