import { zodResolver } from '@hookform/resolvers/zod'
import { formatDay } from '@plumbline/contract/dates.ts'
import {
  NewEntry,
  type ScheduleEntry,
  scheduleRoutes,
  type WrittenEntry,
} from '@plumbline/contract/schedule.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { changed, type FactTexts, useEdit } from '../api/edit.ts'
import { useWrite } from '../api/write.ts'
import { StaleNotice } from '../ui/Alert.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { priorityStyle, statusStyle, titleCase } from '../ui/status.ts'
import type { Toast } from '../ui/toasts.ts'
import { jobSchedule } from './api.ts'
import { EntryFields } from './EntryFields.tsx'
import type { EntryTexts } from './texts.ts'

/** What the form holds; days are null while they are empty. */
export type EntryValues = Omit<z.input<typeof NewEntry>, 'startDate' | 'endDate'> & {
  startDate: string | null
  endDate: string | null
}

/** The toast of an entry that was saved: who came onto the job with it stands below. */
function saved(
  toast: Toast,
  { addedToJob, assignedSubcontractorName, jobName }: WrittenEntry,
): Toast {
  return addedToJob
    ? { ...toast, note: `${assignedSubcontractorName} is now on ${jobName}.` }
    : toast
}

const resolver = zodResolver<EntryValues, unknown, NewEntry>(
  NewEntry as z.ZodType<NewEntry, EntryValues>,
)

interface CreateEntryProps {
  /** The job it belongs to; without one, the form asks. */
  jobId?: string | undefined
  /** A first proposal, such as the day that was clicked. */
  day?: string | undefined
  texts: EntryTexts
  onClose: () => void
}

/** The dialog that adds an entry to a schedule. */
export function CreateEntry({ jobId, day, texts, onClose }: CreateEntryProps) {
  const form = useForm<EntryValues, unknown, NewEntry>({
    defaultValues: {
      jobId: jobId ?? '',
      title: '',
      description: '',
      scheduleType: 'task',
      startDate: day ?? null,
      endDate: day ?? null,
      estimatedHours: 8,
      assignedSubcontractorId: null,
      status: 'scheduled',
      priority: 'medium',
      dependsOnIds: [],
      weatherDependent: false,
      indoorWork: true,
      percentComplete: 0,
      notes: '',
    },
    resolver,
  })
  const create = useWrite(scheduleRoutes.create, {
    success: (entry) => saved(texts.created, entry),
    failure: texts.createFailed,
    form,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Add Schedule Entry"
      wide
      submitLabel="Create Entry"
      onSubmit={form.handleSubmit((entry) => create.mutate({ body: entry }))}
      error={create.problem}
      pending={create.isPending}
    >
      <EntryFields form={form} askJob={!jobId} />
    </FormDialog>
  )
}

const valuesOf = (entry: ScheduleEntry): EntryValues => ({
  jobId: entry.jobId,
  title: entry.title,
  description: entry.description ?? '',
  scheduleType: entry.scheduleType,
  startDate: entry.startDate,
  endDate: entry.endDate,
  estimatedHours: entry.estimatedHours,
  assignedSubcontractorId: entry.assignedSubcontractorId,
  status: entry.status,
  priority: entry.priority,
  dependsOnIds: entry.dependsOnIds,
  weatherDependent: entry.weatherDependent,
  indoorWork: entry.indoorWork,
  percentComplete: entry.percentComplete,
  notes: entry.notes ?? '',
})

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

const factsOf = (entry: ScheduleEntry): FactTexts => ({
  Title: entry.title,
  Description: entry.description ?? 'none',
  Type: titleCase(entry.scheduleType),
  'Start Date': formatDay(entry.startDate),
  'End Date': formatDay(entry.endDate),
  'Estimated Hours': String(entry.estimatedHours),
  Subcontractor: entry.assignedSubcontractorName ?? 'none',
  Status: statusStyle(entry.status).label,
  Priority: priorityStyle(entry.priority).label,
  'Depends on': `${entry.dependsOnIds.length} entries`,
  'Weather dependent': yesNo(entry.weatherDependent),
  'Indoor work': yesNo(entry.indoorWork),
  'Percent complete': `${entry.percentComplete}%`,
  Notes: entry.notes ?? 'none',
})

interface EditEntryProps {
  entry: ScheduleEntry
  texts: EntryTexts
  onClose: () => void
}

/** The dialog that changes an entry; only what was changed is sent. */
export function EditEntry({ entry, texts, onClose }: EditEntryProps) {
  const client = useQueryClient()
  const form = useForm<EntryValues, unknown, NewEntry>({ defaultValues: valuesOf(entry), resolver })
  const edit = useEdit({
    thing: entry,
    form,
    valuesOf,
    factsOf,
    read: async () => {
      const entries = await client.query({ ...jobSchedule(entry.jobId), staleTime: 0 })
      const now = entries.find(({ id }) => id === entry.id)
      if (!now) throw new Error('The entry was deleted')
      return now
    },
  })
  const update = useWrite(scheduleRoutes.update, {
    success: (reply) => saved(texts.updated, reply),
    failure: texts.updateFailed,
    form,
    onSuccess: onClose,
    onStale: edit.catchUp,
  })
  const submit = form.handleSubmit((values) => {
    const body = changed(edit.base, values)
    if (Object.keys(body).length === 0) return onClose()
    update.mutate({ params: { id: entry.id }, body, version: edit.base })
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Edit Schedule Entry"
      wide
      submitLabel="Save Changes"
      onSubmit={submit}
      error={update.problem}
      pending={update.isPending}
    >
      {edit.theirs && <StaleNotice changes={edit.theirs} />}
      <EntryFields form={form} askJob={false} entryId={entry.id} blocksIds={entry.blocksIds} />
    </FormDialog>
  )
}
