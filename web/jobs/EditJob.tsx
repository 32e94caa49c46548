import { formatDay } from '@plumbline/contract/dates.ts'
import { type Job, jobRoutes, NewJob } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FieldTexts, useEditForm } from '../forms/useEditForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { statusStyle } from '../ui/status.ts'
import { jobQuery } from './api.ts'
import { JobFields, type JobValues } from './JobFields.tsx'

const valuesOf = (job: Job): Required<JobValues> => ({
  name: job.name,
  address: job.address,
  clientId: job.clientId,
  projectManagerId: job.projectManagerId,
  status: job.status,
  progress: job.progress,
  notes: job.notes ?? '',
  customerName: job.customerName ?? '',
  customerEmail: job.customerEmail ?? '',
  customerPhone: job.customerPhone ?? '',
  customerAddress: job.customerAddress ?? '',
  approvedAmount: job.approvedAmount,
  startDate: job.startDate,
  endDate: job.endDate,
})

const textsOf = (job: Job): FieldTexts<JobValues> => ({
  name: ['Name', job.name],
  address: ['Address', job.address],
  clientId: ['Client', job.clientName ?? 'none'],
  projectManagerId: ['Project Manager', job.projectManagerName ?? 'none'],
  status: ['Status', statusStyle(job.status).label],
  progress: ['Progress', `${job.progress}%`],
  notes: ['Notes', job.notes ?? 'none'],
  customerName: ['Customer Name', job.customerName ?? 'none'],
  customerEmail: ['Customer Email', job.customerEmail ?? 'none'],
  customerPhone: ['Customer Phone', job.customerPhone ?? 'none'],
  customerAddress: ['Customer Address', job.customerAddress ?? 'none'],
  approvedAmount: ['Approved Amount', formatCents(job.approvedAmount)],
  startDate: ['Start Date', formatDay(job.startDate)],
  endDate: ['End Date', formatDay(job.endDate)],
})

/** The dialog that changes a job: the create form, filled in. */
export default function EditJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const client = useQueryClient()
  const { form, submission } = useEditForm(jobRoutes.update, job, {
    schema: NewJob,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: job.id } },
    reload: () => client.query({ ...jobQuery(job.id), staleTime: 0 }),
    success: 'Job updated successfully',
    failure: 'Failed to update job',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Edit Job" wide submitLabel="Save Changes" onClose={onClose}>
      <JobFields form={form} withManager />
    </FormDialog>
  )
}
