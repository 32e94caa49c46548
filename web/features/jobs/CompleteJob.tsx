import { type Job, JobCompletion, jobRoutes } from '@plumbline/contract/jobs.ts'
import type { z } from 'zod'
import { jobQuery } from '../../api/jobs.ts'
import { DateField } from '../../forms/fields.tsx'
import { day, fieldsOf, hidden } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

type Completion = z.input<typeof JobCompletion>

const { fields, ...completionForm } = fieldsOf<Completion, Job>({
  status: { ...hidden, value: () => 'completed' },
  progress: { ...hidden, value: () => 100 },
  endDate: {
    label: 'Finished On',
    kind: day,
    hint: 'Becomes the end date of the job. Its progress is set to 100%.',
    required: true,
  },
})

/** The dialog that completes a job and asks for the day it was finished. */
export default function CompleteJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const today = useToday()
  const { form, submission } = useEditForm(jobRoutes.update, job, {
    ...completionForm,
    values: (one) => ({ ...completionForm.values(one), endDate: today }),
    schema: JobCompletion,
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
      <DateField control={form.control} {...fields.endDate} />
    </FormDialog>
  )
}
