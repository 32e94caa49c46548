import { type TaskTotals, taskStatuses } from '@plumbline/contract/tasks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListChecks, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { jobQuery } from '../../api/jobs.ts'
import { useMay, useMe } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { ListRows, ListScreen, useTableView } from '../../lists/ListScreen.tsx'
import { lazyTable } from '../../lists/lazyTable.tsx'
import { listScreen } from '../../lists/rememberedView.ts'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { usePagedList } from '../../screens/QueryList.tsx'
import { adminsAndSubs, ignore, useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Panel } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { RowsSkeleton, Skeleton } from '../../ui/Loading.tsx'
import { statusOptions } from '../../ui/status.ts'
import { emptyRow, WhenNear } from '../../ui/WhenNear.tsx'
import { taskPages, taskTotals } from './api.ts'
import { filterOf, parseShown, taskSearch } from './filter.ts'
import { LazyQuickAdd } from './LazyQuickAdd.tsx'
import { type TaskDialog, TaskDialogs } from './TaskDialogs.tsx'
import { TaskRow } from './TaskRow.tsx'

const { Table, Columns } = lazyTable(() => import('./TasksTable.tsx'))

export const Route = createFileRoute('/tasks')({
  ...listScreen('tasks', { title: 'Tasks', ...adminsAndSubs }),
  validateSearch: taskSearch.validate,
  loader: ({ context: { client }, location }) => {
    const search = taskSearch.validate(location.search)
    return Promise.all([
      client.infiniteQuery(taskPages(filterOf(taskSearch.filterOf(search)), search.view)),
      client.query(taskTotals({ jobId: search.jobId })).catch(ignore),
    ])
  },
  pendingComponent: Pending,
  component: TasksScreen,
})

const titles = { admin: 'Tasks', subcontractor: 'My Tasks', client: 'Tasks' } as const

function Pending() {
  return (
    <>
      <ScreenHeader title={titles[useMe().role]} />
      <Skeleton className="mb-5 h-20 w-full" />
      <RowsSkeleton count={6} />
    </>
  )
}

/** The tasks of all jobs, or for a sub their own, with counts and filters. */
function TasksScreen() {
  const title = titles[useMe().role]
  const mayPlan = useMay()('task.create')
  const { timeZone } = useCompany()
  const search = Route.useSearch()
  const setSearch = useSetSearch<typeof search>()
  const [dialog, setDialog, isBack] = useOpened<TaskDialog>('task', null)
  const params = taskSearch.filterOf(search)
  const filter = filterOf(params)
  const list = usePagedList(taskPages(filter, search.view))
  const isCreating = mayPlan && search.new === 'task'
  const create = () => setSearch({ new: 'task' })
  const table = useTableView(search, mayPlan)
  const [isChoosing, setChoosing] = useState(false)

  return (
    <ListScreen
      title={title}
      noun="tasks"
      search={taskSearch}
      params={search}
      table={table}
      plainView="List"
      more={
        list.paging.total > 0 && (
          <ListButtons
            fileName="tasks"
            read={async () => {
              const { printedTasks } = await import('./printed.ts')
              return printedTasks(filter, { title, timeZone, showAssignee: mayPlan })
            }}
          />
        )
      }
      action={
        mayPlan && (
          <Button variant={isChoosing ? 'default' : 'primary'} onClick={create}>
            <Plus aria-hidden />
            Create Task
          </Button>
        )
      }
      figures={<Counts jobId={search.jobId} />}
      views={{
        screen: 'tasks',
        builtIn: [
          { name: 'Open', params: { active: 'true' } },
          { name: 'Overdue', params: { overdue: 'true' } },
          { name: 'Mine', params: { active: 'true', show: 'mine' } },
          { name: 'All', params: {} },
        ],
        path: paths.tasks,
        totals: (view) => taskTotals(filterOf(view)),
        count: ({ total }) => total,
      }}
      Columns={Columns}
      searched="Task, job or customer"
      filters={
        <>
          <Select
            aria-label="Show"
            options={[
              { value: '', label: 'All Tasks' },
              { value: 'mine', label: 'My Tasks' },
              ...statusOptions(taskStatuses),
            ]}
            value={search.show ?? ''}
            onChange={(event) => setSearch({ show: parseShown(event.target.value) })}
            className="w-44"
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
        </>
      }
    >
      {mayPlan && search.jobId && <LazyQuickAdd key={search.jobId} jobId={search.jobId} />}
      <ListRows
        {...{ list, filter, Table }}
        onChoosing={setChoosing}
        noMatch="No tasks match your filters"
        skeleton={<RowsSkeleton count={6} />}
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
        {(tasks, busy) => (
          <Panel className="@container" aria-busy={busy}>
            <ul aria-label={title}>
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
        )}
      </ListRows>
      <TaskDialogs
        taskId={search.task}
        isBack={isBack}
        dialog={isCreating ? { at: 'create' } : dialog}
        setDialog={(next) => {
          if (search.new) setSearch({ new: '' })
          setDialog(next)
        }}
        create={{ title: 'Create Task', jobId: search.jobId, deadline: 'day' }}
      />
    </ListScreen>
  )
}

function Counts({ jobId }: { jobId: string | undefined }) {
  const { data } = useQuery({ ...taskTotals({ jobId }), placeholderData: keepPreviousData })
  const value = (name: keyof TaskTotals) => data?.[name].toLocaleString('en-US') ?? '…'
  return (
    <Figures
      isAbove
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
