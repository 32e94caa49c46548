import type { ScheduleTemplate } from '@plumbline/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, ClipboardCheck, Plus } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList } from '../../screens/QueryList.tsx'
import { adminOnly, newForm, screen, searchParams, useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { plural } from '../../ui/format.ts'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { durationText, templatesQuery } from './api.ts'
import { Fold } from './Fold.tsx'

const NewTemplate = lazyPart(async () => ({
  default: (await import('./NewTemplate.tsx')).NewTemplate,
}))

const validateSearch = searchParams({ new: newForm('template') })

// No loader: it would pull the contract of templates into the first download.
export const Route = createFileRoute('/schedule-templates')({
  ...screen({ title: 'Schedule Templates', ...adminOnly }),
  validateSearch,
  component: TemplatesScreen,
})

function TemplatesHead({ children }: { children?: React.ReactNode }) {
  return (
    <>
      <Link href={paths.schedule()} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Schedule
      </Link>
      <ScreenHeader
        title="Schedule Templates"
        text="The steps and tasks of a kind of job, to start the next one with."
      >
        {children}
      </ScreenHeader>
    </>
  )
}

/** The templates by name. Retired ones are collapsed at the end. */
function TemplatesScreen() {
  const search = Route.useSearch()
  const setSearch = useSetSearch<typeof search>()
  const list = useQuery(templatesQuery)
  return (
    <>
      <TemplatesHead>
        <Button variant="primary" onClick={() => setSearch({ new: 'template' })}>
          <Plus aria-hidden />
          New Template
        </Button>
      </TemplatesHead>
      <QueryList
        list={list}
        noun="templates"
        skeleton={<RowsSkeleton count={6} />}
        empty={
          <EmptyState
            icon={ClipboardCheck}
            title="No templates yet"
            text="Create one here, or save the schedule of a job as a template"
          />
        }
      >
        {(templates) => (
          <Templates
            active={templates.filter(({ isActive }) => isActive)}
            retired={templates.filter(({ isActive }) => !isActive)}
          />
        )}
      </QueryList>
      {search.new && <NewTemplate onClose={() => setSearch({ new: '' })} />}
    </>
  )
}

type Listed = readonly ScheduleTemplate[]

function Templates({ active, retired }: { active: Listed; retired: Listed }) {
  return (
    <div className="flex flex-col gap-4">
      {active.length === 0 ? (
        <p className="text-ink-2">All templates are retired.</p>
      ) : (
        <TemplateList label="Templates" templates={active} />
      )}
      {retired.length > 0 && (
        <Fold title={`${plural(retired.length, 'retired template', 'retired templates')}`}>
          <TemplateList label="Retired templates" templates={retired} />
        </Fold>
      )}
    </div>
  )
}

const columns =
  'sm:grid sm:grid-cols-[minmax(0,1fr)_8rem_8.5rem_6rem_5rem] sm:items-center sm:gap-x-4'

function TemplateList({ label, templates }: { label: string; templates: Listed }) {
  return (
    <div>
      <div
        aria-hidden
        className={`border-b border-line-strong pb-1.5 text-xs text-ink-3 max-sm:hidden ${columns}`}
      >
        <span>Template</span>
        <span>Type</span>
        <span>Duration</span>
        <span>Entries</span>
        <span>Tasks</span>
      </div>
      <ul aria-label={label} className="max-sm:border-t max-sm:border-line-strong">
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} />
        ))}
      </ul>
    </div>
  )
}

function TemplateRow({ template }: { template: ScheduleTemplate }) {
  const { id, name, description, projectType } = template
  const { entries, tasks } = template.templateData
  return (
    <li className={`-mx-2.5 border-b border-line px-2.5 py-2.5 sm:hover:bg-sunken/60 ${columns}`}>
      <div className="min-w-0">
        <Link
          href={paths.template(id)}
          className="inline-flex items-center font-medium hover:underline touch:min-h-11 touch:min-w-11"
        >
          {name}
        </Link>
        {description && <p className="line-clamp-2 text-sm text-ink-2">{description}</p>}
      </div>
      <span className="text-sm text-ink-2 max-sm:mr-3">{projectType}</span>
      <span className="figures text-sm max-sm:mr-3">{durationText(template)}</span>
      <span className="figures text-sm text-ink-2 max-sm:mr-3">
        {plural(entries.length, 'entry', 'entries')}
      </span>
      <span className="figures text-sm text-ink-2">{plural(tasks.length, 'task', 'tasks')}</span>
    </li>
  )
}
