import { type LineCategory, lineCategories } from '@plumbline/contract/pricedLines.ts'
import { NewSavedLine } from '@plumbline/contract/priceList.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { savedLines } from '../../schema/pricing.ts'
import type { Cells } from './checkRows.ts'
import { inOneStatement, type Kind } from './importers.ts'
import { asRows } from './queries.ts'

/** Other words for the categories, in the singular. */
const otherWords: Readonly<Record<string, LineCategory>> = {
  ...{ labour: 'labor', service: 'labor', install: 'labor', installation: 'labor' },
  ...{ supply: 'material', product: 'material', inventory: 'material', noninventory: 'material' },
  ...{ 'non-inventory': 'material', sub: 'subcontract', subcontractor: 'subcontract' },
  ...{ subcontracted: 'subcontract', rental: 'equipment', 'equipment rental': 'equipment' },
  ...{ fee: 'permit', 'permit fee': 'permit' },
}

/** The category that a word of another tool means; `other` for an unknown one. */
function categoryOf(word: string): LineCategory {
  const lower = word.toLowerCase()
  const singular = lower.replace(/ies$/, 'y').replace(/s$/, '')
  return lineCategories.find((known) => known === singular) ?? otherWords[singular] ?? 'other'
}

/** A line as the schema reads it: a description of several lines as one, a known category. */
function compose({ description, category, ...cells }: Cells): Cells {
  return {
    ...cells,
    ...(typeof description === 'string' && { description: description.replaceAll(/\s+/g, ' ') }),
    ...(typeof category === 'string' && { category: categoryOf(category) }),
  }
}

/** Imports the price list. A line of the same description and unit is left as it is. */
export const prices: Kind<NewSavedLine> = {
  kind: 'prices',
  schema: NewSavedLine,
  fixedValues: {},
  compose,
  keyOf: ({ description, unit }) =>
    JSON.stringify([description.toLowerCase(), (unit ?? '').toLowerCase()]),
  key: 'description and unit',
  keyField: 'description',
  match: async (db, valid) => {
    const rows = valid.map(({ row, value: { description, unit } }) => ({
      ...{ row, description, unit: unit ?? '' },
    }))
    const found = await db.execute<{ row: number }>(sql`
      select distinct r.row from jsonb_to_recordset(${asRows(rows)}) as r("row" int, description text, unit text)
      join ${savedLines} l on lower(l.description) = lower(r.description)
        and lower(coalesce(l.unit, '')) = lower(r.unit)`)
    return new Map(found.rows.map(({ row }) => [row, 'same'] as const))
  },
  add: inOneStatement('prices', insertLines),
}

/** Adds lines. @returns the number of added lines */
async function insertLines(db: Db, lines: readonly NewSavedLine[]): Promise<number> {
  const rows = lines.map((line) => ({
    id: newId(),
    description: line.description,
    details: line.details ?? null,
    unit: line.unit ?? null,
    unit_price: line.unitPrice,
    unit_cost: line.unitCost ?? null,
    category: line.category ?? 'other',
    taxable: line.taxable ?? false,
  }))
  const inserted = await db.execute(sql`
    insert into ${savedLines} (id, description, details, unit, unit_price, unit_cost, category, taxable)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, description text, details text, unit text, unit_price numeric, unit_cost numeric, category text,
        taxable boolean)`)
  return inserted.rowCount ?? 0
}
