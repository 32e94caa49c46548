import { centsOf } from '@plumbline/contract/dollars.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import type { RentCell, RentGridRow } from '@plumbline/contract/rentalIncome.ts'
import { cx } from 'class-variance-authority'
import { memo, type ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { GridPart } from '../../../ui/GridPart.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { lookClasses } from './cellLooks.ts'
import { type CellState, cellText, entriesOf, looksOf, plainDollars, tenancyOf } from './grid.ts'
import { cellKey, SUM_COLUMN } from './useGridKeys.ts'

/** The columns of the grid: the home, twelve months, and their sum. */
export const gridTemplate =
  '[grid-template-columns:var(--home-column,minmax(11.5rem,2fr))_repeat(12,minmax(4.5rem,1fr))_minmax(5.5rem,1fr)]'

interface OpenCell {
  /** The index of the cell in its row, 0 to 11. */
  readonly n: number
  readonly label: string
  readonly onClose: () => void
  readonly content: ReactNode
}

interface GridRowProps {
  row: RentGridRow
  index: number
  /** The current month, `YYYY-MM`. */
  current: string
  /** The column of the tab stop, or undefined if it is in another row. */
  tabStop: number | undefined
  /** The cell whose panel is open. */
  open: OpenCell | null
}

/**
 * The rent of a home for twelve months. Clicks and keys are handled by the grid, so that few rows
 * rerender.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, current, tabStop, open } = props
  const looks = looksOf(row)
  const stop = (column: number) => (tabStop === column ? 0 : -1)
  const [first, last] = [row.cells[0]?.month ?? '', row.cells.at(-1)?.month]
  const tenancy = tenancyOf(row, current)
  return (
    <GridPart
      role="row"
      aria-rowindex={index + 2}
      className={cx(
        'grid h-10.5 border-b border-line [contain-intrinsic-height:42px] [content-visibility:auto] touch:h-12',
        gridTemplate,
      )}
    >
      <GridPart
        role="rowheader"
        title={row.address}
        className="sticky left-0 z-10 flex flex-col justify-center bg-ground pr-3 text-sm leading-snug"
      >
        <Link
          href={paths.rentalProperty(row.propertyId)}
          tabIndex={stop(0)}
          data-cell={cellKey(index, 0)}
          className="truncate font-medium hover:underline hover:underline-offset-3"
        >
          {row.address}
        </Link>
        <span
          title={tenancy}
          className={cx(
            'truncate',
            row.status === 'maintenance' ? 'text-bad' : row.tenantName ? 'text-ink-2' : 'text-warn',
          )}
        >
          {tenancy}
        </span>
      </GridPart>
      {row.cells.map((cell, n) => {
        const look = looks[n] ?? 'vacant'
        return (
          <GridPart
            key={cell.month}
            role="gridcell"
            tabIndex={stop(n + 1)}
            data-cell={cellKey(index, n + 1)}
            data-look={look}
            aria-label={`${formatMonth(cell.month)}: ${cellText(cell, look)}`}
            aria-haspopup="dialog"
            aria-expanded={open?.n === n}
            aria-current={cell.month === current ? 'date' : undefined}
            className={cx(
              'figures relative flex cursor-pointer flex-col items-end justify-center pr-2 text-sm leading-tight whitespace-nowrap -outline-offset-2',
              lookClasses[look],
              open?.n === n && 'outline-2 outline-focus',
            )}
          >
            <CellFigures cell={cell} look={look} />
            {open?.n === n && (
              <div className="absolute inset-0">
                <Popover open onClose={open.onClose} label={open.label} anchor={<i aria-hidden />}>
                  {open.content}
                </Popover>
              </div>
            )}
          </GridPart>
        )
      })}
      <GridPart role="gridcell" className="flex items-center justify-end">
        <SumLink
          cell={cellKey(index, SUM_COLUMN)}
          tabIndex={stop(SUM_COLUMN)}
          href={entriesOf({
            propertyId: row.propertyId,
            first,
            ...(last !== undefined && { last }),
          })}
          label={`${row.address}: the entries of the twelve months`}
          amount={row.received}
        />
      </GridPart>
    </GridPart>
  )
})

/**
 * The figures in a cell: the amount received (and the amount expected if a part is open), or the
 * open amount if nothing was received.
 */
export function CellFigures({ cell, look }: { cell: RentCell; look: CellState }) {
  if (look === 'vacant' || look === 'repair') return null
  if (look === 'none') return '–'
  const isEmpty = look === 'missing' || (look === 'open' && centsOf(cell.received) === 0)
  return (
    <>
      {plainDollars(isEmpty ? cell.expected : cell.received)}
      {look === 'missing' && (
        <span className="text-xs font-normal">{`${cell.daysLate ?? 0} d late`}</span>
      )}
      {(look === 'part' || look === 'open') && (
        <span className="text-xs font-normal">
          {isEmpty ? 'open' : `of ${plainDollars(cell.expected)}`}
        </span>
      )}
      {look === 'paidLate' && <LateLine />}
    </>
  )
}

/** The mark of rent that was received late. */
export const LateLine = () => <span className="mt-0.5 block h-0.5 w-3.5 bg-warn" />

interface SumLinkProps {
  cell: string
  tabIndex: number
  href: string
  label: string
  /** Undefined while it is loading. */
  amount: string | undefined
  /** Uses a smaller font, because sums over many homes are long. */
  isTight?: boolean
}

/** A sum that links to its entries. */
export function SumLink({ cell, tabIndex, href, label, amount, isTight = false }: SumLinkProps) {
  const text = amount === undefined ? '…' : plainDollars(amount)
  return (
    <Link
      href={href}
      tabIndex={tabIndex}
      data-cell={cell}
      aria-label={`${text}, ${label}`}
      className={cx(
        'figures font-bold hover:underline hover:underline-offset-3',
        isTight ? 'text-xs' : 'text-sm',
      )}
    >
      {text}
    </Link>
  )
}
