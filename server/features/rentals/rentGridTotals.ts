import type { RentGridTotals } from '@plumbline/contract/rentalIncome.ts'
import { sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { rentalProperties } from '../../schema/rentals.ts'
import { dollarsText } from './money.ts'
import { isLate, rentCells } from './rentCells.ts'
import { daysOf, type GridFilter, inGrid } from './rentGrid.ts'

type TotalRow = {
  /** Null in the row for all months together. */
  readonly month: string | null
  readonly expected: string
  readonly received: string
  readonly missingCount: number
  readonly missing: string
  readonly partCount: number
  readonly part: string
}

/** The sums of the grid over all its properties, and the amounts that are late at `now`. */
export async function rentGridTotals(
  db: Db,
  filter: GridFilter,
  now: Date,
): Promise<RentGridTotals> {
  const days = daysOf(filter.from)
  const of = sql`(select p.id from ${rentalProperties} p where ${inGrid(filter)})`
  const { rows } = await db.execute<TotalRow>(sql`
    select to_char(m.month, 'YYYY-MM') as month, ${dollarsText(sql`sum(c.expected)`)} as expected,
      ${dollarsText(sql`sum(c.received)`)} as received,
      count(*) filter (where c.is_missing)::int as "missingCount",
      ${dollarsText(sql`sum(c.open) filter (where c.is_missing)`)} as missing,
      count(*) filter (where c.is_part)::int as "partCount",
      ${dollarsText(sql`sum(c.open) filter (where c.is_part)`)} as part
    from (
      select g::date as month from generate_series(${days.from}::timestamp, ${days.to}::timestamp, interval '1 month') g) m
    left join (
      select c.*, c.overdue as open, ${isLate(sql`d.today`)} and c.received <= 0 as is_missing,
        ${isLate(sql`d.today`)} and c.received > 0 as is_part
      from ${rentCells({ ...days, of, today: companyDay(now) })} c
      cross join (select ${companyDay(now)} as today) d) c on c.month = m.month
    group by grouping sets ((m.month), ())
    order by m.month`)
  const months = rows.flatMap(({ month, expected, received }) =>
    month === null ? [] : [{ month, expected, received }],
  )
  const all = rows.find(({ month }) => month === null) as TotalRow
  return {
    months,
    received: all.received,
    missing: { count: all.missingCount, amount: all.missing },
    part: { count: all.partCount, amount: all.part },
  }
}
