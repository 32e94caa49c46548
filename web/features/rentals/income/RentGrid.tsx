import { formatMonth } from '@plumbline/contract/months.ts'
import type { RentGridRow, RentGridTotals } from '@plumbline/contract/rentalIncome.ts'
import { cx } from 'class-variance-authority'
import { useEffect, useState } from 'react'
import { GridPart } from '../../../ui/GridPart.tsx'
import { CellPanel, LateState, monthTitle } from './CellPanel.tsx'
import { GridRow, gridTemplate, SumLink } from './GridRow.tsx'
import { entriesOf } from './grid.ts'
import { cellKey, SUM_COLUMN, useGridKeys } from './useGridKeys.ts'
import type { PaymentActions } from './views.ts'

interface RentGridProps {
  rows: readonly RentGridRow[]
  /** The number of homes, including those not loaded yet. */
  total: number
  months: readonly string[]
  totals: RentGridTotals | undefined
  today: string
  actions: PaymentActions
}

/** The grid of homes and twelve months. It is one tab stop, and arrow keys move inside it. */
export function RentGrid({ rows, total, months, totals, today, actions }: RentGridProps) {
  const current = today.slice(0, 7)
  const [opened, setOpened] = useState<{ propertyId: string; month: string } | null>(null)
  const currentColumn = months.indexOf(current)
  const keys = useGridKeys({
    rows: rows.length + 1,
    start: currentColumn < 0 ? months.length : currentColumn + 1,
    onOpen: (row, n) => {
      const [home, month] = [rows[row], months[n]]
      if (home && month) setOpened({ propertyId: home.propertyId, month })
    },
    onCorrect: (row, n) => {
      const [home, month] = [rows[row], months[n]]
      if (home && month) actions.onCorrectLast(home.propertyId, month)
    },
  })

  const { ref } = keys.handlers
  useEffect(() => {
    const box = ref.current?.parentElement
    if (!box) return
    const observer = new ResizeObserver(() => fitMonths(box, currentColumn >= 0))
    observer.observe(box)
    return () => observer.disconnect()
  }, [ref, currentColumn])

  const panelOf = (row: RentGridRow, index: number) => {
    const n = row.cells.findIndex(({ month }) => month === opened?.month)
    const cell = row.cells[n]
    if (!opened || opened.propertyId !== row.propertyId || !cell) return null
    const month = { propertyId: row.propertyId, address: row.address, cell }
    const title = monthTitle(month)
    // Return the focus to the cell before a dialog opens.
    const close = () => {
      keys.focusCell({ row: index, column: n + 1 })
      setOpened(null)
    }
    return {
      n,
      label: title,
      onClose: () => {
        const { activeElement } = document
        if (activeElement === document.body || activeElement?.closest('[popover]')) close()
        else setOpened(null)
      },
      content: (
        <div className="p-4 text-left font-normal whitespace-normal">
          <div className="mb-1.5 flex items-center gap-3">
            <h2 className="min-w-0 flex-1 text-base">{title}</h2>
            <LateState cell={cell} />
          </div>
          <CellPanel
            {...month}
            today={today}
            onDone={close}
            onOther={(prefill) => {
              close()
              actions.onOther(prefill)
            }}
            onCorrect={(entry) => {
              close()
              actions.onCorrect(entry)
            }}
          />
        </div>
      ),
    }
  }

  return (
    <GridPart
      {...keys.handlers}
      role="grid"
      aria-label={`Rent, ${formatMonth(months[0] ?? current)} to ${formatMonth(months.at(-1) ?? current)}`}
      aria-rowcount={total + 2}
      aria-colcount={SUM_COLUMN + 1}
      className="w-fit min-w-full"
    >
      <GridHead months={months} current={current} />
      {rows.map((row, index) => (
        <GridRow
          key={row.propertyId}
          row={row}
          index={index}
          current={current}
          tabStop={keys.tabStop.row === index ? keys.tabStop.column : undefined}
          open={panelOf(row, index)}
        />
      ))}
      <SumRow
        index={rows.length}
        rowIndex={total + 2}
        months={months}
        totals={totals}
        tabStop={keys.tabStop.row === rows.length ? keys.tabStop.column : undefined}
      />
    </GridPart>
  )
}

