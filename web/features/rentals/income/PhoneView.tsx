import { formatDollars } from '@plumbline/contract/dollars.ts'
import { addMonths, formatMonth } from '@plumbline/contract/months.ts'
import type { RentCell, RentGridRow } from '@plumbline/contract/rentalIncome.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { type PointerEvent, useRef, useState } from 'react'
import { Link } from '../../../screens/Link.tsx'
import { QueryList } from '../../../screens/QueryList.tsx'
import { Dialog, DialogBody } from '../../../ui/Dialog.tsx'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { useRentalSearch, useSetRentalSearch } from '../search.ts'
import { gridTotals, wholeGrid } from './api.ts'
import { CellPanel, monthTitle } from './CellPanel.tsx'
import { lookClasses } from './cellLooks.ts'
import { CellFigures } from './GridRow.tsx'
import { NoProperties } from './GridView.tsx'
import { type CellState, cellText, entriesOf, firstOfTwelve, lateFirst, tenancyOf } from './grid.ts'
import { Stepper, ViewSwitch } from './IncomeTools.tsx'
import type { ViewProps } from './views.ts'

/** The minimum horizontal distance of a swipe, in pixels. */
const MIN_SWIPE_PX = 60

/** Calls `onSwipe` with -1 after a swipe to the right and 1 after a swipe to the left. */
function useSwipe(onSwipe: (steps: -1 | 1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ clientX: x, clientY: y, pointerType }: PointerEvent) => {
      start.current = pointerType === 'mouse' ? null : { x, y }
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return
      const [x, y] = [clientX - start.current.x, clientY - start.current.y]
      start.current = null
      if (Math.abs(x) >= MIN_SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x > 0 ? -1 : 1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}

/** The rent grid on a phone: one month at a time, late homes first. */
export function PhoneView({ today, actions }: ViewProps) {
  const search = useRentalSearch()
  const setSearch = useSetRentalSearch()
  const current = today.slice(0, 7)
  const month = search.rentMonth ?? current
  const from = firstOfTwelve(month, current)
  const list = useQuery(wholeGrid(from))
  const totals = useQuery(gridTotals(from))
  const sum = totals.data?.months.find((one) => one.month === month)
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = lateFirst(list.data ?? [], month).find(({ row }) => row.propertyId === openId)
  const go = (steps: -1 | 1) => {
    const next = addMonths(month, steps)
    setSearch({ rentMonth: next === current ? '' : next })
  }
  const swipe = useSwipe(go)
  return (
    <section aria-label="Rent by month">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <Stepper name={formatMonth(month)} unit="month" onGo={go} />
        <ViewSwitch />
      </div>
      <div {...swipe} className="touch-pan-y">
        <QueryList
          list={list}
          noun="properties"
          skeleton={<RowsSkeleton count={6} />}
          empty={<NoProperties />}
        >
          {(rows) => (
            <ul className="border-t border-line-strong">
              {lateFirst(rows, month).map((one) => (
                <PhoneRow
                  key={one.row.propertyId}
                  {...one}
                  current={current}
                  onOpen={() => setOpenId(one.row.propertyId)}
                />
              ))}
            </ul>
          )}
        </QueryList>
      </div>
      {sum && (
        <p className="figures flex items-center justify-between gap-3 text-sm text-ink-2">
          <Link href={entriesOf({ first: month })} className="action-link">
            {`${formatDollars(sum.received)} received`}
          </Link>
          {`of ${formatDollars(sum.expected)}`}
        </p>
      )}
      {/* Outside the swipe area, so that swipes in the dialog do not change the month. */}
      {opened && (
        <Dialog
          open
          onOpenChange={() => setOpenId(null)}
          title={monthTitle({ ...opened.row, cell: opened.cell })}
          description={cellText(opened.cell, opened.look)}
        >
          <DialogBody className="pb-[max(1rem,env(safe-area-inset-bottom))]">
            <CellPanel
              propertyId={opened.row.propertyId}
              address={opened.row.address}
              cell={opened.cell}
              today={today}
              onDone={() => setOpenId(null)}
              onOther={(prefill) => {
                setOpenId(null)
                actions.onOther(prefill)
              }}
              onCorrect={(entry) => {
                setOpenId(null)
                actions.onCorrect(entry)
              }}
            />
          </DialogBody>
        </Dialog>
      )}
    </section>
  )
}

interface PhoneRowProps {
  row: RentGridRow
  cell: RentCell
  look: CellState
  current: string
  onOpen: () => void
}

function PhoneRow({ row, cell, look, current, onOpen }: PhoneRowProps) {
  return (
    <li className="border-b border-line [contain-intrinsic-height:57px] [content-visibility:auto]">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex min-h-14 w-full items-stretch text-left -outline-offset-2"
      >
        <span className="min-w-0 flex-1 self-center py-2 pr-2">
          <span className="block truncate font-medium">{row.address}</span>
          <span className="block truncate text-sm text-ink-2">{tenancyOf(row, current)}</span>
        </span>
        <span className="sr-only">{cellText(cell, look)}</span>
        <span
          aria-hidden
          className={cx(
            'figures flex min-w-22 flex-col items-end justify-center px-2',
            lookClasses[look],
          )}
        >
          <CellFigures cell={cell} look={look} />
        </span>
      </button>
    </li>
  )
}
