import {
  type WeeklyUpdate,
  WeeklyUpdateChange,
  weeklyUpdateRoutes,
} from '@plumbline/contract/weeklyUpdates.ts'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextAreaField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'
import { jobUpdates, weekTitle } from './api.ts'
import { UpdatePhotos } from './UpdatePhotos.tsx'

type Values = z.input<typeof WeeklyUpdateChange>

const { fields, ...draftForm } = fieldsOf<Values, WeeklyUpdate>({
  text: { label: 'Text', required: true },
  photoIds: {
    label: 'Photos',
    empty: [],
    text: ({ photoIds }) => plural(photoIds.length, 'photo', 'photos'),
  },
})

/** The dialog that edits a draft. */
export default function EditDraft({
  update,
  onClose,
}: {
  update: WeeklyUpdate
  onClose: () => void
}) {
  const { form, submission } = useEditForm(weeklyUpdateRoutes.update, update, {
    ...draftForm,
    schema: WeeklyUpdateChange,
    target: { params: { id: update.id } },
    reload: async (read) => {
      const all = await read(jobUpdates(update.jobId))
      return all.find(({ id }) => id === update.id) ?? update
    },
    success: 'Draft saved',
    failure: serverMessageOr('Failed to save the draft'),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      wide
      title="Edit Draft"
      description={weekTitle(update)}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <TextAreaField control={form.control} {...fields.text} rows={12} />
        <UpdatePhotos control={form.control} name="photoIds" update={update} />
      </div>
    </FormDialog>
  )
}
