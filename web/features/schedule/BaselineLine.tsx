import { baselineRoutes, baselineText } from '@plumbline/contract/baselines.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { query } from '../../api/query.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { formatDate } from '../../ui/format.ts'

interface BaselineLineProps {
  jobId: string
}

/**
 * Compares the schedule of a job with the promised one, its baseline, and lets people change the
 * baseline.
 */
export function BaselineLine({ jobId }: BaselineLineProps) {
  const { timeZone } = useCompany()
  const args = { params: { id: jobId } }
  const { data } = useQuery(query(baselineRoutes.read, args))
  const [isAsking, setAsking] = useState(false)
  const keep = useWrite(baselineRoutes.save, {
    success: 'Promised schedule saved',
    failure: 'Failed to save the promised schedule',
    onSuccess: () => setAsking(false),
  })
  const remove = useWrite(baselineRoutes.remove, {
    success: 'Promised schedule removed',
    failure: 'Failed to remove the promised schedule',
    onSuccess: () => setAsking(false),
  })
  if (!data?.finish) return null
  const { promised, finish, daysBehind } = data
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      {promised && (
        <>
          <span
            className={cx(
              'flex gap-1.5 font-medium wrap-anywhere',
              daysBehind > 0 ? 'text-bad' : 'text-ink',
            )}
          >
            <Flag aria-hidden className="mt-0.5 size-4 shrink-0" />
            {baselineText(data)}
          </span>
          <span className="figures">
            Promised {formatDay(promised.finish)}, now {formatDay(finish)}
          </span>
        </>
      )}
      <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
        {promised ? 'Change Promised Schedule' : 'Save as Promised Schedule'}
      </Button>
      {isAsking && (
        <Dialog open onOpenChange={() => setAsking(false)} title="Promised Schedule">
          <DialogBody>
            <p>
              The schedule as it is now, with its finish on {formatDay(finish)}, is saved as what
              was promised. The chart shows how far each entry is from it, the job how many days
              behind it is, and why.
            </p>
            {promised && (
              <p className="mt-3 text-ink-2">
                It replaces the one with the finish on {formatDay(promised.finish)}, saved by{' '}
                {promised.keptByName} on {formatDate(promised.createdAt, timeZone)}.
              </p>
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            {promised && (
              <Button pending={remove.isPending} onClick={() => remove.mutate(args)}>
                Remove
              </Button>
            )}
            <Button variant="primary" pending={keep.isPending} onClick={() => keep.mutate(args)}>
              Save This Schedule
            </Button>
          </DialogFooter>
        </Dialog>
      )}
    </div>
  )
}
