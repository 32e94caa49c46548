import type { MutedJob } from '@plumbline/contract/notifications.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { mutedQuery } from './api.ts'
import { useMute } from './useMute.ts'

/** The jobs whose notifications the person has muted. */
export function MutedJobs() {
  const { data: jobs } = useSuspenseQuery(mutedQuery)
  return (
    <DescribedSection
      title="Muted jobs"
      text="You get no notifications about these jobs. A job is muted on its page, or in a notification about it."
    >
      {jobs.length > 0 ? (
        <ul>
          {jobs.map((job) => (
            <MutedRow key={job.jobId} job={job} />
          ))}
        </ul>
      ) : (
        <p className="p-5 text-ink-2">You have muted no jobs.</p>
      )}
    </DescribedSection>
  )
}

function MutedRow({ job: { jobId, jobName } }: { job: MutedJob }) {
  const { unmute } = useMute({ id: jobId, name: jobName })
  return (
    <li className="flex items-center gap-4 border-t border-line px-5 py-3 first:border-t-0">
      <Link
        href={paths.job(jobId)}
        className="min-w-0 flex-1 wrap-anywhere hover:underline touch:py-3"
      >
        {jobName}
      </Link>
      <Button
        size="sm"
        aria-label={`Unmute ${jobName}`}
        pending={unmute.isPending}
        onClick={() => unmute.mutate({ params: { id: jobId } })}
      >
        Unmute
      </Button>
    </li>
  )
}
