import {
  type PropertyPhoto,
  type RentalProperty,
  rentalRoutes,
} from '@plumbline/contract/rentals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { addressOf } from '../../../api/call.ts'
import { useCompany } from '../../../api/company.ts'
import { ConfirmWrite } from '../../../forms/ConfirmWrite.tsx'
import { QueryList, usePagedList } from '../../../screens/QueryList.tsx'
import { text } from '../../../screens/screen.ts'
import { Button } from '../../../ui/Button.tsx'
import { TitledPanel } from '../../../ui/Card.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { AddPhotos } from '../../photos/AddPhotos.tsx'
import { altOf, pictureOf } from '../../photos/api.ts'
import { useOpenPhoto } from '../../photos/OpenPhoto.tsx'
import { UploadList } from '../../photos/UploadProgress.tsx'
import { uploadQueue } from '../../photos/uploads/queue.ts'
import { useUploads } from '../../photos/useUploads.ts'
import { propertyPhotos } from './api.ts'

const Viewer = lazyPart(() => import('../../photos/Viewer.tsx'))

/** The photos of a property. Selected files upload at once, and the open photo is in the URL. */
export function PropertyPhotos({ property: { id, address } }: { property: RentalProperty }) {
  const client = useQueryClient()
  const list = usePagedList(propertyPhotos(id))
  const [deleting, setDeleting] = useState<PropertyPhoto | null>(null)
  const viewer = useOpenPhoto()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const shown = text(search.photo)
  // Named after the property, so that running uploads are found when it is opened again.
  const batch = `property ${id}`
  const uploads = useUploads().filter((upload) => upload.batch === batch && upload.state !== 'sent')
  useEffect(() => () => uploadQueue.list.dropChosen(batch), [batch])
  const add = (files: readonly File[]) => {
    uploadQueue.list.choose(batch, files)
    uploadQueue.sendBatch(client, batch, {
      path: addressOf(rentalRoutes.addPhoto.path, { params: { id } }),
    })
  }
  const photos = list.data?.map((photo) => ({ ...photo, jobName: address, takenAt: null }))
  return (
    <TitledPanel title="Photos" action={<AddPhotos onChoose={add} />}>
      {uploads.length > 0 && (
        <UploadList label="Photos being uploaded" uploads={uploads} className="mb-2.5" />
      )}
      <QueryList
        list={list}
        noun="photos"
        skeleton={<Skeleton className="h-24" />}
        empty={<p className="text-ink-2">No photos yet</p>}
      >
        {(items) => (
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {items.map((photo) => (
              <li key={photo.id}>
                <PhotoTile
                  photo={photo}
                  address={address}
                  onOpen={() => viewer.open(photo.id)}
                  onDelete={() => setDeleting(photo)}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryList>
      {photos?.some((photo) => photo.id === shown) && shown && (
        <Viewer
          photos={photos}
          total={list.paging.total}
          photoId={shown}
          onView={viewer.show}
          onNearEnd={list.paging.onMore}
          onClose={viewer.close}
        />
      )}
      {deleting && <DeletePhoto photo={deleting} onClose={() => setDeleting(null)} />}
    </TitledPanel>
  )
}

interface PhotoTileProps {
  photo: PropertyPhoto
  address: string
  onOpen: () => void
  onDelete: () => void
}

function PhotoTile({ photo, address, onOpen, onDelete }: PhotoTileProps) {
  const { timeZone } = useCompany()
  const dateId = useId()
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        aria-label={`Open photo: ${altOf({ ...photo, jobName: address })}`}
        aria-describedby={dateId}
        className="block aspect-4/3 w-full overflow-hidden rounded-s bg-sunken"
      >
        <img
          src={pictureOf(photo, 'thumb')}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover hover:opacity-90"
        />
      </button>
      <div className="flex items-center gap-2 text-sm text-ink-2">
        <span id={dateId} className="min-w-0 flex-1 truncate">
          {photo.caption && `${photo.caption} · `}
          <time dateTime={photo.createdAt} className="figures">
            {formatDate(photo.createdAt, timeZone)}
          </time>
        </span>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Delete photo"
          aria-describedby={dateId}
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </>
  )
}

function DeletePhoto({ photo, onClose }: { photo: PropertyPhoto; onClose: () => void }) {
  return (
    <ConfirmWrite
      row={rentalRoutes.removePhoto}
      args={{ params: { id: photo.id } }}
      title="Are you sure you want to delete this photo?"
      success="Photo deleted successfully"
      failure="Failed to delete photo"
      onClose={onClose}
    >
      {photo.caption && <p className="line-clamp-3">{photo.caption}</p>}
      <img src={pictureOf(photo, 'thumb')} alt="" className="mt-3 max-h-40 rounded-s" />
    </ConfirmWrite>
  )
}
