import { Failure } from '@plumbline/contract/failures.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { proposalHistory, proposals } from '../../schema/proposals.ts'

/** Withdraws the open proposals of locked bids that the office decides itself. */
export async function withdrawOpen(
  db: Db,
  bidIds: readonly string[],
  actorId: string,
  note: string,
) {
  if (bidIds.length === 0) return
  const { id: proposalId, version, bidId } = proposals
  const open = await db
    .update(proposals)
    .set({ status: 'withdrawn', linkHash: null })
    .where(and(inArray(proposals.bidId, [...bidIds]), eq(proposals.status, 'sent')))
    .returning({ proposalId, version, bidId })
  if (open.length === 0) return
  await db.insert(proposalHistory).values(
    open.map((one) => ({
      ...{ proposalId: one.proposalId, actorId, note },
      kind: 'withdrawn' as const,
    })),
  )
  await publish(
    db,
    actorId,
    ...open.flatMap(({ bidId: subjectId, version: withdrawn }) =>
      subjectId === null
        ? []
        : {
            ...{ name: 'bid.withdrawn' as const, subjectId },
            detail: { version: withdrawn },
          },
    ),
  )
}

/** Fails with 409 for a locked bid that a customer has signed. */
export async function requireUnsigned(db: Db, bidId: string) {
  const signed = and(eq(proposals.bidId, bidId), eq(proposals.status, 'approved'))
  if ((await db.$count(proposals, signed)) > 0) throw new Failure('signed')
}
