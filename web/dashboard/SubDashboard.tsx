import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { ListChecks } from 'lucide-react'
import { Suspense, useId } from 'react'
import { useCompany } from '../api/company.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { StatusBadge } from '../ui/Badge.tsx'
import { EmptyState, Panel } from '../ui/Card.tsx'
import { Figures } from '../ui/Figures.tsx'
import { formatDeadline, useNow } from '../ui/format.ts'
import { ScreenHeader, SectionHeader } from '../ui/Headings.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'

const SubDays = lazyPart(() => import('../crew/SubDays.tsx'))

type SubFigures = Extract<Dashboard, { role: 'subcontractor' }>

/** The counters, the current tasks and the days of a sub. */
export function SubDashboard({ figures }: { figures: SubFigures }) {
  return (
    <>
      <ScreenHeader title="My Dashboard" />
      <Figures
        items={[
          { label: 'Active Tasks', value: figures.activeTasks },
          { label: 'Completed', value: figures.completedTasks },
          { label: 'This Week', value: figures.thisWeek },
        ]}
      />
      <SectionHeader title="Current Tasks" />
      {figures.currentTasks.length > 0 ? (
        <Panel>
          <ul>
            {figures.currentTasks.map((task) => (
              <CurrentTask key={task.id} task={task} />
            ))}
          </ul>
        </Panel>
      ) : (
        <EmptyState
          icon={ListChecks}
          title="No tasks assigned"
          text="Wait for tasks to be assigned to you"
        />
      )}
      <Suspense>
        <SubDays />
      </Suspense>
    </>
  )
}

function CurrentTask({ task }: { task: SubFigures['currentTasks'][number] }) {
  const nameId = useId()
  const { timeZone } = useCompany()
  const now = useNow()
  const late =
    task.deadline && task.status !== 'completed' && Date.parse(task.deadline) < now.getTime()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line px-4 py-2.5 first:border-t-0 md:grid-cols-[minmax(0,1fr)_15rem_7rem_auto] md:hover:bg-sunken/50">
      <div className="min-w-0">
        <h3 id={nameId} className="font-medium">
          {task.name}
        </h3>
        <p className="text-sm text-ink-2">
          <Link
            href={paths.job(task.jobId)}
            className="underline-offset-3 hover:underline touch:-my-1 touch:py-1"
          >
            {task.jobName}
          </Link>
        </p>
      </div>
      <div className="max-md:order-1 max-md:self-start max-md:justify-self-end max-md:pt-0.5 md:order-2">
        <StatusBadge status={task.status} />
      </div>
      <p className="figures text-sm text-ink-2 max-md:order-2 md:order-1 md:text-base">
        Due: {formatDeadline(task.deadline, timeZone)}
        {late && <span className="ml-1 font-medium text-bad max-md:ml-0 max-md:block"> Late</span>}
      </p>
      <Link
        href={paths.tasks()}
        aria-describedby={nameId}
        className="action-link no-print order-3 justify-self-end text-sm"
      >
        View Tasks
      </Link>
    </li>
  )
}
