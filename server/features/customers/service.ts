import type { CustomerChange, NewCustomer } from '@plumbline/contract/customers.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import * as queries from './queries.ts'

/** Adds a customer with its contacts. */
export async function createCustomer(
  db: Db,
  actorId: string,
  customer: NewCustomer,
): Promise<queries.CustomerRow> {
  const id = await queries.insertCustomer(db, customer)
  await queries.replaceContacts(db, { id, contacts: [] }, customer.contacts ?? [])
  await publish(db, actorId, { name: 'customer.created', subjectId: id })
  return queries.readCustomer(db, id)
}

/** Changes the given fields of a locked customer. Fails with 409 for one that was merged. */
export async function changeCustomer(
  db: Db,
  actorId: string,
  customer: queries.CustomerRow,
  change: CustomerChange,
): Promise<queries.CustomerRow> {
  if (customer.mergedIntoId !== null) throw new Failure('customerMerged')
  await queries.updateCustomer(db, customer.id, change)
  if (change.contacts) await queries.replaceContacts(db, customer, change.contacts)
  await publish(db, actorId, { name: 'customer.changed', subjectId: customer.id })
  return queries.readCustomer(db, customer.id)
}

/**
 * Deletes a locked customer. Fails with 409 for one with jobs, bids or change orders, or who was
 * sent some.
 */
export async function deleteCustomer(db: Db, actorId: string, { id }: { readonly id: string }) {
  if (await queries.isInUse(db, id)) throw new Failure('customerInUse')
  await queries.deleteCustomer(db, id)
  await publish(db, actorId, { name: 'customer.deleted', subjectId: id })
}
