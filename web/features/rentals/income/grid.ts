import { addDays } from '@plumbline/contract/dates.ts'
import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { addMonths, formatMonth } from '@plumbline/contract/months.ts'
import type { RentCell, RentGridRow } from '@plumbline/contract/rentalIncome.ts'
import { paths } from '../../../paths.ts'
import { csv } from '../../../screens/csv.ts'
import { plural } from '../../../ui/format.ts'

export const MONTHS_SHOWN = 12

/** Twelve months starting at `first`, as `YYYY-MM`. */
export const monthsFrom = (first: string): string[] =>
  Array.from({ length: MONTHS_SHOWN }, (_, n) => addMonths(first, n))

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))

/**
 * The first of the twelve months that contain `month`. The grid moves in steps of twelve months,
 * aligned so that one step ends with `current`.
 */
export function firstOfTwelve(month: string, current: string): string {
  const first = addMonths(current, 1 - MONTHS_SHOWN)
  const steps = Math.floor((monthNumber(month) - monthNumber(first)) / MONTHS_SHOWN)
  return addMonths(first, steps * MONTHS_SHOWN)
}

/** `Dec 2025 – Nov 2026`. */
export const spanOfMonths = (first: string): string =>
  `${formatMonth(first)} – ${formatMonth(addMonths(first, MONTHS_SHOWN - 1))}`

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** Dollars without the sign, for a column: `1,395`, `1,180.50`. */
export const plainDollars = (amount: string): string =>
  (centsOf(amount) % 100 === 0 ? whole : exact).format(Number(amount))

/** The unpaid part of an expected amount, as a decimal string in dollars. */
export const openOf = ({ expected, received }: { expected: string; received: string }): string =>
  dollarsFromCents(Math.max(0, centsOf(expected) - centsOf(received)))

/**
 * The visual state of a cell: the state of its rent (`none` for a lease without rent), or the
 * reason there is no lease.
 */
export type CellState = RentCell['state'] | 'vacant' | 'repair'

const isLet = ({ state, tenantId }: RentCell) => state !== 'none' || tenantId !== null

/** The cell states of a row. A home in repair shows `repair` after its last lease. */
export function looksOf(row: RentGridRow): CellState[] {
  const last = row.cells.findLastIndex(isLet)
  return row.cells.map((cell, n) => {
    if (isLet(cell)) return cell.state
    return row.status === 'maintenance' && n > last ? 'repair' : 'vacant'
  })
}

/** The accessible text of a cell. */
export function cellText(cell: RentCell, look: CellState): string {
  const days = plural(cell.daysLate ?? 0, 'day', 'days')
  const received = `${formatDollars(cell.received)} received`
  switch (look) {
    case 'none':
      return 'No rent expected'
    case 'vacant':
      return 'Vacant'
    case 'repair':
      return 'In repair'
    case 'paid':
      return received
    case 'paidLate':
      return `${received}, ${days} after it was due`
    case 'extra':
      return `${received} without a lease`
    case 'missing':
      return `${formatDollars(cell.expected)} not received, ${days} late`
    case 'part':
      return `${received}, ${formatDollars(openOf(cell))} open, ${days} late`
    case 'open':
      return centsOf(cell.received) > 0
        ? `${received} of ${formatDollars(cell.expected)}, not late`
        : `${formatDollars(cell.expected)} open, not late`
  }
}

/** The tenant of a home, or the reason it has none. `current` is the current month. */
export function tenancyOf(row: RentGridRow, current: string): string {
  if (row.status === 'maintenance') return 'In repair'
  if (row.tenantName) return `${row.tenantName} · ${row.city}`
  if (!row.vacantSince) return 'Vacant'
  const since = formatMonth(addDays(row.vacantSince, 1).slice(0, 7))
  return `Vacant since ${since.replace(` ${current.slice(0, 4)}`, '')}`
}

interface Summed {
  readonly propertyId?: string
  readonly first: string
  readonly last?: string
}

/** The URL of the entries behind a sum in the grid. */
export const entriesOf = ({ propertyId, first, last }: Summed): string =>
  paths.rentalProperties({
    tab: 'income',
    view: 'entries',
    kind: 'rent',
    propertyId,
    rentMonth: first,
    rentMonthTo: last,
  })

/** The sort order of rows on a phone, most urgent first. */
const urgency: Readonly<Record<RentCell['state'], number>> = {
  missing: 0,
  part: 1,
  open: 2,
  extra: 3,
  paidLate: 3,
  paid: 3,
  none: 4,
}

/** The homes with their cell for one month, late ones first. */
export function lateFirst(rows: readonly RentGridRow[], month: string) {
  const shown = rows.flatMap((row) => {
    const n = row.cells.findIndex((cell) => cell.month === month)
    const [cell, look] = [row.cells[n], looksOf(row)[n]]
    return cell && look ? [{ row, cell, look }] : []
  })
  return shown.sort(
    (a, b) =>
      urgency[a.cell.state] - urgency[b.cell.state] ||
      (b.cell.daysLate ?? 0) - (a.cell.daysLate ?? 0),
  )
}

/** The received amounts of the grid as CSV, in dollars. */
export function gridCsv(rows: readonly RentGridRow[], months: readonly string[]): string {
  const head = ['Property', 'City', 'Tenant', ...months, 'Received']
  const lines = rows.map((row) => [
    row.address,
    row.city,
    row.tenantName ?? '',
    ...row.cells.map(({ received }) => received),
    row.received,
  ])
  return csv([head, ...lines])
}
