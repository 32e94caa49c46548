import type { CustomerSort } from '@plumbline/contract/customerOrders.ts'
import type { CustomerFilter, ListedCustomer } from '@plumbline/contract/customers.ts'
import { and, count, isNull, or, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { orderBy, type Places } from '../../platform/db/order.ts'
import { type List, listOrPage, notCounted, totalOf } from '../../platform/db/paging.ts'
import { contains, phoneContains } from '../../platform/db/search.ts'
import { bidOrder, pendingBids } from '../../schema/bids.ts'
import {
  customerContacts,
  customers,
  MIN_PHONE_DIGITS,
  phoneDigits,
} from '../../schema/customers.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { shape, toCustomer } from './queries.ts'

/** The condition that somebody who signs in for a customer has the digits as their second phone. */
function hasSecondPhone(search: string): SQL | undefined {
  const isPhone = phoneContains(users.secondPhone, search)
  return isPhone
    ? sql`${customers.id} = any(array(select ${users.customerId} from ${users} where ${isPhone} and ${isNull(users.deletedAt)}))`
    : undefined
}

/** The condition that a customer, one of its contacts or of its people contains the words. */
function customerContains(search: string, alike: CustomerFilter['alike']): SQL | undefined {
  const ofContact = or(
    contains(customerContacts.name, search, { alike }),
    contains(customerContacts.email, search, { alike }),
    phoneContains(customerContacts.phone, search),
  )
  return or(
    contains(customers.name, search, { alike }),
    contains(customers.company, search, { alike }),
    contains(customers.address, search, { alike }),
    // With an array the indexes of both tables are used; the other form reads every customer.
    sql`${customers.id} = any(array(select ${customerContacts.customerId} from ${customerContacts} where ${ofContact}))`,
    hasSecondPhone(search),
  )
}

/** The customers that share the value of a contact, of at least this length, with another one. */
const sharing = (value: SQL, length: number) => sql`
  select unnest(array_agg(distinct customer_id)) as id from ${customerContacts}
    group by ${value} having count(distinct customer_id) > 1 and min(length(${value})) >= ${length}`

/** The customers that may be the same as another one: all contacts are compared, so only once. */
const similarOnes = new QueryBuilder()
  .$with('similar_ones', { id: sql<string>`id`.as('id') })
  .as(sql`
  ${sharing(sql`lower(email)`, 1)}
  union ${sharing(phoneDigits(sql`phone`), MIN_PHONE_DIGITS)}
  union select unnest(array_agg(id)) from ${customers} where merged_into_id is null
    group by lower(name) having count(*) > 1`)

/** The handle of queries with the conditions of {@link matching}. */
const withSimilar = (db: Db, { similar }: CustomerFilter) =>
  db.with(...(similar ? [similarOnes] : []))

const places: Places<CustomerSort> = {
  name: (row) => [inNaturalOrder(sql`${row}.name`)],
  created: (row) => [sql`${row}.created_at`],
}

const jobCount = sql<number>`(
  select count(*)::int from ${jobs} j where j.customer_id = ${outer(customers.id)})`
const openBidCount = sql<number>`(
  select count(*)::int from ${pendingBids} b where b.customer_id = ${outer(customers.id)} and ${bidOrder.isOpen(sql`b.status`)})`

const matching = ({ search, alike, similar }: CustomerFilter) =>
  and(
    isNull(customers.mergedIntoId),
    similar ? sql`${customers.id} in (select id from ${similarOnes})` : undefined,
    search ? customerContains(search, alike) : undefined,
  )

/** The number of matching customers. */
export async function countCustomers(db: Db, filter: CustomerFilter) {
  const [counted] = await withSimilar(db, filter)
    .select({ count: count() })
    .from(customers)
    .where(matching(filter))
  return { count: counted?.count ?? 0 }
}

/** The matching customers by name, or as the filter asks: all of them, or a page. */
export async function listCustomers(db: Db, filter: CustomerFilter): Promise<List<ListedCustomer>> {
  const { sort = 'name', limit, after, total } = filter
  const where = matching(filter)
  const order = orderBy(customers, places, sort)
  const query = withSimilar(db, filter)
    .select({
      ...shape,
      jobs: jobCount,
      openBids: openBidCount,
      total: total ? notCounted : totalOf(customers, where, limit),
    })
    .from(customers)
    .where(and(where, after === undefined ? undefined : order.after(after)))
    .orderBy(...order.by)
  return listOrPage(
    query,
    limit,
    ({ total: _, jobs, openBids, ...row }) => ({ ...toCustomer(row), jobs, openBids }),
    order.cursorOf,
  )
}
