import { formatDay } from '@plumbline/contract/dates.ts'
import {
  EntryForm as EntrySchema,
  type ScheduleEntry,
  scheduleRoutes,
  type WrittenEntry,
} from '@plumbline/contract/schedule.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { type FieldTexts, useEditForm } from '../../forms/useEditForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'
import { priorityStyle, statusStyle, titleCase } from '../../ui/status.ts'
import type { Toast } from '../../ui/toasts.ts'
import type { EntryValues } from './api.ts'
import { type EntryTexts, entryQuery } from './api.ts'
import { EntryFields } from './EntryFields.tsx'

/** The toast of a saved entry. A note says if the sub was added to the job. */
function savedToast(
  toast: Toast,
  { addedToJob, assignedSubcontractorName, jobName }: WrittenEntry,
): Toast {
  return addedToJob
    ? { ...toast, note: `${assignedSubcontractorName} was added to ${jobName}.` }
    : toast
}

interface CreateEntryProps {
  /** The job of the entry. */
  jobId?: string | undefined
  /** Whether the form asks for the job. By default it does if none is given. */
  askJob?: boolean
  /** The initial days, such as those selected by dragging. */
  days?: { readonly startDate: string; readonly endDate: string } | undefined
  texts: EntryTexts
  onClose: () => void
}

/** The dialog that adds an entry to a schedule. */
export function CreateEntry({ jobId, askJob = !jobId, days, texts, onClose }: CreateEntryProps) {
  const { form, submission } = useCreateForm(scheduleRoutes.create, {
    schema: EntrySchema,
    empty: {
      jobId: jobId ?? '',
      title: '',
      description: '',
      scheduleType: 'task',
      startDate: days?.startDate ?? '',
      endDate: days?.endDate ?? '',
      estimatedHours: 8,
      assignedSubcontractorId: null,
      status: 'scheduled',
      priority: 'medium',
      dependsOnIds: [],
      lagDays: {},
      dateFixed: false,
      weatherDependent: false,
      indoorWork: true,
      percentComplete: 0,
      internal: false,
      notes: '',
    },
    target: {},
    success: (entry) => savedToast(texts.created, entry),
    failure: texts.createFailed,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Add Schedule Entry"
      wide
      submitLabel="Create Entry"
      onClose={onClose}
    >
      <EntryFields form={form} askJob={askJob} />
    </FormDialog>
  )
}

const valuesOf = (entry: ScheduleEntry): Required<EntryValues> => ({
  jobId: entry.jobId,
  title: entry.title,
  description: entry.description ?? '',
  scheduleType: entry.scheduleType,
  startDate: entry.startDate,
  endDate: entry.endDate,
  estimatedHours: entry.estimatedHours ?? 8,
  assignedSubcontractorId: entry.assignedSubcontractorId,
  status: entry.status,
  priority: entry.priority ?? 'medium',
  dependsOnIds: entry.dependsOnIds,
  blocksIds: entry.blocksIds,
  lagDays: entry.lagDays ?? {},
  dateFixed: entry.dateFixed ?? false,
  weatherDependent: entry.weatherDependent ?? false,
  indoorWork: entry.indoorWork ?? true,
  percentComplete: entry.percentComplete,
  actualStartDate: entry.actualStartDate,
  actualEndDate: entry.actualEndDate,
  actualHours: entry.actualHours,
  reminderSent: entry.reminderSent,
  notifyClient: entry.notifyClient,
  internal: entry.internal,
  notes: entry.notes ?? '',
  completionNotes: entry.completionNotes,
  reason: '',
})

const yesNo = (value: boolean | null) => (value ? 'yes' : 'no')

const lagsText = (lags: ScheduleEntry['lagDays']) =>
  Object.values(lags ?? {})
    .map((days) => plural(days, 'day', 'days'))
    .join(', ') || 'none'

const textsOf = (entry: ScheduleEntry): FieldTexts<EntryValues> => ({
  // An entry stays on its job.
  jobId: null,
  title: ['Title', entry.title],
  description: ['Description', entry.description ?? 'none'],
  scheduleType: ['Type', titleCase(entry.scheduleType)],
  startDate: ['Start Date', formatDay(entry.startDate)],
  endDate: ['End Date', formatDay(entry.endDate)],
  estimatedHours: ['Estimated Hours', String(entry.estimatedHours)],
  assignedSubcontractorId: ['Subcontractor', entry.assignedSubcontractorName ?? 'none'],
  status: ['Status', statusStyle(entry.status).label],
  priority: ['Priority', priorityStyle(entry.priority).label],
  dependsOnIds: ['Depends on', `${entry.dependsOnIds.length} entries`],
  lagDays: ['Lag', lagsText(entry.lagDays)],
  dateFixed: ['Date is fixed', yesNo(entry.dateFixed)],
  weatherDependent: ['Weather dependent', yesNo(entry.weatherDependent)],
  indoorWork: ['Indoor work', yesNo(entry.indoorWork)],
  percentComplete: ['Percent complete', `${entry.percentComplete}%`],
  internal: ['Internal', yesNo(entry.internal)],
  notes: ['Notes', entry.notes ?? 'none'],
  // Not fields of this form.
  blocksIds: null,
  actualStartDate: null,
  actualEndDate: null,
  actualHours: null,
  reminderSent: null,
  notifyClient: null,
  completionNotes: null,
  reason: null,
})

interface EditEntryProps {
  entry: ScheduleEntry
  texts: EntryTexts
  onClose: () => void
}

/** The dialog that changes an entry. */
export function EditEntry({ entry, texts, onClose }: EditEntryProps) {
  const { form, submission } = useEditForm(scheduleRoutes.update, entry, {
    schema: EntrySchema,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: entry.id } },
    reload: (read) => read(entryQuery(entry.id)),
    success: (reply) => savedToast(texts.updated, reply),
    failure: texts.updateFailed,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Edit Schedule Entry"
      wide
      submitLabel="Save Changes"
      onClose={onClose}
    >
      <EntryFields form={form} askJob={false} entry={entry} />
    </FormDialog>
  )
}
