import { type Photo, photoRoutes } from '@plumbline/contract/photos.ts'
import { useWrite } from '../api/write.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { altOf, pictureOf } from './api.ts'

/** Asks before a photo is gone. */
export default function DeletePhoto({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const remove = useWrite(photoRoutes.remove, {
    success: 'Photo deleted successfully',
    failure: 'Failed to delete photo',
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Are you sure you want to delete this photo?"
      confirmLabel="Delete"
      onConfirm={() => remove.mutate({ params: { id: photo.id } })}
      error={remove.problem}
      pending={remove.isPending}
    >
      <p className="line-clamp-3">{altOf(photo)}</p>
      <img src={pictureOf(photo, 'thumb')} alt="" className="mt-3 max-h-40 rounded-s" />
    </Confirm>
  )
}
