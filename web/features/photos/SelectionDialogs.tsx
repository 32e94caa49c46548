import { PhotoCaptions, PhotoMove, photoRoutes } from '@plumbline/contract/photos.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { TextAreaField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { JobField } from '../../pickers/pickerFields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'

interface SelectionDialogProps {
  ids: readonly string[]
  onClose: () => void
  /** Called when the write succeeded and the selection ends. */
  onDone: () => void
}

const photosOf = (count: number) => plural(count, 'photo', 'photos')

/** The dialog that moves photos to another job. */
export function MovePhotos({ ids, onClose, onDone }: SelectionDialogProps) {
  const { form, submission } = useCreateForm(photoRoutes.move, {
    schema: PhotoMove,
    empty: { ids: [...ids], jobId: '' },
    target: {},
    success: ({ changed }) => ({
      title: 'Success',
      description: `${photosOf(changed)} moved successfully`,
    }),
    failure: 'Failed to move photos',
    onDone,
  })
  return (
    <FormDialog
      {...submission}
      title="Move Photos"
      description={photosOf(ids.length)}
      submitLabel="Move"
      onClose={onClose}
    >
      <JobField
        control={form.control}
        name="jobId"
        label="Job"
        required
        hint="Its subs see them from now on, and its client those that are shown to clients."
      />
    </FormDialog>
  )
}

/** The dialog that gives photos the same caption. */
export function CaptionPhotos({ ids, onClose, onDone }: SelectionDialogProps) {
  const { form, submission } = useCreateForm(photoRoutes.caption, {
    schema: PhotoCaptions,
    empty: { ids: [...ids], caption: '' },
    target: {},
    success: ({ changed }) => ({
      title: 'Success',
      description: `${photosOf(changed)} updated successfully`,
    }),
    failure: 'Failed to update photos',
    onDone,
  })
  return (
    <FormDialog
      {...submission}
      title="Caption Photos"
      description={photosOf(ids.length)}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextAreaField
        control={form.control}
        name="caption"
        label="Caption"
        hint="Replaces the captions they have. Those who see a photo read its caption."
      />
    </FormDialog>
  )
}

/** Asks before photos are deleted. */
export function DeletePhotos({ ids, onClose, onDone }: SelectionDialogProps) {
  return (
    <ConfirmWrite
      row={photoRoutes.removeSeveral}
      args={{ body: { ids: [...ids] } }}
      title={
        ids.length === 1
          ? 'Are you sure you want to delete this photo?'
          : `Are you sure you want to delete these ${ids.length} photos?`
      }
      success={
        ids.length === 1
          ? 'Photo deleted successfully'
          : `${ids.length} photos deleted successfully`
      }
      failure="Failed to delete photos"
      onClose={onClose}
      onDone={onDone}
    >
      They are deleted for everyone.
    </ConfirmWrite>
  )
}
