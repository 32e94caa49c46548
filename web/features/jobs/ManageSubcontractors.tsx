import { type Job, type JobSubcontractor, jobRoutes } from '@plumbline/contract/jobs.ts'
import { isOpenEntry } from '@plumbline/contract/schedule.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { useWrite } from '../../api/write.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { QueryList } from '../../screens/QueryList.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { plural } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Loading.tsx'
import { Avatar, subStyle } from '../../ui/Person.tsx'
import { jobSchedule } from '../schedule/api.ts'
import { jobTasks } from '../tasks/api.ts'
import { jobSubs } from './api.ts'

/** The dialog that adds subs to a job and removes them. */
export default function ManageSubcontractors({ job, onClose }: { job: Job; onClose: () => void }) {
  const assigned = useQuery(jobSubs(job.id))
  const all = useQuery(query(subcontractorRoutes.list))
  const [removed, setRemoved] = useState<JobSubcontractor | null>(null)
  const add = useWrite(jobRoutes.addSubcontractor, {
    success: 'Subcontractor added to the job',
    failure: 'Failed to add subcontractor to the job',
  })
  const available = (all.data ?? []).filter(
    (sub) => !assigned.data?.some((other) => other.id === sub.id),
  )
  return (
    <Dialog open onOpenChange={onClose} title="Manage Subcontractors" description={job.name}>
      <DialogBody className="sm:min-h-80">
        {add.problem && <Alert className="mb-3">{add.problem}</Alert>}
        <Field label="Add a subcontractor">
          {(props) => (
            <Combobox
              {...props}
              options={available.map((sub) => ({
                value: sub.id,
                label: fullName(sub),
                detail: [sub.specialty, sub.email].filter(Boolean).join(' · '),
              }))}
              value={null}
              onChange={(id) =>
                id &&
                !add.isPending &&
                add.mutate({ params: { id: job.id }, body: { subcontractorId: id } })
              }
              placeholder="Search by name, trade or email"
              none={all.isFetching ? 'Searching…' : 'No other subcontractor with that name'}
            />
          )}
        </Field>
        <h3 className="mt-5 mb-2 text-sm font-medium">On this job</h3>
        <QueryList
          list={assigned}
          noun="subcontractors"
          skeleton={<Skeleton className="h-14 w-full" />}
          empty={<p className="text-ink-2">None yet. Add the first above.</p>}
        >
          {(subs) => (
            <ul className="rounded-m border border-line">
              {subs.map((sub) => (
                <li
                  key={sub.id}
                  className="flex items-center gap-3 border-t border-line py-2 pr-2 pl-3 first:border-t-0"
                >
                  <Avatar person={sub} className={subStyle(sub.id)} />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{fullName(sub)}</span>
                    <span className="block truncate text-sm text-ink-2">
                      {[sub.specialty, sub.email].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Remove ${fullName(sub)}`}
                    onClick={() => setRemoved(sub)}
                  >
                    <X aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </DialogBody>
      {removed && <RemoveSub job={job} sub={removed} onClose={() => setRemoved(null)} />}
    </Dialog>
  )
}

/** Asks for confirmation before a sub is removed from a job, and counts what will be unassigned. */
function RemoveSub({
  job,
  sub,
  onClose,
}: {
  job: Job
  sub: JobSubcontractor
  onClose: () => void
}) {
  const tasks = useQuery(jobTasks(job.id))
  const entries = useQuery(jobSchedule(job.id))
  const openTasks =
    tasks.data?.filter((task) => task.assigneeId === sub.id && task.status !== 'completed')
      .length ?? 0
  const bookings =
    entries.data?.filter((entry) => entry.assignedSubcontractorId === sub.id && isOpenEntry(entry))
      .length ?? 0
  const unassigned = [
    openTasks > 0 && plural(openTasks, 'open task', 'open tasks'),
    bookings > 0 && plural(bookings, 'schedule entry', 'schedule entries'),
  ].filter((part) => part !== false)
  return (
    <ConfirmWrite
      row={jobRoutes.removeSubcontractor}
      args={{ params: { id: job.id, userId: sub.id } }}
      title={`Remove ${fullName(sub)} from this job?`}
      confirmLabel="Take off the job"
      success="Subcontractor removed from the job"
      failure="Failed to remove subcontractor from the job"
      onClose={onClose}
    >
      {unassigned.length > 0
        ? `They will no longer see the job, and ${unassigned.join(' and ')} will be unassigned.`
        : 'They will no longer see the job.'}
    </ConfirmWrite>
  )
}
