import { type TaskTotals, taskStatuses } from '@plumbline/contract/tasks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListChecks, Plus, SearchX, X } from 'lucide-react'
import { useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { jobQuery } from '../../api/jobs.ts'
import { useMay, useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { SearchBox } from '../../screens/SearchBox.tsx'
import {
  adminsAndSubs,
  ignore,
  newForm,
  oneOf,
  screen,
  searchParams,
  text,
  useSetSearch,
} from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Panel } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { RowsSkeleton, Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { statusOptions } from '../../ui/status.ts'
import { ViewSwitch } from '../../ui/table/ViewSwitch.tsx'
import { TABLE, useMedia } from '../../ui/useMedia.ts'
import { emptyRow, WhenNear } from '../../ui/WhenNear.tsx'
import { LazyViewTabs } from '../savedViews/LazyViewTabs.tsx'
import { ViewCount } from '../savedViews/ViewCount.tsx'
import { taskPages, taskTotals } from './api.ts'
import { filterOf, filterParams, isNarrowed, NO_FILTER, parseShown } from './filter.ts'
import { LazyQuickAdd } from './LazyQuickAdd.tsx'
import { type TaskDialog, TaskDialogs } from './TaskDialogs.tsx'
import { TaskRow } from './TaskRow.tsx'

const load = () => import('./TasksTable.tsx')
const TasksTable = lazyPart(load, () => <RowsSkeleton count={8} />)
const TaskColumns = lazyPart(async () => ({ default: (await load()).TaskColumns }))

const validateSearch = searchParams({
  ...filterParams,
  view: oneOf('table'),
  columns: text,
  task: text,
  new: newForm('task'),
})
type Search = ReturnType<typeof validateSearch>

export const Route = createFileRoute('/tasks')({
  ...screen({ title: 'Tasks', ...adminsAndSubs }),
  validateSearch,
  loader: ({ context: { client }, location }) => {
    const search = validateSearch(location.search)
    return Promise.all([
      client.infiniteQuery(taskPages(filterOf(search), search.view)),
      client.query(taskTotals({ jobId: search.jobId })).catch(ignore),
    ])
  },
  pendingComponent: () => (
    <>
      <TasksHead />
      <Skeleton className="mb-5 h-20 w-full" />
      <RowsSkeleton count={6} />
    </>
  ),
  component: TasksScreen,
})

const titles = { admin: 'Tasks', subcontractor: 'My Tasks', client: 'Tasks' } as const

function TasksHead({ children }: { children?: React.ReactNode }) {
  return <ScreenHeader title={titles[useMe().role]}>{children}</ScreenHeader>
}

/** The tasks of all jobs, or for a sub their own, with counts and filters. */
function TasksScreen() {
  const me = useMe()
  const may = useMay()
  const { timeZone } = useCompany()
  const search = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const [dialog, setDialog] = useState<TaskDialog>(null)
  const filter = filterOf(search)
  const list = usePagedList(taskPages(filter, search.view))
  const mayPlan = may('task.create')
  const isCreating = mayPlan && search.new === 'task'
  const create = () => setSearch({ new: 'task' })
  const hasRoom = useMedia(TABLE) && mayPlan
  const isTable = hasRoom && search.view === 'table'
  const [isChoosing, setChoosing] = useState(false)

  return (
    <>
      <TasksHead>
        {list.paging.total > 0 && (
          <ListButtons
            fileName="tasks"
            read={async () =>
              (await import('./printed.ts')).printedTasks(filter, {
                title: titles[me.role],
                timeZone,
                showAssignee: mayPlan,
              })
            }
          />
        )}
        {mayPlan && (
          <Button variant={isChoosing ? 'default' : 'primary'} onClick={create}>
            <Plus aria-hidden />
            Create Task
          </Button>
        )}
      </TasksHead>
      <Counts jobId={search.jobId} />
      {isTable && <Views search={search} />}
      <div className="mt-5 mb-4 flex flex-wrap items-center gap-2.5">
        <SearchBox
          label="Search tasks"
          placeholder="Task, job or customer"
          value={search.search}
          className="flex-1 max-sm:min-w-full sm:min-w-52 sm:max-w-90"
        />
        <Select
          aria-label="Show"
          options={[
            { value: '', label: 'All Tasks' },
            { value: 'mine', label: 'My Tasks' },
            ...statusOptions(taskStatuses),
          ]}
          value={search.show ?? ''}
          onChange={(event) => setSearch({ show: parseShown(event.target.value) })}
          className="w-44 max-sm:flex-1"
        />
        <Button
          aria-pressed={search.overdue === 'true'}
          onClick={() => setSearch({ overdue: search.overdue ? '' : 'true' })}
          className="aria-pressed:border-ink aria-pressed:bg-sunken"
        >
          Overdue
        </Button>
        {search.active && <Chip label="Open" onRemove={() => setSearch({ active: '' })} />}
        {search.jobId && (
          <JobFilter jobId={search.jobId} onClear={() => setSearch({ jobId: '' })} />
        )}
        {hasRoom && (
          <div className="ml-auto flex gap-2.5">
            {isTable && <TaskColumns columns={search.columns} />}
            <ViewSwitch list="List" view={search.view} onChange={(view) => setSearch({ view })} />
          </div>
        )}
      </div>
      {mayPlan && search.jobId && <LazyQuickAdd key={search.jobId} jobId={search.jobId} />}
      <QueryList
        list={list}
        noun="tasks"
        skeleton={<RowsSkeleton count={6} />}
        noMatch={
          isNarrowed(search) && (
            <EmptyState
              icon={SearchX}
              title="No tasks match your filters"
              action={<Button onClick={() => setSearch(NO_FILTER)}>Clear filters</Button>}
            />
          )
        }
        empty={
          mayPlan ? (
            <EmptyState
              icon={ListChecks}
              title="No tasks yet"
              text="Create a task and assign it to someone"
              action={
                <Button variant="primary" onClick={create}>
                  Create Task
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={ListChecks}
              title="No tasks assigned"
              text="Wait for tasks to be assigned to you"
            />
          )
        }
      >
        {(tasks, busy) =>
          isTable ? (
            <TasksTable
              // Clears the selection when the filter changes.
              key={JSON.stringify({ ...filter, sort: '' })}
              filter={filter}
              columns={search.columns}
              tasks={tasks}
              total={list.paging.total}
              busy={busy}
              onChoosing={setChoosing}
            />
          ) : (
            <Panel className="@container" aria-busy={busy}>
              <ul aria-label={titles[me.role]}>
                {tasks.map((task) => (
                  <WhenNear key={task.id} item={task} className={`${emptyRow} h-34 @2xl:h-16`}>
                    {(ref) => (
                      <TaskRow
                        ref={ref}
                        task={task}
                        showJob
                        hideAssignee={!mayPlan}
                        onOpen={({ id }) => setSearch({ task: id })}
                      />
                    )}
                  </WhenNear>
                ))}
              </ul>
            </Panel>
          )
        }
      </QueryList>
      <TaskDialogs
        taskId={search.task}
        dialog={isCreating ? { at: 'create' } : dialog}
        setDialog={(next) => {
          if (search.new) setSearch({ new: '' })
          setDialog(next)
        }}
        create={{ title: 'Create Task', jobId: search.jobId, deadline: 'day' }}
      />
    </>
  )
}

/** The views of the tasks as tabs, the built-in ones first. */
function Views({ search: { view: _, task: __, new: ___, ...current } }: { search: Search }) {
  return (
    <div className="mt-5">
      <LazyViewTabs
        screen="tasks"
        views={[
          { name: 'Open', params: { active: 'true' } },
          { name: 'Overdue', params: { overdue: 'true' } },
          { name: 'Mine', params: { active: 'true', show: 'mine' } },
          { name: 'All', params: {} },
        ]}
        current={current}
        hrefOf={(params) => paths.tasks({ ...params, view: 'table' })}
        countOf={(params) => (
          <ViewCount
            totals={taskTotals(filterOf(validateSearch(params)))}
            count={(totals) => totals.total}
          />
        )}
      />
    </div>
  )
}

function Counts({ jobId }: { jobId: string | undefined }) {
  const { data } = useQuery({ ...taskTotals({ jobId }), placeholderData: keepPreviousData })
  const value = (name: keyof TaskTotals) => data?.[name].toLocaleString('en-US') ?? '…'
  return (
    <Figures
      items={[
        { label: 'Total', value: value('total') },
        { label: 'Pending', value: value('pending') },
        { label: 'In Progress', value: value('inProgress') },
        { label: 'Completed', value: value('completed') },
      ]}
    />
  )
}

/** Shows that only one job's tasks are listed, with a button that removes the filter. */
function JobFilter({ jobId, onClear }: { jobId: string; onClear: () => void }) {
  const job = useQuery(jobQuery(jobId))
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-s border border-line bg-surface pl-3 text-sm">
      <span className="min-w-0 truncate">
        Job:{' '}
        {job.data ? (
          <Link href={paths.job(jobId)} className="font-medium hover:underline">
            {job.data.name}
          </Link>
        ) : job.isError ? (
          'not found'
        ) : (
          '…'
        )}
      </span>
      <Button variant="quiet" size="icon" aria-label="Show the tasks of all jobs" onClick={onClear}>
        <X aria-hidden />
      </Button>
    </span>
  )
}
