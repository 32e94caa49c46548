import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { Slider } from '../../ui/Slider.tsx'

/** Changes within this time are saved as one. */
const SAVE_DELAY_MS = 250

const texts = {
  success: 'Job progress updated successfully',
  failure: 'Failed to update job progress',
}

/**
 * The progress of a job as a slider. A change is shown immediately, reset if the server rejects it,
 * and can be undone.
 */
export default function JobProgress({ job }: { job: Job }) {
  const params = { id: job.id }
  const [chosen, setChosen] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const before = useRef(job.progress)
  const undo = useWrite(jobRoutes.update, { ...texts, queue: `progress ${job.id}` })
  const update = useWrite(jobRoutes.update, {
    ...texts,
    queue: `progress ${job.id}`,
    success: (saved) => {
      const progress = before.current
      // Rejected if the job has changed in the meantime.
      const onClick = () => undo.mutate({ params, body: { progress }, version: saved })
      return {
        title: 'Success',
        description: texts.success,
        action: { label: 'Undo', onClick },
      }
    },
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const save = (progress: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setChosen(null)
      if (progress === job.progress) return
      before.current = job.progress
      update.mutate({ params, body: { progress } })
    }, SAVE_DELAY_MS)
  }
  const pending = [update, undo].find(({ isPending }) => isPending)
  const value = chosen ?? pending?.variables?.body.progress ?? job.progress
  return (
    <div className="flex items-center gap-3">
      <Slider label="Progress" value={value} onChange={setChosen} onCommit={save} />
      <output className="figures w-12 text-right font-bold whitespace-nowrap">{value}%</output>
    </div>
  )
}
