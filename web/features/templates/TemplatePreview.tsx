import { formatDay, formatSpan, shortDay } from '@plumbline/contract/dates.ts'
import { spansOf, type TemplatePlan } from '@plumbline/contract/templatePlan.ts'
import { type ScheduleTemplate, startProblem } from '@plumbline/contract/templates.ts'
import { useMemo } from 'react'
import { useDayOff, useToday } from '../../screens/days.ts'
import { Alert } from '../../ui/Alert.tsx'
import { titleCase } from '../../ui/status.ts'
import { contentText, durationText, withIndex } from './api.ts'
import { Fold } from './Fold.tsx'
import { PlanChart } from './PlanChart.tsx'

interface TemplatePreviewProps {
  template: ScheduleTemplate
  plan: TemplatePlan
  /** The requested start day. */
  startDate: string
  /** Whether the list of entries starts collapsed. */
  folded?: boolean
}

/** A preview of what a template adds to a job, with the planned days. */
export function TemplatePreview({ template, plan, startDate, folded }: TemplatePreviewProps) {
  const { entries, tasks } = template.templateData
  const spans = useMemo(() => spansOf(entries), [entries])
  return (
    <section aria-label="Preview" className="min-w-0">
      <p className="figures font-medium">
        {contentText(entries.length, tasks.length)}
        {plan.start && plan.finish && (
          <>
            , {formatDay(plan.start)} – {formatDay(plan.finish)}
          </>
        )}
      </p>
      <p className="mb-2 text-sm text-ink-2">{durationText(template)}</p>
      <StartWarnings plan={plan} startDate={startDate} />
      {entries.length > 0 && (
        <Fold title="Entries with their days" open={!folded}>
          <div className="mt-1 rounded-s border border-line px-2.5">
            <PlanChart
              label="Planned entries"
              entries={entries}
              spans={spans}
              detail={({ trade, scheduleType }) => trade ?? titleCase(scheduleType)}
              days={(index) => {
                const days = plan.entries[index]
                return days ? formatSpan(days.startDate, days.endDate) : ''
              }}
            />
          </div>
        </Fold>
      )}
      {tasks.length > 0 && (
        <Fold title="Tasks with their deadlines">
          <ul className="mt-1 rounded-s border border-line">
            {withIndex(tasks).map(({ item: { name }, index }) => (
              <li
                key={index}
                className="flex gap-3 border-t border-line px-2.5 py-2 first:border-t-0"
              >
                <span className="min-w-0 flex-1">{name}</span>
                <span className="figures shrink-0 text-sm text-ink-2">
                  {deadlineText(plan.tasks[index]?.deadline)}
                </span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  )
}

const deadlineText = (day: string | null | undefined) => (day ? formatDay(day) : 'No deadline')

/** Warnings about the start day and the finish. */
function StartWarnings({ plan, startDate }: { plan: TemplatePlan; startDate: string }) {
  const today = useToday()
  const dayOff = useDayOff()
  const off = dayOff(startDate)
  const warnings = [
    startProblem(plan.finish),
    startDate < today && `The start is before today, ${formatDay(today)}.`,
    off &&
      plan.start &&
      `Nobody works on ${shortDay(startDate, today)} (${off}): the first working day counts.`,
  ].filter(Boolean)
  if (warnings.length === 0) return null
  return (
    <Alert tone="warn" className="mb-2">
      {warnings.map((warning) => (
        <p key={String(warning)}>{warning}</p>
      ))}
    </Alert>
  )
}
