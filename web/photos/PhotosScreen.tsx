import type { Photo } from '@plumbline/contract/photos.ts'
import { mayEver } from '@plumbline/contract/policy.ts'
import { createFileRoute } from '@tanstack/react-router'
import { ImageOff, Images, Upload as UploadIcon } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useMe } from '../api/me.ts'
import { usePages } from '../api/usePages.ts'
import { JobPicker } from '../jobs/JobPicker.tsx'
import { everyone, screen } from '../shell/screen.ts'
import { id, oneOf, searchParams } from '../shell/searchParams.ts'
import { useWords } from '../shell/useWords.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { photoPages, photoWords } from './api.ts'
import { CameraButton } from './CameraButton.tsx'
import { OpenPhoto } from './OpenPhoto.tsx'
import { PhotoCard } from './PhotoCard.tsx'
import { PhotoGrid } from './PhotoGrid.tsx'
import { PhotosPending, PhotosSkeleton, usePhotosTitle } from './PhotosSkeleton.tsx'
import { UploadTile } from './UploadTile.tsx'
import { useUploads } from './uploads.ts'
import { useOpenPhoto } from './useOpenPhoto.ts'

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))
const EditCaption = lazy(() => import('./EditCaption.tsx'))
const DeletePhoto = lazy(() => import('./DeletePhoto.tsx'))

type Doing = { readonly what: 'edit' | 'delete'; readonly photo: Photo } | null

const search = searchParams({ jobId: id, photo: id, new: oneOf('photo') })

export const Route = createFileRoute('/photos')({
  ...screen({ title: 'Photos', roles: everyone }),
  validateSearch: search,
  loader: ({ context: { client }, location }) =>
    client.infiniteQuery(photoPages({ jobId: search(location.search).jobId })),
  pendingComponent: PhotosPending,
  component: PhotosScreen,
})

/** The photos a person may see, by project; those who may add some do it here. */
function PhotosScreen() {
  const me = useMe()
  const [words, setWords] = useWords()
  const filter = photoWords(words)
  const list = usePages(photoPages(filter))
  const photos = list.items
  const [taken, setTaken] = useState<readonly File[]>([])
  const [doing, setDoing] = useState<Doing>(null)
  const viewer = useOpenPhoto()
  const mayUpload = mayEver(me.role, 'photo.create')
  const isUploading = mayUpload && words.new === 'photo'
  const uploads = useUploads().filter(
    ({ state, jobId }) => state !== 'chosen' && (!filter.jobId || filter.jobId === jobId),
  )
  const upload = (files: readonly File[] = []) => {
    setTaken(files)
    setWords({ new: 'photo' })
  }
  const endUpload = useCallback(() => {
    setTaken([])
    setWords({ new: '' })
  }, [setWords])

  const card = (photo: Photo | undefined) =>
    photo && (
      <PhotoCard
        photo={photo}
        onOpen={() => viewer.open(photo.id)}
        onEdit={() => setDoing({ what: 'edit', photo })}
        onDelete={() => setDoing({ what: 'delete', photo })}
      />
    )
  return (
    <>
      <ScreenHeader title={usePhotosTitle()}>
        {mayUpload && (
          <Button
            variant="primary"
            onClick={() => upload()}
            className="max-sm:border-control max-sm:bg-surface max-sm:text-ink max-sm:hover:bg-sunken"
          >
            <UploadIcon aria-hidden />
            Upload Photos
          </Button>
        )}
      </ScreenHeader>
      <div className="mb-4 sm:max-w-80">
        <JobPicker
          aria-label="Project"
          value={filter.jobId ?? null}
          onChange={(jobId) => setWords({ jobId: jobId ?? '' })}
          placeholder="All projects"
          noneLabel="All projects"
        />
      </div>
      {list.isPending ? (
        <PhotosSkeleton />
      ) : photos.length + uploads.length > 0 ? (
        <>
          <PhotoGrid
            count={uploads.length + photos.length}
            total={uploads.length + list.more.total}
            busy={list.busy}
            hasButtons={mayUpload}
            keyOf={(index) =>
              (uploads[index] ?? photos[index - uploads.length])?.id ?? String(index)
            }
            render={(index) => {
              const upload = uploads[index]
              return upload ? <UploadTile upload={upload} /> : card(photos[index - uploads.length])
            }}
          />
          <LoadMore noun="photos" {...list.more} />
        </>
      ) : filter.jobId ? (
        <EmptyState
          icon={ImageOff}
          title="No photos for selected project"
          action={<Button onClick={() => setWords({ jobId: '' })}>Show all projects</Button>}
        />
      ) : (
        <EmptyState
          icon={Images}
          title="No photos yet"
          text={
            mayUpload
              ? 'Upload the first from your phone or computer'
              : 'Photos of your projects will stand here'
          }
        />
      )}
      {mayUpload && <CameraButton onTaken={upload} />}
      <Suspense>
        {isUploading && (
          <UploadDialog jobId={filter.jobId ?? null} files={taken} onClose={endUpload} />
        )}
        {doing?.what === 'edit' && (
          <EditCaption photo={doing.photo} onClose={() => setDoing(null)} />
        )}
        {doing?.what === 'delete' && (
          <DeletePhoto photo={doing.photo} onClose={() => setDoing(null)} />
        )}
        {viewer.photoId && !list.isPending && (
          <OpenPhoto
            photos={photos}
            total={list.more.total}
            photoId={viewer.photoId}
            onView={viewer.show}
            onNearEnd={list.more.onMore}
            onClose={viewer.close}
          />
        )}
      </Suspense>
    </>
  )
}
