import { MONTHS } from '@plumbline/contract/dates.ts'
import type { IncomeStatement } from '@plumbline/contract/rentalReports.ts'
import { Panel } from '../../../ui/Card.tsx'
import { mostOf } from './Bar.tsx'

/** Percent of the height that the columns may take; the names of the months stand below. */
const COLUMNS_HEIGHT = 84

const series = [
  { name: 'income', label: 'Income', fill: 'fill-good' },
  { name: 'expenses', label: 'Expenses', fill: 'fill-ink-3' },
] as const

/** Income and expenses of twelve months as pairs of columns; the table below has them as figures. */
export function MonthColumns({ months }: { months: IncomeStatement['months'] }) {
  const most = mostOf(months.flatMap(({ income, expenses }) => [income, expenses]))
  const width = 100 / months.length
  return (
    <Panel className="break-inside-avoid px-3 pt-3 pb-2">
      <p aria-hidden className="mb-2 flex gap-4 text-sm text-ink-2">
        {series.map(({ name, label, fill }) => (
          <span key={name} className="flex items-center gap-1.5">
            <svg aria-hidden className="size-2.5">
              <rect width="100%" height="100%" rx="2" className={fill} />
            </svg>
            {label}
          </span>
        ))}
      </p>
      <svg role="img" aria-label="Income and expenses by month" className="block h-44 w-full">
        {months.map(({ month, ...amounts }, at) => (
          <g key={month}>
            {series.map(({ name, fill }, side) => {
              // More was reversed than booked: there is nothing to draw.
              const height = COLUMNS_HEIGHT * Math.max(0, Number(amounts[name]) / most)
              return (
                <rect
                  key={name}
                  x={`${width * (at + 0.16 + side * 0.36)}%`}
                  y={`${COLUMNS_HEIGHT - height}%`}
                  width={`${width * 0.32}%`}
                  height={`${height}%`}
                  data-bar={`${name} ${month}`}
                  className={fill}
                />
              )
            })}
            <text
              x={`${width * (at + 0.5)}%`}
              y="97%"
              textAnchor="middle"
              className="fill-ink-2 text-xs"
            >
              {MONTHS[Number(month.slice(5)) - 1]}
            </text>
          </g>
        ))}
        <line
          x1="0"
          x2="100%"
          y1={`${COLUMNS_HEIGHT}%`}
          y2={`${COLUMNS_HEIGHT}%`}
          className="stroke-line-strong"
        />
      </svg>
    </Panel>
  )
}
