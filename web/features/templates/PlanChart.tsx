import type { WorkSpan } from '@plumbline/contract/templatePlan.ts'
import type { TemplateEntry } from '@plumbline/contract/templates.ts'
import { CloudRain } from 'lucide-react'
import type { ReactNode } from 'react'
import { withIndex } from './api.ts'

interface PlanChartProps {
  /** The accessible name of the list. */
  label: string
  entries: readonly TemplateEntry[]
  /** The working days of each entry. */
  spans: readonly WorkSpan[]
  /** The second line of an entry. */
  detail: (entry: TemplateEntry, index: number) => ReactNode
  /** The days of an entry as text. */
  days: (index: number) => string
}

const WORKDAYS_PER_WEEK = 5

/** The entries of a template, each with its number and a bar across its working days. */
export function PlanChart({ label, entries, spans, detail, days }: PlanChartProps) {
  const length = Math.max(1, ...spans.map(({ last }) => last + 1))
  const percent = (workdays: number) => `${(100 * workdays) / length}%`
  return (
    <ol aria-label={label} className="open-rows @container">
      {withIndex(entries).map(({ item: entry, index }) => {
        const { first = 0, last = 0 } = spans[index] ?? {}
        const isPoint = entry.scheduleType !== 'task' && first === last
        return (
          <li
            key={index}
            className="open-row grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-2 py-2 @2xl:grid-cols-[1.75rem_minmax(0,1fr)_8.5rem_minmax(0,38%)]"
          >
            <span className="figures self-start text-sm text-ink-3">{index + 1}</span>
            <div className="min-w-0">
              <p className="flex items-center gap-1.5 font-medium">
                {entry.title}
                {entry.weatherDependent && !entry.indoorWork && (
                  <CloudRain
                    role="img"
                    aria-label="Weather dependent"
                    className="size-3.5 shrink-0 text-ink-3"
                  />
                )}
              </p>
              <p className="text-sm text-ink-2">{detail(entry, index)}</p>
            </div>
            <span className="figures text-right text-sm whitespace-nowrap text-ink-2 @2xl:text-left">
              {days(index)}
            </span>
            <div
              aria-hidden
              className="relative bg-[linear-gradient(to_right,var(--line)_1px,transparent_1px)] @max-2xl:col-span-2 @max-2xl:col-start-2 @max-2xl:mt-1.5 @max-2xl:h-2.5 @max-2xl:bg-none @2xl:-my-2 @2xl:self-stretch @2xl:border-r @2xl:border-line"
              style={{ backgroundSize: `${percent(WORKDAYS_PER_WEEK)} 100%` }}
            >
              {isPoint ? (
                <span
                  className="absolute top-1/2 size-2.5 -translate-1/2 rotate-45 border border-ink-2 bg-surface @max-2xl:size-2"
                  style={{ left: percent(first + 0.5) }}
                />
              ) : (
                <span
                  className="absolute top-1/2 h-3.5 min-w-1 -translate-y-1/2 rounded-xs border border-info bg-info-soft @max-2xl:h-2.5"
                  style={{ left: percent(first), width: percent(last - first + 1) }}
                />
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
