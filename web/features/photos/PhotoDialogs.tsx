import { type Photo, PhotoChange, photoRoutes } from '@plumbline/contract/photos.ts'
import { type Readers, readersSentence } from '@plumbline/contract/readers.ts'
import type { z } from 'zod'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { TextAreaField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { altOf, photoQuery, pictureOf } from './api.ts'

type PhotoValues = z.input<typeof PhotoChange>

const { fields, ...captionForm } = fieldsOf<PhotoValues, Photo>({
  caption: { label: 'Caption' },
  // Not fields of this form.
  taskId: { label: null, empty: null },
  clientVisible: { label: null, empty: false },
})

/** The readers of a caption: everyone who sees the photo. */
const captionReaders = ({ jobId, clientVisible }: Photo): Readers =>
  jobId === null ? 'office' : clientVisible ? 'all' : 'crew'

/** The dialog that changes the caption of a photo. */
export function EditCaption({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const { form, submission } = useEditForm(photoRoutes.update, photo, {
    ...captionForm,
    schema: PhotoChange,
    target: { params: { id: photo.id } },
    reload: (read) => read(photoQuery(photo.id)),
    success: 'Photo updated successfully',
    failure: 'Failed to update photo',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Edit Caption" submitLabel="Save" onClose={onClose}>
      <img src={pictureOf(photo, 'thumb')} alt="" className="mb-4 max-h-40 rounded-s" />
      <TextAreaField
        control={form.control}
        {...fields.caption}
        hint={readersSentence[captionReaders(photo)]}
      />
    </FormDialog>
  )
}

/** Asks before a photo is deleted. */
export function DeletePhoto({
  photo,
  onClose,
  onDone,
}: {
  photo: Photo
  onClose: () => void
  /** Called in place of `onClose` after the photo was deleted. */
  onDone?: () => void
}) {
  return (
    <ConfirmWrite
      row={photoRoutes.remove}
      args={{ params: { id: photo.id } }}
      title="Are you sure you want to delete this photo?"
      success="Photo deleted successfully"
      failure="Failed to delete photo"
      onClose={onClose}
      onDone={onDone}
    >
      <p className="line-clamp-3">{altOf(photo)}</p>
      <img src={pictureOf(photo, 'thumb')} alt="" className="mt-3 max-h-40 rounded-s" />
    </ConfirmWrite>
  )
}
