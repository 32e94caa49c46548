import type { ProposalEventKind, ProposalStatus } from '@plumbline/contract/proposalStatuses.ts'
import type { Proposal } from '@plumbline/contract/proposals.ts'
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { proposalHistory, proposals } from '../../schema/proposals.ts'
import { findBid } from '../bids/queries.ts'

export type ProposalRow = typeof proposals.$inferSelect

/** The status of a proposal on a day: one that was sent expires after its last day. */
export const statusOn = (
  { status, lastDay }: Pick<ProposalRow, 'status' | 'lastDay'>,
  today: string,
): ProposalStatus => (status === 'sent' && lastDay < today ? 'expired' : status)

/** The proposal. With `lock`, it is locked until the transaction ends. */
export async function findProposal(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<ProposalRow | undefined> {
  const query = db.select().from(proposals).where(eq(proposals.id, id))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

/** Locks the bid of a proposal, and then the proposal, in the order of locks. */
export async function lockProposal(db: Db, id: string): Promise<ProposalRow | undefined> {
  const found = await findProposal(db, id)
  if (!found) return undefined
  await findBid(db, found.bidId, { lock: true })
  return findProposal(db, id, { lock: true })
}

/** The last version of a bid. */
export async function lastVersion(db: Db, bidId: string): Promise<ProposalRow | undefined> {
  const [row] = await db
    .select()
    .from(proposals)
    .where(eq(proposals.bidId, bidId))
    .orderBy(desc(proposals.version))
    .limit(1)
  return row
}

/** The events of proposals, oldest first. */
async function historyOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({ ...getTableColumns(proposalHistory), actorName: nameOf(proposalHistory.actorId) })
    .from(proposalHistory)
    .where(inArray(proposalHistory.proposalId, [...ids]))
    .orderBy(asc(proposalHistory.createdAt), asc(proposalHistory.id))
}

const { id, bidId, number, version, status, total, sentTo, lastDay } = proposals
const { sha256, createdAt, updatedAt } = proposals
/** The columns of a list, without the documents. */
const shown = {
  ...{ id, bidId, number, version, status, total, sentTo, lastDay, sha256, createdAt, updatedAt },
}

/** The versions of a bid, newest first, or one of them, as the API returns them. */
export async function listProposals(
  db: Db,
  today: string,
  where: { readonly bidId: string; readonly id?: string },
): Promise<Proposal[]> {
  const rows = await db
    .select({ ...shown, sentByName: nameOf(proposals.sentById) })
    .from(proposals)
    .where(
      and(
        eq(proposals.bidId, where.bidId),
        where.id === undefined ? undefined : eq(proposals.id, where.id),
      ),
    )
    .orderBy(desc(proposals.version))
  const history = await historyOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    bidId: row.bidId,
    number: row.number,
    version: row.version,
    status: statusOn(row, today),
    total: (row.total / 100).toFixed(2),
    sentByName: row.sentByName,
    sentTo: row.sentTo,
    sentAt: row.createdAt.toISOString(),
    lastDay: row.lastDay,
    sha256: row.sha256,
    events: history
      .filter(({ proposalId }) => proposalId === row.id)
      .map((event) => ({ ...event, createdAt: event.createdAt.toISOString() })),
    updatedAt: row.updatedAt.toISOString(),
  }))
}

export async function insertProposal(
  db: Db,
  proposal: typeof proposals.$inferInsert,
): Promise<ProposalRow> {
  const [row] = await db.insert(proposals).values(proposal).returning()
  return row as ProposalRow
}

export async function updateProposal(
  db: Db,
  id: string,
  change: Partial<typeof proposals.$inferInsert>,
): Promise<ProposalRow> {
  const [row] = await db.update(proposals).set(change).where(eq(proposals.id, id)).returning()
  return row as ProposalRow
}

interface Happening {
  readonly proposalId: string
  readonly kind: ProposalEventKind
  readonly actorId: string | null
  readonly note?: string | null
}

export async function insertHappening(db: Db, happening: Happening): Promise<void> {
  await db.insert(proposalHistory).values(happening)
}

/** The number of questions about a proposal. */
export const countQuestions = (db: Db, proposalId: string) =>
  db.$count(
    proposalHistory,
    and(eq(proposalHistory.proposalId, proposalId), eq(proposalHistory.kind, 'question')),
  )

/** When a proposal was last viewed. */
export async function lastView(db: Db, proposalId: string): Promise<Date | undefined> {
  const [last] = await db
    .select({ createdAt: proposalHistory.createdAt })
    .from(proposalHistory)
    .where(and(eq(proposalHistory.proposalId, proposalId), eq(proposalHistory.kind, 'viewed')))
    .orderBy(desc(proposalHistory.id))
    .limit(1)
  return last?.createdAt
}

/** The next number of a year, such as `P-2026-0031`. Two transactions take turns. */
export async function nextNumber(db: Db, year: number): Promise<string> {
  const { rows } = await db.execute<{ last: number }>(sql`
    insert into document_numbers (kind, year, last) values ('proposal', ${year}, 1)
    on conflict (kind, year) do update set last = document_numbers.last + 1
    returning last`)
  return `P-${year}-${String(rows[0]?.last ?? 0).padStart(4, '0')}`
}
