import { type Job, jobRoutes, NewJob } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { jobQuery } from '../../api/jobs.ts'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { QueryList } from '../../screens/QueryList.tsx'
import { FormProblems } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { Avatar } from '../../ui/Person.tsx'
import { toast } from '../../ui/toasts.ts'

const ManagerChoice = z.object({ projectManagerId: NewJob.shape.projectManagerId })

const managerForm = fieldsOf<z.input<typeof ManagerChoice>, Job>({
  projectManagerId: {
    label: 'Project Manager',
    empty: null,
    text: ({ projectManagerName }) => projectManagerName,
  },
})

/** The dialog that assigns a project manager to a job. It loads the choices when it opens. */
export default function AssignManager({ job, onClose }: { job: Job; onClose: () => void }) {
  const managers = useQuery({ ...query(peopleRoutes.projectManagers), gcTime: 0 })
  const {
    form,
    submission: { onSubmit, pending, ...notes },
  } = useEditForm(jobRoutes.update, job, {
    ...managerForm,
    schema: ManagerChoice,
    target: { params: { id: job.id } },
    reload: (read) => read(jobQuery(job.id)),
    success: 'Project manager assigned successfully',
    failure: 'Failed to assign project manager',
    onDone: onClose,
  })
  const { field } = useController({ control: form.control, name: 'projectManagerId' })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (pending) return
    if (field.value) return onSubmit(event)
    toast({
      title: 'Error',
      description: 'Please select a project manager',
      variant: 'destructive',
    })
  }
  return (
    <Dialog open onOpenChange={onClose} title="Assign Project Manager" description={job.name}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-3">
          <FormProblems {...notes} />
          <QueryList
            list={managers}
            noun="project managers"
            skeleton={<Skeleton className="h-24 w-full" />}
            empty={<p className="text-ink-2">No project managers available.</p>}
          >
            {(people) => (
              <fieldset className="flex flex-col gap-1">
                <legend className="sr-only">Project managers</legend>
                {people.map((person) => (
                  <label
                    key={person.id}
                    className="flex cursor-pointer items-center gap-3 rounded-s border border-line px-3 py-2.5 hover:bg-sunken/50 has-checked:border-control has-checked:bg-sunken"
                  >
                    <input
                      type="radio"
                      name="manager"
                      checked={field.value === person.id}
                      onChange={() => field.onChange(person.id)}
                      // The browser does not submit the form on Enter while its submit button is
                      // disabled.
                      onKeyDown={(event) => event.key === 'Enter' && submit(event)}
                      className="size-4 shrink-0 accent-(--ink)"
                    />
                    <Avatar person={person} />
                    <span className="min-w-0">
                      <span className="block font-medium">{fullName(person)}</span>
                      <span className="block truncate text-sm text-ink-2">{person.email}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
            )}
          </QueryList>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!field.value} pending={pending}>
            Assign
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
