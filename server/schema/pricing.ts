import { lineCategories } from '@plumbline/contract/pricedLines.ts'
import type { Pricing } from '@plumbline/contract/pricing.ts'
import { boolean, check, index, jsonb, numeric, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { idColumn, oneOf, prose, stamps, word } from '../platform/db/columns.ts'
import { inNaturalOrder } from '../platform/db/naturalOrder.ts'
import { searchIndex } from '../platform/db/search.ts'
import { pendingBids } from './bids.ts'

/** The price of each bid that has lines, payments or terms of its own. */
export const bidPricings = pgTable('bid_pricings', {
  bidId: uuid('bid_id')
    .primaryKey()
    .references(() => pendingBids.id, { onDelete: 'cascade' }),
  pricing: jsonb('pricing').$type<Pricing>().notNull(),
  ...stamps('bid_pricings'),
})

const unitDollars = (name: string) => numeric(name, { precision: 12, scale: 4 })

/** The price list: lines that are copied into bids. */
export const savedLines = pgTable(
  'saved_lines',
  {
    id: idColumn(),
    description: varchar('description', { length: 500 }).notNull(),
    details: prose('details'),
    unit: word('unit'),
    unitPrice: unitDollars('unit_price').notNull(),
    unitCost: unitDollars('unit_cost'),
    category: varchar('category', { length: 20, enum: lineCategories }).notNull().default('other'),
    taxable: boolean('taxable').notNull().default(false),
    ...stamps('saved_lines'),
  },
  (t) => [
    check('saved_lines_category_check', oneOf(t.category, lineCategories)),
    index('saved_lines_description_idx').on(inNaturalOrder(t.description), t.id),
    index('saved_lines_category_idx').on(t.category, inNaturalOrder(t.description), t.id),
    searchIndex('saved_lines_words_idx', t.description),
  ],
)
