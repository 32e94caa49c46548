import { zodResolver } from '@hookform/resolvers/zod'
import { formatDay } from '@plumbline/contract/dates.ts'
import { type Job, jobRoutes, NewJob } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { changed, type FactTexts, useEdit } from '../api/edit.ts'
import { useWrite } from '../api/write.ts'
import { StaleNotice } from '../shell/StaleNotice.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { statusStyle } from '../ui/status.ts'
import { jobQuery, jobReads } from './api.ts'
import { JobFields } from './JobFields.tsx'

type Values = z.input<typeof NewJob>

const valuesOf = (job: Job): Values => ({
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

const factsOf = (job: Job): FactTexts => ({
  Name: job.name,
  Address: job.address,
  Client: job.clientName ?? 'none',
  'Project Manager': job.projectManagerName ?? 'none',
  Status: statusStyle(job.status).label,
  Progress: `${job.progress}%`,
  Notes: job.notes ?? 'none',
  'Customer Name': job.customerName ?? 'none',
  'Customer Email': job.customerEmail ?? 'none',
  'Customer Phone': job.customerPhone ?? 'none',
  'Customer Address': job.customerAddress ?? 'none',
  'Approved Amount': formatCents(job.approvedAmount),
  'Start Date': formatDay(job.startDate),
  'End Date': formatDay(job.endDate),
})

/** The dialog that changes a job: the create form filled in; only what was changed is sent. */
export default function EditJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm<Values, unknown, NewJob>({
    defaultValues: valuesOf(job),
    resolver: zodResolver(NewJob),
  })
  const edit = useEdit({
    thing: job,
    form,
    valuesOf,
    factsOf,
    read: () => client.query({ ...jobQuery(job.id), staleTime: 0 }),
  })
  const update = useWrite(jobRoutes.update, {
    success: 'Job updated successfully',
    failure: 'Failed to update job',
    refreshes: jobReads,
    form,
    onSuccess: onClose,
    onStale: edit.catchUp,
  })
  const submit = form.handleSubmit((values) => {
    const body = changed(edit.base, values)
    if (Object.keys(body).length === 0) return onClose()
    // An amount that was emptied counts as nothing approved.
    const amount = body.approvedAmount === null ? { approvedAmount: 0 } : {}
    update.mutate({ params: { id: job.id }, body: { ...body, ...amount }, version: edit.base })
  })
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      title="Edit Job"
      wide
      submitLabel="Save Changes"
      onSubmit={submit}
      error={update.problem}
      pending={update.isPending}
    >
      <StaleNotice theirs={edit.theirs} />
      <JobFields form={form} withManager />
    </FormDialog>
  )
}
