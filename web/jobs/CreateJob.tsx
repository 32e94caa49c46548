import { jobRoutes, NewJob } from '@plumbline/contract/jobs.ts'
import { useCreateForm } from '../forms/useCreateForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { JobFields, type JobValues } from './JobFields.tsx'

const empty: JobValues = {
  name: '',
  address: '',
  clientId: null,
  status: 'not_started',
  progress: 0,
  notes: '',
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  customerAddress: '',
  approvedAmount: null,
  startDate: null,
  endDate: null,
}

/** The dialog that creates a job. */
export default function CreateJob({ onClose }: { onClose: () => void }) {
  const { form, submission } = useCreateForm(jobRoutes.create, {
    schema: NewJob,
    empty,
    target: {},
    success: 'Job created successfully',
    failure: 'Failed to create job',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Create New Job"
      wide
      submitLabel="Create Job"
      onClose={onClose}
    >
      <JobFields form={form} />
    </FormDialog>
  )
}
