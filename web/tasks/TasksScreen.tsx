import { type TaskTotals, taskStatuses } from '@plumbline/contract/tasks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListChecks, Plus, SearchX, X } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../api/me.ts'
import { usePages } from '../api/usePages.ts'
import { jobQuery } from '../jobs/api.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { adminOnly, ignore, screen } from '../shell/screen.ts'
import { id, oneOf, searchParams, text } from '../shell/searchParams.ts'
import { useSearchWord } from '../shell/useSearchWord.ts'
import { useWords } from '../shell/useWords.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, Panel } from '../ui/Card.tsx'
import { Figures } from '../ui/Figures.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { SearchInput, Select } from '../ui/Input.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { RowsSkeleton } from '../ui/Skeleton.tsx'
import { statusStyle } from '../ui/status.ts'
import { taskPages, taskTotals, taskWords } from './api.ts'
import { type TaskDialog, TaskDialogs } from './TaskDialogs.tsx'
import { TaskRow } from './TaskRow.tsx'
import { TasksPending } from './TasksSkeleton.tsx'

const filterOptions = [
  { value: '', label: 'All Tasks' },
  { value: 'mine', label: 'My Tasks' },
  ...taskStatuses.map((status) => ({ value: status, label: statusStyle(status).label })),
]

const search = searchParams({
  search: text,
  show: oneOf('mine', ...taskStatuses),
  jobId: id,
  task: id,
  new: oneOf('task'),
})

export const Route = createFileRoute('/tasks')({
  ...screen({
    title: 'Tasks',
    ...adminOnly,
    roles: ['admin', 'subcontractor'],
  }),
  validateSearch: search,
  loader: ({ context: { client }, location }) => {
    const filter = taskWords(search(location.search))
    return Promise.all([
      client.infiniteQuery(taskPages(filter)),
      client.query(taskTotals(filter)).catch(ignore),
    ])
  },
  pendingComponent: TasksPending,
  component: TasksScreen,
})

/** The tasks of all jobs, for a sub their own: counted, filtered, taken a step further. */
function TasksScreen() {
  const me = useMe()
  const [words, setWords] = useWords()
  const [typed, setTyped] = useSearchWord()
  const [dialog, setDialog] = useState<TaskDialog>(null)
  const filter = taskWords(words)
  const list = usePages(taskPages(filter))
  const totals = useQuery({ ...taskTotals(filter), placeholderData: keepPreviousData })
  const isAdmin = me.role === 'admin'
  const title = isAdmin ? 'Tasks' : 'My Tasks'
  const create = () => setWords({ new: 'task' })

  return (
    <>
      <ScreenHeader title={title}>
        {isAdmin && (
          <Button variant="primary" onClick={create}>
            <Plus aria-hidden />
            Create Task
          </Button>
        )}
      </ScreenHeader>
      <Counts totals={totals.data} />
      <div className="mt-5 mb-4 flex flex-wrap items-center gap-2.5">
        <SearchInput
          label="Search tasks"
          placeholder="Search by task or job"
          value={typed}
          onChange={setTyped}
          className="flex-1 max-sm:min-w-full sm:min-w-52 sm:max-w-90"
        />
        <Select
          aria-label="Show"
          options={filterOptions}
          value={filter.show === 'all' ? '' : filter.show}
          onChange={(event) => setWords({ show: event.target.value })}
          className="w-44 max-sm:flex-1"
        />
        {filter.jobId && <JobFilter jobId={filter.jobId} onClear={() => setWords({ jobId: '' })} />}
      </div>
      {list.isPending ? (
        <RowsSkeleton count={6} />
      ) : list.items.length > 0 ? (
        <>
          <Panel className="@container" aria-busy={list.busy}>
            <ul aria-label={title}>
              {list.items.map((task) => (
                <TaskRow
                  key={task.id}
                  task={task}
                  showJob
                  hideAssignee={!isAdmin}
                  onOpen={({ id }) => setWords({ task: id })}
                />
              ))}
            </ul>
          </Panel>
          <LoadMore noun="tasks" {...list.more} />
        </>
      ) : filter.show !== 'all' || filter.search || filter.jobId ? (
        <EmptyState
          icon={SearchX}
          title="No tasks match your filters"
          action={
            <Button onClick={() => setWords({ show: '', search: '', jobId: '' })}>
              Clear the filters
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={ListChecks}
          title={isAdmin ? 'No tasks yet' : 'No tasks assigned'}
          text={
            isAdmin
              ? 'Create a task and say who does it by when'
              : 'Wait for tasks to be assigned to you'
          }
          action={
            isAdmin && (
              <Button variant="primary" onClick={create}>
                Create Task
              </Button>
            )
          }
        />
      )}
      <TaskDialogs
        dialog={isAdmin && words.new === 'task' ? { at: 'create' } : dialog}
        setDialog={(next) => {
          if (words.new) setWords({ new: '' })
          setDialog(next)
        }}
        create={{ title: 'Create Task', jobId: filter.jobId, deadline: 'day' }}
      />
    </>
  )
}

function Counts({ totals }: { totals: TaskTotals | undefined }) {
  const value = (name: keyof TaskTotals) => (totals ? totals[name].toLocaleString('en-US') : '…')
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

/** Says that only one job's tasks are shown, and takes that away again. */
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
        ) : job.isPending ? (
          '…'
        ) : (
          'not found'
        )}
      </span>
      <Button variant="quiet" size="icon" aria-label="Show the tasks of all jobs" onClick={onClear}>
        <X aria-hidden />
      </Button>
    </span>
  )
}
