import type { ProposalEventKind } from '@plumbline/contract/proposalStatuses.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { readersOf } from '../changeOrders/queries.ts'
import type { LockedProposal } from './queries.ts'

type Stepped = Pick<LockedProposal, 'bidId' | 'version' | 'change'>

/** Publishes what happened to a version of a bid, or to a change order. */
export async function publishStep(
  db: Db,
  actorId: string | null,
  { bidId, version, change }: Stepped,
  kind: Exclude<ProposalEventKind, 'replaced' | 'emailed' | 'notDelivered'>,
) {
  if (bidId)
    await publish(db, actorId, { name: `bid.${kind}`, subjectId: bidId, detail: { version } })
  if (change)
    await publish(db, actorId, {
      ...{ name: `changeOrder.${kind}`, subjectId: change.order.id, jobId: change.job.id },
      ...{ readers: readersOf(change), detail: { number: change.order.number, version } },
    })
}
