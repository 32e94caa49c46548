import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { ListChecks } from 'lucide-react'
import { useId } from 'react'
import { useMe } from '../../api/me.ts'
import { WaitingMark } from '../../offline/actions/WaitingMark.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { FigureLine } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useOfferIsDue } from '../notifications/deviceOffer.ts'
import { DueDate } from '../tasks/DueDate.tsx'
import { StepButton, useTaskStep } from '../tasks/TaskStep.tsx'
import { CurrentWork } from './CurrentWork.tsx'

const DeviceOffer = lazyPart(async () => ({
  default: (await import('../notifications/DeviceOffer.tsx')).DeviceOffer,
}))
const SubDays = lazyPart(() => import('../crew/SubDays.tsx'))

type SubFigures = Extract<Dashboard, { role: 'subcontractor' }>

/**
 * A sub's dashboard: the current task and the next ones, their working days, the tasks completed
 * last, and their figures.
 */
export function SubDashboard({ figures }: { figures: SubFigures }) {
  const { now, currentTasks } = figures
  const nameId = useId()
  const others = currentTasks.filter(({ id }) => id !== now?.id)
  const isOfferDue = useOfferIsDue(useMe().id)
  return (
    <>
      <ScreenHeader title="My Dashboard" />
      {isOfferDue && <DeviceOffer />}
      <section aria-label="Current Tasks" className="-mt-3">
        <div className="mb-1 flex min-h-9 max-w-2xl items-center justify-between gap-4 touch:min-h-11">
          <h2 className="text-sm font-medium text-ink-2">Current Tasks</h2>
          {now && (
            <Link
              href={paths.tasks()}
              aria-describedby={nameId}
              className="action-link no-print text-sm"
            >
              View Tasks
            </Link>
          )}
        </div>
        {now && <CurrentWork task={now} nameId={nameId} />}
        {!now && currentTasks.length === 0 && (
          <EmptyState
            icon={ListChecks}
            title="No tasks assigned"
            text="Wait for tasks to be assigned to you"
          />
        )}
        <OtherTasks title="Next" tasks={others.filter(({ status }) => status !== 'completed')} />
        <SubDays />
        <OtherTasks
          title="Completed"
          tasks={others.filter(({ status }) => status === 'completed')}
        />
      </section>
      <FigureLine
        className="mt-7 justify-between border-t border-line-strong py-3 sm:justify-start"
        items={[
          ['Active Tasks', figures.activeTasks],
          ['Completed', figures.completedTasks],
          ['This Week', figures.thisWeek],
        ]}
      />
    </>
  )
}

type ListedTask = SubFigures['currentTasks'][number]

function OtherTasks({ title, tasks }: { title: string; tasks: readonly ListedTask[] }) {
  if (tasks.length === 0) return null
  return (
    <>
      <h3 className="mt-7 border-b border-line-strong pb-2">{title}</h3>
      <ul>
        {tasks.map((task) => (
          <OtherTask key={task.id} task={task} />
        ))}
      </ul>
    </>
  )
}

/** One of the tasks after the current one. */
function OtherTask({ task }: { task: ListedTask }) {
  const nameId = useId()
  const step = useTaskStep({ ...task, assigneeId: useMe().id })
  return (
    <li className="flex items-center gap-4 border-b border-line py-2.5">
      <div className="min-w-0 flex-1">
        <h4 id={nameId} className="font-medium">
          {task.name}
        </h4>
        <p className="text-sm text-ink-2">
          <Link
            href={paths.job(task.jobId)}
            className="touch-target underline-offset-3 hover:underline"
          >
            {task.jobName}
          </Link>
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={step.status} />
          <DueDate deadline={task.deadline} done={step.status === 'completed'} />
          <WaitingMark action={step.action} />
          <Link
            href={paths.tasks()}
            aria-describedby={nameId}
            className="action-link no-print text-sm"
          >
            View Tasks
          </Link>
        </div>
      </div>
      <StepButton step={step} nameId={nameId} />
    </li>
  )
}
