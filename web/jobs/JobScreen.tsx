import { mayEver } from '@plumbline/contract/policy.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isMissing } from '../api/call.ts'
import { useMe } from '../api/me.ts'
import { JobCamera } from '../photos/JobCamera.tsx'
import { PhotoStrip } from '../photos/PhotoStrip.tsx'
import { SchedulePanel } from '../schedule/SchedulePanel.tsx'
import { TasksPanel } from '../tasks/TasksPanel.tsx'
import { jobQuery } from './api.ts'
import { JobFacts } from './JobFacts.tsx'
import { JobHead } from './JobHead.tsx'
import { JobNotFound } from './JobNotFound.tsx'
import { JobPending } from './JobPending.tsx'
import { JobSheet } from './JobSheet.tsx'
import { usePrinting } from './usePrinting.ts'

/** A job with all that belongs to it: what a person may not see is not there, what they may not do has no button. */
export function JobScreen() {
  const { id } = useParams({ strict: false })
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
