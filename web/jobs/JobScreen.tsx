import { mayEver } from '@plumbline/contract/policy.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { isMissing } from '../api/call.ts'
import { useMe } from '../api/me.ts'
import { JobCamera } from '../photos/JobCamera.tsx'
import { PhotoStrip } from '../photos/PhotoStrip.tsx'
import { jobSchedule } from '../schedule/api.ts'
import { SchedulePanel } from '../schedule/SchedulePanel.tsx'
import { everyone, ignore, screen, throwNotFound } from '../shell/screen.ts'
import { id, searchParams } from '../shell/searchParams.ts'
import { jobTasks } from '../tasks/api.ts'
import { TasksPanel } from '../tasks/TasksPanel.tsx'
import { jobQuery, jobSubs } from './api.ts'
import { JobFacts } from './JobFacts.tsx'
import { JobHead } from './JobHead.tsx'
import { JobNotFound } from './JobNotFound.tsx'
import { JobPending } from './JobPending.tsx'
import { JobSheet } from './JobSheet.tsx'
import { usePrinting } from './usePrinting.ts'

export const Route = createFileRoute('/jobs/$id')({
  ...screen({ title: 'Job Details', roles: everyone }),
  validateSearch: searchParams({ task: id, photo: id }),
  // A panel that cannot be read says so itself.
  loader: ({ context: { client, person }, params: { id } }) =>
    Promise.all([
      client.query(jobQuery(id)).catch(throwNotFound),
      client.query(jobSchedule(id)).catch(ignore),
      client.query(jobSubs(id)).catch(ignore),
      mayEver(person.role, 'task.list') && client.query(jobTasks(id)).catch(ignore),
    ]),
  pendingComponent: JobPending,
  notFoundComponent: JobNotFound,
  component: JobScreen,
})

/** A job with all that belongs to it: what a person may not see is not there, what they may not do has no button. */
function JobScreen() {
  const { id } = Route.useParams()
  const me = useMe()
  const { data: job, error } = useQuery({ ...jobQuery(id), retryOnMount: false })
  const printing = usePrinting()
  if (isMissing(error)) return <JobNotFound />
  if (error && !job) throw error
  if (!job) return <JobPending />
  if (printing) return <JobSheet job={job} />
  return (
    <>
      <JobHead job={job} />
      <div className="mt-7 grid items-start gap-x-7 gap-y-8 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {me.role !== 'client' && <TasksPanel jobId={job.id} />}
          <SchedulePanel jobId={job.id} />
          <PhotoStrip jobId={job.id} />
        </div>
        <JobFacts job={job} />
      </div>
      {mayEver(me.role, 'photo.create') && <JobCamera jobId={job.id} />}
    </>
  )
}
