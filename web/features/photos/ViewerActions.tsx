import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { photoQuery } from './api.ts'
import { DeletePhoto, EditCaption } from './PhotoDialogs.tsx'
import type { ViewedPhoto } from './viewedPhoto.ts'

export type ViewerDialog = 'edit' | 'delete'

/** The buttons of the viewer that change the photo, for those who may. */
export function ViewerButtons({
  photo: { uploadedById, clientVisible },
  onOpen,
}: {
  photo: ViewedPhoto
  onOpen: (dialog: ViewerDialog) => void
}) {
  const may = useMay()
  // Photos of a property are changed on its page.
  if (uploadedById === undefined || clientVisible === undefined) return null
  return (
    <>
      {may('photo.update', { uploadedById }) && (
        <button
          type="button"
          title="Edit the caption"
          aria-label="Edit the caption"
          onClick={() => onOpen('edit')}
          className="yarl__button"
        >
          <Pencil aria-hidden className="size-6" />
        </button>
      )}
      {may('photo.delete', { uploadedById }) && (
        <button
          type="button"
          title="Delete photo"
          aria-label="Delete photo"
          onClick={() => onOpen('delete')}
          className="yarl__button"
        >
          <Trash2 aria-hidden className="size-6" />
        </button>
      )}
    </>
  )
}

interface ViewerDialogProps {
  at: ViewerDialog
  photoId: string
  onClose: () => void
  onDeleted: () => void
}

/** The dialogs that the buttons of the viewer open over it. */
export function ViewerDialogs({ at, photoId, onClose, onDeleted }: ViewerDialogProps) {
  const { data: photo } = useQuery(photoQuery(photoId))
  if (!photo) return null
  if (at === 'edit') return <EditCaption photo={photo} onClose={onClose} />
  return <DeletePhoto photo={photo} onClose={onClose} onDone={onDeleted} />
}
