import { MONTHS } from '@plumbline/contract/dates.ts'
import type { IncomeStatement } from '@plumbline/contract/rentalReports.ts'
import { Panel } from '../../../ui/Card.tsx'
import { maxAmount } from './Bar.tsx'

/** Height of the largest column in percent. The month names take the rest. */
const MAX_COLUMN_PERCENT = 84

const series = [
  { name: 'income', label: 'Income', fill: 'fill-good' },
  { name: 'expenses', label: 'Expenses', fill: 'fill-ink-3' },
] as const

/** A chart of income and expenses by month. The table below it has the figures. */
export function MonthColumns({ months }: { months: IncomeStatement['months'] }) {
  const max = maxAmount(months.flatMap(({ income, expenses }) => [income, expenses]))
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
        {months.map(({ month, ...amounts }, index) => (
          <g key={month}>
            {series.map(({ name, fill }, side) => {
              // The amount is negative if more was reversed than booked.
              const height = MAX_COLUMN_PERCENT * Math.max(0, Number(amounts[name]) / max)
              return (
                <rect
                  key={name}
                  x={`${width * (index + 0.16 + side * 0.36)}%`}
                  y={`${MAX_COLUMN_PERCENT - height}%`}
                  width={`${width * 0.32}%`}
                  height={`${height}%`}
                  data-bar={`${name} ${month}`}
                  className={fill}
                />
              )
            })}
            <text
              x={`${width * (index + 0.5)}%`}
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
          y1={`${MAX_COLUMN_PERCENT}%`}
          y2={`${MAX_COLUMN_PERCENT}%`}
          className="stroke-line-strong"
        />
      </svg>
    </Panel>
  )
}
