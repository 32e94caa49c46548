import { type Job, jobRoutes, jobStatuses, NewJob } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { jobReaders, readersSentence } from '@plumbline/contract/readers.ts'
import type { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { jobQuery } from '../../api/jobs.ts'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import {
  DateField,
  MoneyField,
  ProgressField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../forms/fields.tsx'
import { cents, choice, day, fieldsOf, percent } from '../../forms/fieldsOf.ts'
import { StartDateField } from '../../forms/StartDateField.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { FormSection } from '../../ui/FormPanel.tsx'
import { statusOptions, statusStyle } from '../../ui/status.ts'
import { type Toast, toast } from '../../ui/toasts.ts'
import { contractQuery } from '../changeOrders/api.ts'
import { OptionalTemplate } from '../templates/TemplateFields.tsx'
import { useApplyChosen, useTemplateChoice } from '../templates/useTemplateChoice.ts'
import { ClientField } from './ClientField.tsx'
import { CustomerFields, customerFields } from './CustomerFields.tsx'

type JobValues = z.input<typeof NewJob>

const { fields, ...jobForm } = fieldsOf<JobValues, Job>({
  name: { label: 'Name', required: true },
  address: { label: 'Address', required: true },
  clientId: { label: 'Client', empty: null, text: ({ clientName }) => clientName },
  projectManagerId: {
    label: 'Project Manager',
    empty: null,
    text: ({ projectManagerName }) => projectManagerName,
  },
  status: {
    label: 'Status',
    kind: choice((status) => statusStyle(status).label, 'not_started'),
  },
  progress: { label: 'Progress', kind: percent },
  notes: { label: 'Notes', hint: readersSentence.all },
  privateNotes: { label: 'Private Notes', hint: readersSentence[jobReaders.privateNotes] },
  ...customerFields,
  approvedAmount: {
    label: 'Approved Amount',
    kind: cents,
    hint: `In dollars; $0.00 if left empty. ${readersSentence[jobReaders.approvedAmount]}`,
  },
  startDate: { label: 'Start Date', kind: day },
  endDate: { label: 'End Date', kind: day },
})
// The manager of a new job is assigned later.
const { projectManagerId: _, ...empty } = jobForm.empty

const CREATED = 'Job created successfully'

interface CreateJobProps {
  /** The values that are already known. */
  prefill?: Partial<JobValues>
  /** The rental property to create the job for, with the route that does so. */
  property?: { readonly row: typeof rentalRoutes.makeJob; readonly id: string }
  onClose: () => void
}

/** The dialog that creates a job, with the schedule of a template if one is chosen. */
export function CreateJob({ prefill, property, onClose }: CreateJobProps) {
  const router = useRouter()
  const createdToast = ({ id }: Pick<Job, 'id'>): Toast => ({
    ...{ title: 'Success', description: CREATED },
    action: { label: 'Open', onClick: () => void router.navigate({ href: paths.job(id) }) },
  })
  const { form, submission } = useCreateForm(property?.row ?? jobRoutes.create, {
    schema: NewJob,
    empty: { ...empty, ...prefill },
    // Only the route for a rental property has an `id` in its path.
    target: { params: { id: property?.id ?? '' } },
    success: createdToast,
    failure: 'Failed to create job',
    onDone: async (job) => {
      const note = await applyTo(job.id)
      if (note) toast({ ...createdToast(job), note })
      onClose()
    },
  })
  const choice = useTemplateChoice(form.watch('startDate'))
  const applyTo = useApplyChosen(choice, {
    failure:
      'The job was created, the template was not applied. Apply it from the schedule of the job.',
  })
  return (
    <FormDialog
      {...submission}
      title="Create New Job"
      wide
      submitLabel="Create Job"
      onClose={onClose}
    >
      <JobFields form={form}>
        <OptionalTemplate choice={choice} />
      </JobFields>
    </FormDialog>
  )
}

/** The dialog that edits a job: the create form, filled in. */
export function EditJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const { data: contract } = useQuery(contractQuery(job.id))
  const { form, submission } = useEditForm(jobRoutes.update, job, {
    ...jobForm,
    schema: NewJob,
    target: { params: { id: job.id } },
    reload: (read) => read(jobQuery(job.id)),
    success: 'Job updated successfully',
    failure: 'Failed to update job',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Edit Job" wide submitLabel="Save Changes" onClose={onClose}>
      <JobFields form={form} withManager isSigned={contract?.isSigned ?? false} />
    </FormDialog>
  )
}

type Form = UseFormReturn<JobValues, unknown, NewJob>

interface JobFieldsProps {
  form: Form
  withManager?: boolean
  /** Whether the amount was signed. */
  isSigned?: boolean
  /** Rendered at the end of the timeline section. */
  children?: ReactNode
}

/** The fields of a job in their four sections. A manager can be chosen only for an existing job. */
function JobFields({ form, withManager = false, isSigned = false, children }: JobFieldsProps) {
  const { control } = form
  return (
    <div className="flex flex-col gap-6">
      <FormSection title="Job Information">
        <TextField
          control={control}
          {...fields.name}
          placeholder="Kitchen remodel"
          className="sm:col-span-2"
        />
        <TextField
          control={control}
          {...fields.address}
          placeholder="418 Alder Ct, Elgin"
          className="sm:col-span-2"
        />
        <StatusField form={form} />
        <ProgressField control={control} {...fields.progress} />
        <JobClientField form={form} />
        {withManager && <ManagerField form={form} />}
        <TextAreaField control={control} {...fields.notes} className="sm:col-span-2" />
        <TextAreaField control={control} {...fields.privateNotes} className="sm:col-span-2" />
      </FormSection>
      <CustomerFields
        title="Customer Information"
        form={form}
        emailHint={readersSentence[jobReaders.customerEmail]}
      />
      <FormSection title="Financial Information">
        <MoneyField
          control={control}
          {...fields.approvedAmount}
          {...(isSigned && { isReadOnly: true, hint: 'Signed. Change orders change it.' })}
        />
      </FormSection>
      <FormSection title="Project Timeline">
        <StartDateField control={control} {...fields.startDate} endName="endDate" optionalEnd />
        <DateField control={control} {...fields.endDate} />
        {children}
      </FormSection>
    </div>
  )
}

/** Completing a job fills in its progress and its end date, which is the day it was finished. */
function StatusField({ form }: { form: Form }) {
  const completion = { progress: 100, endDate: useToday() }
  const { defaultValues, dirtyFields } = form.formState
  const isCompleting = form.watch('status') === 'completed' && defaultValues?.status !== 'completed'
  const fillIn = (status: string | null) => {
    for (const name of ['progress', 'endDate'] as const) {
      if (status === 'completed' && !dirtyFields[name])
        form.setValue(name, completion[name], { shouldDirty: true })
      else if (isCompleting && form.getValues(name) === completion[name]) form.resetField(name)
    }
  }
  return (
    <SelectField
      control={form.control}
      {...fields.status}
      options={statusOptions(jobStatuses)}
      onChosen={fillIn}
      {...(isCompleting && {
        hint: 'The end date is the day it was finished: today, unless you change it.',
      })}
    />
  )
}

const ANOTHER_CLIENT =
  'Sees this job when signed in, with everything its client could read so far: also messages between the office and the client before'

/** The client of the job. Another one than before also sees what the client could read so far. */
function JobClientField({ form }: { form: Form }) {
  const chosen = form.watch('clientId')
  const before = form.formState.defaultValues?.clientId
  const isAnother = Boolean(before && chosen && chosen !== before)
  return (
    <ClientField
      form={form}
      control={form.control}
      {...fields.clientId}
      hint={isAnother ? ANOTHER_CLIENT : 'Sees this job when signed in'}
    />
  )
}

/** A select for the project manager, or none. */
function ManagerField({ form }: { form: Form }) {
  const { data: managers = [] } = useQuery(query(peopleRoutes.projectManagers))
  return (
    <SelectField
      control={form.control}
      {...fields.projectManagerId}
      className="sm:col-span-2"
      options={[
        { value: '', label: 'No project manager' },
        ...managers.map((person) => ({ value: person.id, label: fullName(person) })),
      ]}
    />
  )
}
