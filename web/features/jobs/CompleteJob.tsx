import { formatDay } from '@plumbline/contract/dates.ts'
import { type Job, JobCompletion, jobRoutes } from '@plumbline/contract/jobs.ts'
import type { z } from 'zod'
import { jobQuery } from '../../api/jobs.ts'
import { DateField } from '../../forms/fields.tsx'
import { type FieldTexts, useEditForm } from '../../forms/useEditForm.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { statusStyle } from '../../ui/status.ts'

type Completion = z.input<typeof JobCompletion>

const textsOf = (job: Job): FieldTexts<Completion> => ({
  status: ['Status', statusStyle(job.status).label],
  progress: ['Progress', `${job.progress}%`],
  endDate: ['End Date', formatDay(job.endDate)],
})

/** The dialog that completes a job and asks for the day it was finished. */
export default function CompleteJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const today = useToday()
  const { form, submission } = useEditForm(jobRoutes.update, job, {
    schema: JobCompletion,
    values: (): Completion => ({ status: 'completed', progress: 100, endDate: today }),
    texts: textsOf,
    target: { params: { id: job.id } },
    reload: (read) => read(jobQuery(job.id)),
    success: 'Job completed successfully',
    failure: 'Failed to complete job',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Complete Job"
      description={job.name}
      submitLabel="Complete Job"
      onClose={onClose}
    >
      <DateField
        control={form.control}
        name="endDate"
        label="Finished On"
        hint="Becomes the end date of the job. Its progress is set to 100%."
        required
      />
    </FormDialog>
  )
}
