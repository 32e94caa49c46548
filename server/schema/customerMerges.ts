import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../platform/db/columns.ts'
import { customers } from './customers.ts'
import { users } from './people.ts'

/** A contact that a merge moved, and its position before. */
export interface MovedContact {
  readonly id: string
  readonly position: number
}

const ids = (name: string) => uuid(name).array().notNull().default(sql`'{}'`)

/** The rows that each merge moved, so that it can be undone. */
export const customerMerges = pgTable(
  'customer_merges',
  {
    /** The customer that was merged. */
    customerId: uuid('customer_id')
      .primaryKey()
      .references(() => customers.id, { onDelete: 'cascade' }),
    intoId: uuid('into_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    jobIds: ids('job_ids'),
    bidIds: ids('bid_ids'),
    userIds: ids('user_ids'),
    invoiceIds: ids('invoice_ids'),
    paymentIds: ids('payment_ids'),
    contacts: jsonb('contacts').$type<readonly MovedContact[]>().notNull(),
    mergedById: uuid('merged_by_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('customer_merges_into_idx').on(t.intoId, t.createdAt),
    index('customer_merges_person_idx').on(t.mergedById),
  ],
)
