import type { Job } from '@plumbline/contract/jobs.ts'
import {
  JobsMessage,
  type MessageAudience,
  messageAudiences,
  messageRoutes,
} from '@plumbline/contract/messages.ts'
import { SelectField, TextAreaField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'

interface MessageJobsProps {
  jobs: readonly Job[]
  onClose: () => void
}

const audienceLabels: Readonly<Record<MessageAudience, string>> = {
  all: 'Everyone on each job',
  crew: 'The subs on each job',
  client: 'The client of each job',
}

/** The dialog that sends one message to each of several jobs. */
export default function MessageJobs({ jobs, onClose }: MessageJobsProps) {
  const { form, submission } = useCreateForm(messageRoutes.createSeveral, {
    schema: JobsMessage,
    empty: { jobIds: jobs.map(({ id }) => id), content: '', audience: 'all' },
    target: {},
    success: ({ written }) => ({
      title: 'Success',
      description: `Message sent to ${plural(written, 'job', 'jobs')}`,
    }),
    failure: 'Failed to send message',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Message Jobs"
      description={`A message of its own on each of ${plural(jobs.length, 'job', 'jobs')}`}
      submitLabel={`Send to ${plural(jobs.length, 'Job', 'Jobs')}`}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <SelectField
          control={form.control}
          name="audience"
          label="To"
          options={messageAudiences.map((value) => ({ value, label: audienceLabels[value] }))}
          hint="The office reads it as well"
        />
        <TextAreaField control={form.control} name="content" label="Message" rows={5} required />
      </div>
    </FormDialog>
  )
}