/** The least widths of the columns, in rem, as in `gridTemplate`. */
const WIDTHS = { home: 11.5, month: 4.5, sum: 5.5 }

/**
 * If not all months fit, widens the column of the homes so that no month is cut, and scrolls to the
 * end if the current month is there.
 */
function fitMonths(box: HTMLElement, hasCurrent: boolean) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const free = box.clientWidth / rem - WIDTHS.sum
  const fitting = Math.floor((free - WIDTHS.home) / WIDTHS.month)
  const width = fitting > 0 && fitting < 12 ? `${free - fitting * WIDTHS.month}rem` : ''
  box.style.setProperty('--home-column', width)
  if (hasCurrent) box.scrollTo({ left: box.scrollWidth })
}

function GridHead({ months, current }: { months: readonly string[]; current: string }) {
  return (
    <GridPart
      role="row"
      aria-rowindex={1}
      className={cx(
        'sticky top-0 z-20 grid h-8 border-b border-line-strong bg-ground text-sm text-ink-2',
        gridTemplate,
      )}
    >
      <GridPart role="columnheader" className="sticky left-0 z-10 flex items-center bg-ground">
        Property
      </GridPart>
      {months.map((month) => (
        <GridPart
          key={month}
          role="columnheader"
          aria-current={month === current ? 'date' : undefined}
          title={formatMonth(month)}
          className={cx(
            'flex items-center justify-end pr-2',
            month === current && '-mb-px border-b-2 border-accent font-bold text-ink',
          )}
        >
          <span className="sr-only">{formatMonth(month)}</span>
          <span aria-hidden>{formatMonth(month).slice(0, 3)}</span>
        </GridPart>
      ))}
      <GridPart role="columnheader" className="flex items-center justify-end whitespace-nowrap">
        12 months
      </GridPart>
    </GridPart>
  )
}

interface SumRowProps {
  index: number
  /** The `aria-rowindex`, from 1. */
  rowIndex: number
  months: readonly string[]
  /** The totals of the previous months while those of `months` are loading. */
  totals: RentGridTotals | undefined
  tabStop: number | undefined
}

/** The sticky row with the sums of all homes by month. */
function SumRow({ index, rowIndex, months, totals, tabStop }: SumRowProps) {
  const stop = (column: number) => (tabStop === column ? 0 : -1)
  const received = new Map(totals?.months.map((month) => [month.month, month.received]))
  const [first = '', last] = [months[0], months.at(-1)]
  return (
    <GridPart
      role="row"
      aria-rowindex={rowIndex}
      className={cx('sticky bottom-0 z-20 grid h-10.5 bg-ground touch:h-12', gridTemplate)}
    >
      <GridPart
        role="rowheader"
        tabIndex={stop(0)}
        data-cell={cellKey(index, 0)}
        className="sticky left-0 z-10 flex items-center bg-ground text-sm font-bold -outline-offset-2"
      >
        Received
      </GridPart>
      {months.map((month, n) => (
        <GridPart key={month} role="gridcell" className="flex items-center justify-end pr-2">
          <SumLink
            cell={cellKey(index, n + 1)}
            tabIndex={stop(n + 1)}
            href={entriesOf({ first: month })}
            label={`the entries of ${formatMonth(month)}`}
            amount={received.get(month)}
            isTight
          />
        </GridPart>
      ))}
      <GridPart role="gridcell" className="flex items-center justify-end">
        <SumLink
          cell={cellKey(index, SUM_COLUMN)}
          tabIndex={stop(SUM_COLUMN)}
          href={entriesOf({ first, ...(last !== undefined && { last }) })}
          label="the entries of the twelve months"
          amount={received.has(first) ? totals?.received : undefined}
        />
      </GridPart>
    </GridPart>
  )
}
