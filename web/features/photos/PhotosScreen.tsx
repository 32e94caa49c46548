import { createFileRoute } from '@tanstack/react-router'
import { Upload as UploadIcon } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { JobPicker } from '../../pickers/JobPicker.tsx'
import { usePagedList } from '../../screens/QueryList.tsx'
import {
  everyone,
  id,
  newForm,
  overlay,
  screen,
  searchParams,
  text,
  useSetSearch,
} from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { photoPages } from './api.ts'
import { CameraButton } from './CameraButton.tsx'
import { OpenPhoto, useOpenPhoto } from './OpenPhoto.tsx'
import { PhotoList } from './PhotoList.tsx'
import { PhotosSkeleton } from './PhotosSkeleton.tsx'
import { SelectionBar, SelectionHead } from './SelectionBar.tsx'
import { useSelection } from './useSelection.ts'

const UploadDialog = lazyPart(() => import('./UploadDialog.tsx'))

const validateSearch = searchParams({ jobId: id, photo: overlay(text), new: newForm('photo') })
type Search = ReturnType<typeof validateSearch>

export const Route = createFileRoute('/photos')({
  ...screen({ title: 'Photos', roles: everyone }),
  validateSearch,
  // The routes of all screens are part of the first download. The API calls of this one are not.
  loader: async ({ context: { client }, location }) => {
    const { photoPages } = await import('./api.ts')
    await client.infiniteQuery(photoPages(validateSearch(location.search).jobId))
  },
  pendingComponent: () => (
    <>
      <PhotosHead />
      <PhotosSkeleton />
    </>
  ),
  component: PhotosScreen,
})

/** The photos a person may see, filtered by project. People who may add photos upload them here. */
function PhotosScreen() {
  const may = useMay()
  const mayUpload = may('photo.create')
  const maySelect = may('photos.update')
  const { jobId, photo, new: opened } = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const list = usePagedList(photoPages(jobId))
  // The listed photos that the person may change. Subs may change only their own.
  const ids = useMemo(
    () => list.data?.filter((one) => may('photo.update', one)).map(({ id }) => id) ?? [],
    [list.data, may],
  )
  const selection = useSelection(ids, jobId ?? '')
  const [taken, setTaken] = useState<readonly File[]>([])
  const viewer = useOpenPhoto()
  const upload = (files: readonly File[] = []) => {
    setTaken(files)
    setSearch({ new: 'photo' })
  }
  const endUpload = useCallback(() => {
    setTaken([])
    setSearch({ new: '' })
  }, [setSearch])

  return (
    <>
      <PhotosHead>{mayUpload && <UploadButton onClick={() => upload()} />}</PhotosHead>
      {selection.isOn ? (
        <SelectionHead
          selection={selection}
          loaded={ids.length}
          isFullyLoaded={!list.paging.hasMore}
        />
      ) : (
        <div className="mb-4 flex gap-2">
          <div className="min-w-0 flex-1 sm:max-w-80">
            <JobPicker
              aria-label="Project"
              value={jobId ?? null}
              onChange={(chosen) => setSearch({ jobId: chosen ?? '' })}
              placeholder="All projects"
              noneLabel="All projects"
            />
          </div>
          {maySelect && ids.length > 0 && <Button onClick={selection.start}>Select</Button>}
        </div>
      )}
      <PhotoList
        list={list}
        jobId={jobId}
        onAllProjects={() => setSearch({ jobId: '' })}
        selection={maySelect ? selection : undefined}
        onOpen={viewer.open}
      />
      {selection.isOn && (
        <>
          {/* Keeps the bar from covering a photo. */}
          <div className="h-12 sm:hidden" />
          <SelectionBar selection={selection} />
        </>
      )}
      {mayUpload && !selection.isOn && <CameraButton onTaken={upload} />}
      {mayUpload && opened === 'photo' && (
        <UploadDialog jobId={jobId ?? null} files={taken} onClose={endUpload} />
      )}
      {photo && list.data && (
        <OpenPhoto
          photos={list.data}
          total={list.paging.total}
          photoId={photo}
          onView={viewer.show}
          onNearEnd={list.paging.onMore}
          onClose={viewer.close}
        />
      )}
    </>
  )
}

/** Not styled as the primary button while a bar at the bottom of the screen has one. */
function UploadButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="primary"
      onClick={onClick}
      className="max-sm:border-control max-sm:bg-surface max-sm:text-ink max-sm:hover:bg-sunken [body:has([data-floating-bar])_&]:border-control [body:has([data-floating-bar])_&]:bg-surface [body:has([data-floating-bar])_&]:text-ink"
    >
      <UploadIcon aria-hidden />
      Upload Photos
    </Button>
  )
}

const titles = {
  admin: 'Project Photos',
  subcontractor: 'Project Photos',
  client: 'Photo Gallery',
} as const

function PhotosHead({ children }: { children?: React.ReactNode }) {
  return <ScreenHeader title={titles[useMe().role]}>{children}</ScreenHeader>
}
