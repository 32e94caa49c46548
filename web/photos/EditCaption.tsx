import { zodResolver } from '@hookform/resolvers/zod'
import { type Photo, PhotoChange, photoRoutes } from '@plumbline/contract/photos.ts'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../api/write.ts'
import { Field } from '../ui/Field.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Textarea } from '../ui/Input.tsx'
import { pictureOf } from './api.ts'

/** The dialog that says what a photo shows. */
export default function EditCaption({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const form = useForm<z.input<typeof PhotoChange>, unknown, PhotoChange>({
    defaultValues: { caption: photo.caption ?? '' },
    resolver: zodResolver(PhotoChange),
  })
  const update = useWrite(photoRoutes.update, {
    success: 'Photo updated successfully',
    failure: 'Failed to update photo',
    form,
    onSuccess: onClose,
  })
  const { register, formState, handleSubmit } = form
  return (
    <FormDialog
      onClose={onClose}
      title="Edit Caption"
      submitLabel="Save"
      onSubmit={handleSubmit((body) => update.mutate({ params: { id: photo.id }, body }))}
      error={update.problem}
      pending={update.isPending}
    >
      <img src={pictureOf(photo, 'thumb')} alt="" className="mb-4 max-h-40 rounded-s" />
      <Field label="Caption" error={formState.errors.caption?.message}>
        {(control) => <Textarea {...control} {...register('caption')} />}
      </Field>
    </FormDialog>
  )
}
