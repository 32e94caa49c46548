import { zodResolver } from '@hookform/resolvers/zod'
import { jobRoutes, NewJob } from '@plumbline/contract/jobs.ts'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../api/write.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { jobReads } from './api.ts'
import { JobFields } from './JobFields.tsx'

type Values = z.input<typeof NewJob>

const empty: Values = {
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

/** The dialog that begins a job. */
export default function CreateJob({ onClose }: { onClose: () => void }) {
  const form = useForm<Values, unknown, NewJob>({
    defaultValues: empty,
    resolver: zodResolver(NewJob),
  })
  const create = useWrite(jobRoutes.create, {
    success: 'Job created successfully',
    failure: 'Failed to create job',
    refreshes: jobReads,
    form,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      title="Create New Job"
      wide
      submitLabel="Create Job"
      onSubmit={form.handleSubmit((job) =>
        create.mutate({ body: { ...job, approvedAmount: job.approvedAmount ?? 0 } }),
      )}
      error={create.problem}
      pending={create.isPending}
    >
      <JobFields form={form} />
    </FormDialog>
  )
}
