import { reads } from '@plumbline/contract/readers.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { isMissing } from '../../api/call.ts'
import { useSeesSubs } from '../../api/company.ts'
import { jobQuery } from '../../api/jobs.ts'
import { useMay, useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { ScreenPaper } from '../../print/Paper.tsx'
import { Link } from '../../screens/Link.tsx'
import { useRememberOpened } from '../../screens/recent.ts'
import {
  everyone,
  id,
  ignore,
  oneOf,
  overlay,
  screen,
  searchParams,
  text,
  throwNotFound,
} from '../../screens/screen.ts'
import { buttonVariants } from '../../ui/Button.tsx'
import { RowsSkeleton, Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { JobCamera } from '../photos/CameraButton.tsx'
import { PhotoStrip } from '../photos/PhotoStrip.tsx'
import { jobFinish, jobSchedule } from '../schedule/api.ts'
import { jobTasks } from '../tasks/api.ts'
import { TasksPanel } from '../tasks/TasksPanel.tsx'
import { jobSubs } from './api.ts'
import { JobFacts } from './JobFacts.tsx'
import { JobHead } from './JobHead.tsx'
import { JobNow } from './JobNow.tsx'
import { JobSubs } from './JobPeople.tsx'
import { JobSections, sectionClass } from './JobSections.tsx'
import { JobSheet } from './JobSheet.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'

const Placeholder = () => <RowsSkeleton count={1} />
const UpdatesPanel = lazyPart(
  async () => ({
    default: (await import('../weeklyUpdates/UpdatesPanel.tsx')).UpdatesPanel,
  }),
  Placeholder,
)
const JobMoney = lazyPart(
  async () => ({ default: (await import('./JobMoney.tsx')).JobMoney }),
  Placeholder,
)

export const Route = createFileRoute('/jobs/$id')({
  ...screen({ title: 'Job Details', roles: everyone }),
  validateSearch: searchParams({
    task: overlay(text),
    entry: overlay(id),
    update: overlay(id),
    tab: oneOf('history'),
    history: overlay(oneOf('schedule')),
  }),
  // A panel that cannot be loaded shows its own error.
  loader: ({ context: { client, person, may }, params }) =>
    Promise.all([
      client.query(jobQuery(params.id)).catch(throwNotFound),
      client.query(jobSchedule(params.id)).catch(ignore),
      client.query(jobFinish(params.id)).catch(ignore),
      client.query(jobSubs(params.id)).catch(ignore),
      may('task.list') && client.query(jobTasks(params.id)).catch(ignore),
      import('../photos/api.ts')
        .then(({ jobPhotos }) => client.infiniteQuery(jobPhotos(params.id)))
        .catch(ignore),
      // Imported here to stay out of the initial bundle: their panels appear after the rest of the
      // screen.
      reads(person.role, 'client') &&
        import('../weeklyUpdates/api.ts')
          .then(({ jobUpdates }) => client.query(jobUpdates(params.id)))
          .catch(ignore),
      reads(person.role, 'client') &&
        import('../changeOrders/api.ts')
          .then(({ contractQuery }) => client.query(contractQuery(params.id)))
          .catch(ignore),
    ]),
  pendingComponent: () => (
    <div className="flex max-w-3xl flex-col gap-3">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="mb-6 h-2 w-full" />
      <RowsSkeleton count={3} />
    </div>
  ),
  notFoundComponent: JobNotFound,
  component: JobScreen,
})

/** A job with everything in it that the person may see. */
function JobScreen() {
  const { id: jobId } = Route.useParams()
  const { task, entry, update, tab, history } = Route.useSearch()
  const may = useMay()
  const { role } = useMe()
  const seesSubs = useSeesSubs()
  const { data: job, error } = useSuspenseQuery(jobQuery(jobId))
  useRememberOpened(
    isMissing(error)
      ? null
      : { kind: 'job', href: paths.job(jobId), label: job.name, detail: job.address },
  )
  if (isMissing(error)) return <JobNotFound />
  return (
    <>
      <ScreenPaper>
        <JobSheet job={job} />
      </ScreenPaper>
      <JobHead job={job} />
      <PhotoStrip jobId={jobId} />
      <JobNow job={job} />
      <JobSections jobId={jobId} />
      <div className="mt-5 grid items-start gap-x-10 gap-y-9 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="flex min-w-0 flex-col gap-9">
          {may('task.list') && (
            <div id="tasks" className={sectionClass}>
              <TasksPanel jobId={jobId} taskId={task} />
            </div>
          )}
          <div id="schedule" className={sectionClass}>
            <SchedulePanel jobId={jobId} entryId={entry} tab={tab} history={history} />
          </div>
          {reads(role, 'client') && (
            <div id="updates" className={sectionClass}>
              <UpdatesPanel job={job} updateId={update} />
            </div>
          )}
          {reads(role, 'client') && <JobMoney job={job} className={sectionClass} />}
          {seesSubs && (
            <div id="subcontractors" className={sectionClass}>
              <JobSubs jobId={jobId} />
            </div>
          )}
        </div>
        <div id="about" className={sectionClass}>
          <JobFacts job={job} />
        </div>
      </div>
      {may('photo.create') && <JobCamera jobId={jobId} />}
    </>
  )
}

/** Shown both for a job that does not exist and for one the person may not see. */
function JobNotFound() {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-start justify-center">
      <h1 className="text-lg tracking-tight">Job not found</h1>
      <p className="mt-2 text-ink-2">It may have been deleted, or you may not have access to it.</p>
      <Link href={paths.jobs()} className={buttonVariants({ className: 'mt-5' })}>
        Back to Jobs
      </Link>
    </div>
  )
}
