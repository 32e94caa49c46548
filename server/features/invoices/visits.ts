import { Failure } from '@plumbline/contract/failures.ts'
import type { Db } from '../../platform/db/handle.ts'
import { publishOf } from './events.ts'
import * as queries from './queries.ts'

/** The minutes after which another view of an invoice counts. */
const VIEW_MINUTES = 30

/** Notes that a customer has a locked invoice on screen, once in half an hour. */
export async function noteView(
  db: Db,
  { id, jobId, status, viewedAt }: queries.FoundInvoice,
  { now, browser }: { readonly now: Date; readonly browser: string },
) {
  if (status !== 'issued') return
  const last = await queries.lastView(db, id)
  if (last && now.getTime() - last.getTime() < VIEW_MINUTES * 60_000) return
  const note = /Mobi/.test(browser) ? 'on a phone' : 'on a computer'
  await queries.insertHappening(db, { invoiceId: id, kind: 'viewed', actorId: null, note })
  if (viewedAt === null) await queries.updateInvoice(db, id, { viewedAt: now })
  await publishOf(db, null, 'invoice.viewed', { id, jobId })
}

/** The most questions about an invoice: somebody who has more calls. */
const MAX_QUESTIONS = 50

/** Stores a question about a locked invoice. Fails with 429 after too many. */
export async function ask(db: Db, { id, jobId }: queries.FoundInvoice, note: string) {
  if ((await queries.countQuestions(db, id)) >= MAX_QUESTIONS)
    throw new Failure('tooMany', { retryAfter: 3600 })
  await queries.insertHappening(db, { invoiceId: id, kind: 'question', actorId: null, note })
  await publishOf(db, null, 'invoice.question', { id, jobId })
}
