import type { Contract, ContractChange } from '@plumbline/contract/changeOrders.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { findProposalSettings } from '../../access/company/proposalSettings.ts'
import { companyTimeZone } from '../../access/company/queries.ts'
import { nameOf } from '../../access/people/names.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pendingBids } from '../../schema/bids.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { jobs } from '../../schema/jobs.ts'
import { proposalHistory, proposals } from '../../schema/proposals.ts'
import { isTaxExempt } from '../customers/queries.ts'
import type { JobRow } from '../jobs/queries.ts'
import { addresseeId, addresseeOf } from './queries.ts'

/** The last version of a change order that was sent. */
const isLast = sql`${proposals.version} = (select max(p.version) from ${proposals} p
  where p.change_order_id = ${outer(changeOrders.id)})`

/** When a customer last looked at a version. */
const viewedAt = sql<Date | null>`(select max(e.created_at) from ${proposalHistory} e
  where e.proposal_id = ${outer(proposals.id)} and e.kind = 'viewed')`.mapWith(
  proposalHistory.createdAt,
)

/** The statuses of change orders that a client reads. */
const shownToClient: ReadonlySet<string> = new Set(['sent', 'expired', 'approved', 'declined'])

/** A change order with the client who reads it. */
interface AddressedChange {
  readonly change: ContractChange
  readonly addresseeId: string | null
}

async function readChanges(db: Db, jobId: string, now: Date): Promise<AddressedChange[]> {
  const today = dayIn(await companyTimeZone(db), now)
  const rows = await db
    .select({
      id: changeOrders.id,
      number: changeOrders.number,
      title: changeOrders.title,
      sentTitle: sql<string | null>`${changeOrders.sent} ->> 'title'`,
      sentDays: sql<number | null>`(${changeOrders.sent} ->> 'daysAdded')::int`,
      status: changeOrders.status,
      total: changeOrders.total,
      daysAdded: changeOrders.daysAdded,
      decidedAt: changeOrders.decidedAt,
      acceptedBy: nameOf(changeOrders.acceptedById),
      versionId: proposals.id,
      sentTotal: proposals.total,
      lastDay: proposals.lastDay,
      signedBy: sql<string | null>`${proposals.evidence} ->> 'name'`,
      viewedAt,
      addresseeId,
    })
    .from(changeOrders)
    .innerJoin(jobs, eq(jobs.id, changeOrders.jobId))
    .leftJoin(proposals, and(eq(proposals.changeOrderId, changeOrders.id), isLast))
    .where(eq(changeOrders.jobId, jobId))
    .orderBy(asc(changeOrders.number))
  return rows.map((row) => {
    const isOpen = row.status === 'sent'
    // The customer answers what was sent, whatever the draft says by now.
    const isAsSent = isOpen || row.status === 'declined'
    const isSigned = row.status === 'approved' && row.signedBy !== null
    const change = {
      id: row.id,
      number: row.number,
      title: (isAsSent && row.sentTitle) || row.title,
      status: isOpen && (row.lastDay ?? '') < today ? ('expired' as const) : row.status,
      total: (isAsSent ? row.sentTotal : null) ?? row.total,
      daysAdded: (isAsSent ? row.sentDays : null) ?? row.daysAdded,
      lastDay: isOpen ? row.lastDay : null,
      viewedAt: isOpen && row.viewedAt ? row.viewedAt.toISOString() : null,
      approvedBy: row.status === 'approved' ? (row.signedBy ?? row.acceptedBy) : null,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      proposalId: isSigned || isAsSent ? row.versionId : null,
    }
    return { change, addresseeId: row.addresseeId }
  })
}

/** The signed proposal that a job was made from, with the client who reads it. */
async function signedProposal(db: Db, jobId: string) {
  const [row] = await db
    .select({
      id: proposals.id,
      number: proposals.number,
      evidence: proposals.evidence,
      addresseeId: addresseeOf(proposals.customerId),
    })
    .from(pendingBids)
    .innerJoin(jobs, eq(jobs.id, pendingBids.jobId))
    .innerJoin(proposals, and(eq(proposals.bidId, pendingBids.id), isNotNull(proposals.evidence)))
    .where(eq(pendingBids.jobId, jobId))
    .limit(1)
  if (!row?.evidence) return null
  const { name: signedBy, signedAt } = row.evidence
  const proposal = { id: row.id, number: row.number, signedBy, signedAt }
  return { proposal, addresseeId: row.addresseeId }
}

const sumOf = (changes: readonly ContractChange[], of: 'total' | 'daysAdded') =>
  changes.reduce((sum, change) => sum + change[of], 0)

/** The tax of a new change order: none for a customer who pays none. */
async function newTaxRate(db: Db, customerId: string | null): Promise<string> {
  const { taxRate } = await findProposalSettings(db)
  return (await isTaxExempt(db, customerId)) ? '0' : taxRate
}

type ContractJob = Pick<JobRow, 'id' | 'approvedAmount' | 'customerId'>

/** The contract of a job, as the office or its client reads it. */
export async function readContract(
  db: Db,
  person: Person,
  { id, approvedAmount, customerId }: ContractJob,
  now: Date,
): Promise<Contract> {
  const isOffice = person.role === 'admin'
  const signed = await signedProposal(db, id)
  const all = await readChanges(db, id, now)
  const approved = all.map(({ change }) => change).filter(({ status }) => status === 'approved')
  const changes = all
    .filter(
      ({ change, addresseeId: reader }) =>
        isOffice || (reader === person.id && shownToClient.has(change.status)),
    )
    .map(({ change }) => change)
  const current = approvedAmount ?? 0
  const approvedChanges = sumOf(approved, 'total')
  return {
    ...{ original: current - approvedChanges, approvedChanges, current },
    waiting: sumOf(
      changes.filter(({ status }) => status === 'sent'),
      'total',
    ),
    daysAdded: sumOf(approved, 'daysAdded'),
    isSigned: signed !== null || approved.length > 0,
    newTaxRate: isOffice ? await newTaxRate(db, customerId) : null,
    proposal: isOffice || signed?.addresseeId === person.id ? (signed?.proposal ?? null) : null,
    changes,
  }
}
