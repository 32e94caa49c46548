import type { EventName } from '@plumbline/contract/events.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { findAddressees, isForClient } from './clientQueries.ts'

interface About {
  readonly id: string
  readonly jobId: string | null
}

type InvoiceEventName = Extract<EventName, `invoice.${string}`>

/** The events that change what the client of an invoice reads. */
const forClient: ReadonlySet<InvoiceEventName> = new Set([
  ...(['invoice.issued', 'invoice.dueDay', 'invoice.voided'] as const),
  ...(['invoice.cardProcessing', 'invoice.cardFailed'] as const),
])

/**
 * Publishes what happened to an invoice, also on its job: for the office alone, or for the client
 * as well where it changes what they read.
 */
export async function publishOf(
  db: Db,
  actorId: string | null,
  name: InvoiceEventName,
  { id, jobId }: About,
) {
  if (jobId === null) return publish(db, actorId, { name, subjectId: id })
  const readers = forClient.has(name) && (await isForClient(db, id)) ? 'client' : 'office'
  return publish(db, actorId, { name, subjectId: id, jobId, readers })
}

/**
 * Publishes that what is paid of invoices has changed: for the office, and for the clients who read
 * them.
 */
export async function publishPaid(db: Db, actorId: string | null, ids: readonly string[]) {
  const rows = await findAddressees(db, ids)
  await publish(
    db,
    actorId,
    ...rows.map(({ id, jobId, addresseeId }) => ({
      ...{ name: 'invoice.paid' as const, subjectId: id },
      ...(jobId !== null && {
        ...{ jobId, readers: addresseeId === null ? ('office' as const) : ('client' as const) },
      }),
    })),
  )
}
