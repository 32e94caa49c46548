import type { Job } from '@plumbline/contract/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { Button } from '../../ui/Button.tsx'
import { mutedQuery } from './api.ts'
import { useMute } from './useMute.ts'

/**
 * Shows whether the person is notified about a job, and changes it. Hidden while viewing as
 * somebody else.
 */
export function MuteJob({ job }: { job: Job }) {
  return useMay()('notification.change') ? <MuteButton job={job} /> : null
}

function MuteButton({ job }: { job: Job }) {
  const { data: jobs } = useQuery(mutedQuery)
  const { mute, unmute } = useMute(job)
  if (!jobs) return null
  const args = { params: { id: job.id } }
  const isPending = mute.isPending || unmute.isPending
  return jobs.some(({ jobId }) => jobId === job.id) ? (
    <Button variant="quiet" pending={isPending} onClick={() => unmute.mutate(args)}>
      {!isPending && <BellOff aria-hidden />}
      <span>Muted: be notified of this job again</span>
    </Button>
  ) : (
    <Button variant="quiet" pending={isPending} onClick={() => mute.mutate(args)}>
      {!isPending && <Bell aria-hidden />}
      Mute notifications
    </Button>
  )
}
