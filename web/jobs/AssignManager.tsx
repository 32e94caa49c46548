import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { query } from '../api/query.ts'
import { useWrite } from '../api/write.ts'
import { fullName } from '../people/api.ts'
import { Alert, LoadProblem } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../ui/Dialog.tsx'
import { Avatar } from '../ui/Person.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toasts.ts'

/** Chooses the project manager of a job; whom to choose from is asked while the dialog is open. */
export default function AssignManager({ job, onClose }: { job: Job; onClose: () => void }) {
  const managers = useQuery({ ...query(peopleRoutes.projectManagers), gcTime: 0 })
  const [chosen, setChosen] = useState<string | null>(null)
  const assign = useWrite(jobRoutes.update, {
    success: 'Project manager assigned successfully',
    failure: 'Failed to assign project manager',
    onSuccess: onClose,
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (assign.isPending) return
    if (chosen) assign.mutate({ params: { id: job.id }, body: { projectManagerId: chosen } })
    else
      toast({
        title: 'Error',
        description: 'Please select a project manager',
        variant: 'destructive',
      })
  }
  return (
    <Dialog open onOpenChange={onClose} title="Assign Project Manager" description={job.name}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          {assign.problem && <Alert className="mb-3">{assign.problem}</Alert>}
          {managers.isError ? (
            <LoadProblem
              what="The project managers"
              pending={managers.isFetching}
              onRetry={() => void managers.refetch()}
            />
          ) : managers.isPending ? (
            <Skeleton className="h-24 w-full" />
          ) : (
            <fieldset className="flex flex-col gap-1">
              <legend className="sr-only">Project managers</legend>
              {managers.data.map((person) => (
                <label
                  key={person.id}
                  className="flex cursor-pointer items-center gap-3 rounded-s border border-line px-3 py-2.5 hover:bg-sunken/50 has-checked:border-control has-checked:bg-sunken"
                >
                  <input
                    type="radio"
                    name="manager"
                    checked={chosen === person.id}
                    onChange={() => setChosen(person.id)}
                    // A disabled button keeps Enter from a form, and with it the word on what is missing.
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
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!chosen} pending={assign.isPending}>
            Assign
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
