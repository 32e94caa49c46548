import { spansOf } from '@plumbline/contract/templatePlan.ts'
import type { ScheduleTemplate, TemplateData } from '@plumbline/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, ClipboardCheck } from 'lucide-react'
import { useMemo } from 'react'
import { isMissing } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { NotFound } from '../../screens/NotFound.tsx'
import { adminOnly, oneOf, screen, searchParams, useSetSearch } from '../../screens/screen.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { RowsSkeleton, Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { titleCase } from '../../ui/status.ts'
import { contentText, durationText, templateQuery, withIndex } from './api.ts'
import { linksText } from './links.ts'
import { PlanChart } from './PlanChart.tsx'
import { TemplateActions } from './TemplateActions.tsx'

const EditTemplate = lazyPart(
  async () => ({
    default: (await import('./EditTemplate.tsx')).EditTemplate,
  }),
  () => <RowsSkeleton count={6} />,
)

// No loader: it would pull the contract of templates into the first download.
export const Route = createFileRoute('/schedule-templates/$id')({
  ...screen({ title: 'Schedule Templates', ...adminOnly }),
  validateSearch: searchParams({ edit: oneOf('true') }),
  component: TemplateScreen,
})

/** One template with its entries and tasks, or the form that edits it. */
function TemplateScreen() {
  const { id } = Route.useParams()
  const { data, error, isFetching, refetch } = useQuery(templateQuery(id))
  if (isMissing(error)) return <TemplateNotFound />
  if (data) return <Template template={data} />
  return (
    <>
      <h1 className="sr-only">Schedule Template</h1>
      {error ? (
        <LoadProblem what="The template" pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Skeleton className="mb-6 h-7 w-72 max-w-full" />
          <RowsSkeleton count={6} />
        </>
      )}
    </>
  )
}

function Template({ template }: { template: ScheduleTemplate }) {
  const { edit } = Route.useSearch()
  const setSearch = useSetSearch()
  const { id, name, description, projectType, isActive, templateData } = template
  return (
    <>
      <Link href={paths.scheduleTemplates()} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Schedule Templates
      </Link>
      <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-60 flex-1">
          <h1 className="flex flex-wrap items-center gap-x-3 text-lg tracking-tight wrap-anywhere">
            {name}
            {!isActive && <Badge variant="outline">Retired</Badge>}
          </h1>
          <p className="figures mt-1 text-ink-2">
            {[projectType, durationText(template), contentText(...sizeOf(templateData))]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {description && <p className="mt-1.5 max-w-prose whitespace-pre-wrap">{description}</p>}
        </div>
        {!edit && <TemplateActions template={template} />}
      </div>
      {edit ? (
        <EditTemplate key={id} template={template} onClose={() => setSearch({ edit: '' })} />
      ) : (
        <Content template={template} />
      )}
    </>
  )
}

const sizeOf = ({ entries, tasks }: TemplateData): [number, number] => [
  entries.length,
  tasks.length,
]

/** `Day 3` or `Day 3 – 5`. The first working day is day 1. */
const dayText = ({ first, last }: { first: number; last: number }) =>
  first === last ? `Day ${first + 1}` : `Day ${first + 1} – ${last + 1}`

function Content({ template: { templateData } }: { template: ScheduleTemplate }) {
  const { entries, tasks } = templateData
  const spans = useMemo(() => spansOf(entries), [entries])
  return (
    <div className="flex flex-col gap-7">
      <TitledPanel title="Entries">
        {entries.length === 0 ? (
          <p className="text-ink-2">No entries yet. Edit the template to add some.</p>
        ) : (
          <div className="-mt-2.5">
            <PlanChart
              label="Entries"
              entries={entries}
              spans={spans}
              detail={({ trade, scheduleType, dependsOn }) =>
                [trade ?? titleCase(scheduleType), linksText(entries, dependsOn)]
                  .filter(Boolean)
                  .join(', ')
              }
              days={(index) => dayText(spans[index] ?? { first: 0, last: 0 })}
            />
          </div>
        )}
      </TitledPanel>
      <TitledPanel title="Tasks">
        {tasks.length === 0 ? (
          <p className="text-ink-2">No tasks yet.</p>
        ) : (
          <ul className="open-rows -mt-2.5">
            {withIndex(tasks).map(({ item: { name, description, entry }, index }) => (
              <li key={index} className="open-row flex flex-wrap items-baseline gap-x-4 py-2">
                <div className="min-w-60 flex-1">
                  <p className="font-medium">{name}</p>
                  {description && <p className="text-sm text-ink-2">{description}</p>}
                </div>
                <p className="text-sm text-ink-2">
                  {entry === null
                    ? 'No deadline'
                    : `By the end of ${entries[entry]?.title ?? 'its entry'}`}
                </p>
              </li>
            ))}
          </ul>
        )}
      </TitledPanel>
    </div>
  )
}

function TemplateNotFound() {
  return (
    <NotFound
      heading="Schedule Templates"
      icon={ClipboardCheck}
      title="Template not found"
      text="It may have been deleted"
      href={paths.scheduleTemplates()}
      to="Schedule Templates"
    />
  )
}
