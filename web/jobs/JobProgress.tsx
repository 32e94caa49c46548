import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../api/write.ts'
import { Slider } from '../ui/Slider.tsx'

/** Key presses within this time are saved as one. */
const PAUSE_MS = 250

/** The progress of a job as a slider: shown at once, reset when the server refuses. */
export function JobProgress({ job }: { job: Job }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const update = useWrite(jobRoutes.update, {
    success: 'Job progress updated successfully',
    failure: 'Failed to update job progress',
    queue: `progress ${job.id}`,
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const save = (progress: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setChosen(null)
      if (progress !== job.progress) update.mutate({ params: { id: job.id }, body: { progress } })
    }, PAUSE_MS)
  }
  const value =
    chosen ?? (update.isPending ? update.variables.body.progress : undefined) ?? job.progress
  return (
    <div className="mt-2 flex max-w-xl items-center gap-3">
      <Slider label="Progress" value={value} onChange={setChosen} onCommit={save} />
      <output className="figures w-12 text-right font-medium">{value}%</output>
    </div>
  )
}
