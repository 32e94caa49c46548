import { contentNouns, type Job, type JobDeletion, jobRoutes } from '@plumbline/contract/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { contentTexts } from '../../api/jobs.ts'
import { query } from '../../api/query.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { paths } from '../../paths.ts'
import { plural } from '../../ui/format.ts'

/** `6 tasks, 14 schedule entries and 41 photos`, or undefined for an empty list. */
function joinWithAnd(parts: readonly string[]): string | undefined {
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0]
}

/** `Its bid “Kitchen” and 3 rental expenses will remain, without a job.`, or empty. */
function remainingText({ bidName, rentalExpenses }: JobDeletion): string {
  const parts = [
    ...(bidName === null ? [] : [`bid “${bidName}”`]),
    ...(rentalExpenses === 0 ? [] : [plural(rentalExpenses, 'rental expense', 'rental expenses')]),
  ]
  return parts.length === 0 ? '' : `Its ${joinWithAnd(parts)} will remain, without a job. `
}

/** Asks for confirmation before a job is deleted, and lists what is deleted with it. */
export function DeleteJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const router = useRouter()
  const contents = useQuery({
    ...query(jobRoutes.contents, { params: { id: job.id } }),
    staleTime: 0,
  })
  // Every kind is named until the contents are known.
  const things = contents.data
    ? contentTexts(contents.data)
    : Object.values(contentNouns).map(([, many]) => many)
  const thingsText = joinWithAnd(things)
  return (
    <ConfirmWrite
      row={jobRoutes.remove}
      args={{ params: { id: job.id } }}
      title={`Delete ${job.name}?`}
      confirmLabel="Delete the job"
      success="Job deleted successfully"
      failure="Failed to delete job"
      onClose={onClose}
      onDone={() => router.navigate({ href: paths.jobs() })}
    >
      {thingsText && `Its ${thingsText} will be deleted too. `}
      {contents.data && remainingText(contents.data)}
      This cannot be undone.
    </ConfirmWrite>
  )
}
