import {
  EntryForm as EntrySchema,
  type ScheduleEntry,
  scheduleRoutes,
  type WrittenEntry,
} from '@plumbline/contract/schedule.ts'
import { useState } from 'react'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { Toast } from '../../ui/toasts.ts'
import { type EntryTexts, entryQuery } from './api.ts'
import { EntryFields, entryForm } from './EntryFields.tsx'
import { FarMove } from './FarMove.tsx'
import { isFar, type ProposedMove } from './moves.ts'

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
    empty: { ...entryForm.empty, jobId: jobId ?? '', ...days },
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

interface EditEntryProps {
  entry: ScheduleEntry
  texts: EntryTexts
  onClose: () => void
}

/** The dialog that changes an entry. */
export function EditEntry({ entry, texts, onClose }: EditEntryProps) {
  const { form, submission } = useEditForm(scheduleRoutes.update, entry, {
    ...entryForm,
    schema: EntrySchema,
    target: { params: { id: entry.id } },
    reload: (read) => read(entryQuery(entry.id)),
    success: (reply) => savedToast(texts.updated, reply),
    failure: texts.updateFailed,
    onDone: onClose,
  })
  const [asked, setAsked] = useState<ProposedMove | null>(null)
  const submit = form.handleSubmit(({ startDate, endDate }) => {
    const move = { entry, startDate, endDate }
    return isFar(move) ? setAsked(move) : submission.onSubmit()
  })
  return (
    <>
      <FormDialog
        {...submission}
        onSubmit={submit}
        title="Edit Schedule Entry"
        wide
        submitLabel="Save Changes"
        onClose={onClose}
      >
        <EntryFields form={form} askJob={false} entry={entry} />
      </FormDialog>
      {asked && (
        <FarMove
          move={asked}
          onConfirm={() => {
            setAsked(null)
            void submission.onSubmit()
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
