import { Failure } from '@plumbline/contract/failures.ts'
import { and, eq } from 'drizzle-orm'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { proposalHistory, proposals } from '../../schema/proposals.ts'

/** Withdraws the open proposal of a locked bid that the office decides itself. */
export async function withdrawOpen(db: Db, bidId: string, actorId: string, note: string) {
  const [open] = await db
    .update(proposals)
    .set({ status: 'withdrawn', linkHash: null })
    .where(and(eq(proposals.bidId, bidId), eq(proposals.status, 'sent')))
    .returning({ proposalId: proposals.id, version: proposals.version })
  if (!open) return
  const { proposalId, version } = open
  await db.insert(proposalHistory).values({ proposalId, kind: 'withdrawn', actorId, note })
  const detail = { kind: 'withdrawn', version }
  await publish(db, actorId, { name: 'bid.proposal', subjectId: bidId, detail })
}

/** Fails with 409 for a locked bid that a customer has signed. */
export async function requireUnsigned(db: Db, bidId: string) {
  const signed = and(eq(proposals.bidId, bidId), eq(proposals.status, 'approved'))
  if ((await db.$count(proposals, signed)) > 0) throw new Failure('signed')
}
