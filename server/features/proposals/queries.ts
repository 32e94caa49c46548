import type { Person } from '@plumbline/contract/policy.ts'
import type { ProposalEventKind, ProposalStatus } from '@plumbline/contract/proposalStatuses.ts'
import type { Proposal } from '@plumbline/contract/proposals.ts'
import { and, asc, desc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pendingBids } from '../../schema/bids.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { deliveries, type letters } from '../../schema/delivery.ts'
import { jobs } from '../../schema/jobs.ts'
import { proposalHistory, proposals } from '../../schema/proposals.ts'
import { type BidRow, findBid } from '../bids/queries.ts'
import { addresseeOf, type FoundChange, lockChange } from '../changeOrders/queries.ts'

/** The emails about a proposal. */
export type Letter = (typeof letters)[number]

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

/** A proposal that is locked with its bid, or with its change order and the job of that. */
export interface LockedProposal extends ProposalRow {
  readonly bid: BidRow | undefined
  readonly change: FoundChange | undefined
}

/** Locks what a proposal is of, and then the proposal, in the order of locks. */
export async function lockProposal(db: Db, id: string): Promise<LockedProposal | undefined> {
  const { bidId, changeOrderId } = (await findProposal(db, id)) ?? {}
  const bid = bidId ? await findBid(db, bidId, { lock: true }) : undefined
  const change = changeOrderId ? await lockChange(db, changeOrderId) : undefined
  const proposal = bid || change ? await findProposal(db, id, { lock: true }) : undefined
  return proposal && { ...proposal, bid, change }
}

/** Whether it is the last version of its change order. */
const isLastOfChange = sql<boolean>`not exists (select from ${proposals} p
  where p.change_order_id = ${outer(proposals.changeOrderId)} and p.version > ${outer(proposals.version)})`

/**
 * A proposal whose document the person may read: as a client, what they signed, and the change
 * order that was sent to them last. It belongs to the customer it was sent to, also if
 * the bid or the job is for another one by now.
 */
export async function findDocument(
  db: Db,
  { id: personId, role }: Person,
  id: string,
): Promise<(ProposalRow & { readonly addresseeId: string | null }) | undefined> {
  const [row] = await db
    .select({
      proposal: getTableColumns(proposals),
      addressee: addresseeOf(proposals.customerId),
      isLast: isLastOfChange,
    })
    .from(proposals)
    .leftJoin(changeOrders, eq(changeOrders.id, proposals.changeOrderId))
    .leftJoin(pendingBids, eq(pendingBids.id, proposals.bidId))
    .leftJoin(jobs, eq(jobs.id, sql`coalesce(${changeOrders.jobId}, ${pendingBids.jobId})`))
    .where(eq(proposals.id, id))
  if (!row) return undefined
  const { status, changeOrderId } = row.proposal
  const isAnswerable = changeOrderId !== null && row.isLast && isSentOrDeclined.has(status)
  const reader = status === 'approved' || isAnswerable ? row.addressee : null
  if (role !== 'admin' && reader !== personId) return undefined
  return { ...row.proposal, addresseeId: reader }
}

const isSentOrDeclined: ReadonlySet<string> = new Set(['sent', 'declined'])

/** The bid or the change order of versions. */
export type VersionsOf = { readonly bidId: string } | { readonly changeOrderId: string }

const isVersionOf = (of: VersionsOf) =>
  'bidId' in of ? eq(proposals.bidId, of.bidId) : eq(proposals.changeOrderId, of.changeOrderId)

/** The last version that was sent. */
export async function lastVersion(db: Db, of: VersionsOf): Promise<ProposalRow | undefined> {
  const [row] = await db
    .select()
    .from(proposals)
    .where(isVersionOf(of))
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

const { id, bidId, changeOrderId, number, version, status, total, sentTo, lastDay } = proposals
const { sha256, createdAt, updatedAt } = proposals
/** The columns of a list, without the documents. */
const shown = {
  ...{ id, bidId, changeOrderId, number, version, status, total, sentTo, lastDay },
  ...{ sha256, createdAt, updatedAt },
}

/** Versions, newest first, or one of them, as the API returns them. */
export async function listProposals(
  db: Db,
  today: string,
  where: VersionsOf | { readonly id: string },
): Promise<Proposal[]> {
  const rows = await db
    .select({ ...shown, sentByName: nameOf(proposals.sentById) })
    .from(proposals)
    .where('id' in where ? eq(proposals.id, where.id) : isVersionOf(where))
    .orderBy(desc(proposals.version))
  const history = await historyOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    bidId: row.bidId,
    changeOrderId: row.changeOrderId,
    number: row.number,
    version: row.version,
    status: statusOn(row, today),
    total: (row.total / 100).toFixed(2),
    sentByName: row.sentByName,
    sentTo: row.sentTo,
    sentAt: row.createdAt.toISOString(),
    lastDay: row.lastDay,
    sha256: row.sha256,
    differs: false,
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

/** Queues an email about a proposal. Its content is decided when it is sent. */
export async function queueEmail(
  db: Db,
  email: { readonly proposalId: string; readonly letter: Letter; readonly address: string },
  now: Date,
): Promise<void> {
  const due = { channel: 'email', dueAt: now, createdAt: now } as const
  await db.insert(deliveries).values({ ...email, ...due })
}

/** Whether another email with the link of a proposal was queued after this one. */
export async function isFollowedByOffer(
  db: Db,
  { id, proposalId }: { readonly id: string; readonly proposalId: string },
): Promise<boolean> {
  const later = and(eq(deliveries.proposalId, proposalId), gt(deliveries.id, id))
  return (await db.$count(deliveries, and(later, eq(deliveries.letter, 'offer')))) > 0
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
