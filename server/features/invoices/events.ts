import type { EventName, PlumblineEvent } from '@plumbline/contract/events.ts'
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
  ...(['invoice.issued', 'invoice.credited', 'invoice.dueDay', 'invoice.voided'] as const),
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
 * them. With `isMoney` also that money came in, which clients are notified of.
 */
export async function publishPaid(
  db: Db,
  actorId: string | null,
  ids: readonly string[],
  { isMoney = false } = {},
) {
  const rows = await findAddressees(db, ids)
  const changes = rows.flatMap(({ id, jobId, addresseeId }): PlumblineEvent[] => {
    const paid = { name: 'invoice.paid', subjectId: id } as const
    if (jobId === null) return [paid]
    if (addresseeId === null) return [{ ...paid, jobId, readers: 'office' }]
    const forClient = { subjectId: id, jobId, readers: 'client' } as const
    const received = { ...forClient, name: 'invoice.received' } as const
    return [{ ...forClient, name: 'invoice.paid' }, ...(isMoney ? [received] : [])]
  })
  await publish(db, actorId, ...changes)
}
