import type { EventName } from '@plumbline/contract/events.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'

interface About {
  readonly id: string
  readonly jobId: string | null
}

/** Publishes what happened to an invoice, which is for the office alone, also on its job. */
export const publishOf = (
  db: Db,
  actorId: string | null,
  name: Extract<EventName, `invoice.${string}`>,
  { id, jobId }: About,
) =>
  publish(db, actorId, {
    ...{ name, subjectId: id },
    ...(jobId !== null && { jobId, readers: 'office' as const }),
  })
