import type { Photo } from '@plumbline/contract/photos.ts'
import { createFileRoute } from '@tanstack/react-router'
import { ImageOff, Images, Upload as UploadIcon } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useMay, useMe } from '../api/me.ts'
import { JobPicker } from '../jobs/JobPicker.tsx'
import { QueryList, usePagedList } from '../shell/QueryList.tsx'
import { everyone, id, oneOf, screen, searchParams, text, useSetSearch } from '../shell/screen.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, Panel } from '../ui/Card.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../ui/Loading.tsx'
import { photoPages } from './api.ts'
import { CameraButton } from './CameraButton.tsx'
import { OpenPhoto, useOpenPhoto } from './OpenPhoto.tsx'
import { PhotoCard } from './PhotoCard.tsx'
import { PhotoGrid } from './PhotoGrid.tsx'
import { SelectionBar, SelectionHead } from './SelectionBar.tsx'
import { UploadTile } from './UploadProgress.tsx'
import { isForJobs, useUploads } from './uploads.ts'
import { useSelection } from './useSelection.ts'

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))
const load = () => import('./PhotoDialogs.tsx')
const EditCaption = lazy(async () => ({ default: (await load()).EditCaption }))
const DeletePhoto = lazy(async () => ({ default: (await load()).DeletePhoto }))

const validateSearch = searchParams({ jobId: id, photo: text, new: oneOf('photo') })
type Search = ReturnType<typeof validateSearch>

export const Route = createFileRoute('/photos')({
  ...screen({ title: 'Photos', roles: everyone }),
  validateSearch,
  // The routes of all screens are in what everybody loads first; the calls of this one are not.
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

type OpenDialog = { readonly at: 'edit' | 'delete'; readonly photo: Photo } | null

/** The photos a person may see, by project; those who may add some do it here. */
function PhotosScreen() {
  const may = useMay()
  const mayUpload = may('photo.create')
  const mayShare = may('photo.share')
  const search = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const list = usePagedList(photoPages(search.jobId))
  const uploads = useUploads().filter(
    (upload) =>
      isForJobs(upload) &&
      upload.state !== 'chosen' &&
      (!search.jobId || search.jobId === upload.jobId),
  )
  const tiles = list.data && [...uploads, ...list.data]
  const total = uploads.length + list.paging.total
  const ids = useMemo(() => list.data?.map(({ id }) => id) ?? [], [list.data])
  const selection = useSelection(ids, search.jobId ?? '')
  const [taken, setTaken] = useState<readonly File[]>([])
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
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
      <PhotosHead>
        {mayUpload && (
          <Button
            variant="primary"
            onClick={() => upload()}
            className="max-sm:border-control max-sm:bg-surface max-sm:text-ink max-sm:hover:bg-sunken [body:has([data-floating-bar])_&]:border-control [body:has([data-floating-bar])_&]:bg-surface [body:has([data-floating-bar])_&]:text-ink"
          >
            <UploadIcon aria-hidden />
            Upload Photos
          </Button>
        )}
      </PhotosHead>
      {selection.isOn ? (
        <SelectionHead selection={selection} loaded={ids.length} total={list.paging.total} />
      ) : (
        <div className="mb-4 flex gap-2">
          <div className="min-w-0 flex-1 sm:max-w-80">
            <JobPicker
              aria-label="Project"
              value={search.jobId ?? null}
              onChange={(jobId) => setSearch({ jobId: jobId ?? '' })}
              placeholder="All projects"
              noneLabel="All projects"
            />
          </div>
          {mayShare && ids.length > 0 && <Button onClick={selection.start}>Select</Button>}
        </div>
      )}
      <QueryList
        list={{ ...list, data: tiles, paging: { ...list.paging, total } }}
        noun="photos"
        skeleton={<PhotosSkeleton />}
        noMatch={
          search.jobId && (
            <EmptyState
              icon={ImageOff}
              title="No photos for selected project"
              action={<Button onClick={() => setSearch({ jobId: '' })}>Show all projects</Button>}
            />
          )
        }
        empty={
          <EmptyState
            icon={Images}
            title="No photos yet"
            text={
              mayUpload
                ? 'Upload the first from your phone or computer'
                : 'Photos of your projects appear here'
            }
          />
        }
      >
        {(items, busy) => (
          <PhotoGrid
            count={items.length}
            total={total}
            busy={busy}
            hasButtons={mayUpload}
            keyOf={(index) => items[index]?.id ?? String(index)}
            render={(index) => {
              const item = items[index]
              if (!item) return null
              if ('file' in item) return <UploadTile upload={item} />
              return (
                <PhotoCard
                  photo={item}
                  selection={mayShare ? selection : undefined}
                  onOpen={() => viewer.open(item.id)}
                  onEdit={() => setDialog({ at: 'edit', photo: item })}
                  onDelete={() => setDialog({ at: 'delete', photo: item })}
                />
              )
            }}
          />
        )}
      </QueryList>
      {selection.isOn && <SelectionBar selection={selection} />}
      {mayUpload && !selection.isOn && <CameraButton onTaken={upload} />}
      <Suspense>
        {mayUpload && search.new === 'photo' && (
          <UploadDialog jobId={search.jobId ?? null} files={taken} onClose={endUpload} />
        )}
        {dialog?.at === 'edit' && <EditCaption photo={dialog.photo} onClose={close} />}
        {dialog?.at === 'delete' && <DeletePhoto photo={dialog.photo} onClose={close} />}
        {search.photo && list.data && (
          <OpenPhoto
            photos={list.data}
            total={list.paging.total}
            photoId={search.photo}
            onView={viewer.show}
            onNearEnd={list.paging.onMore}
            onClose={viewer.close}
          />
        )}
      </Suspense>
    </>
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

function PhotosSkeleton() {
  return (
    <Skeletons count={8} className="grid grid-cols-2 gap-3.5 sm:grid-cols-3 lg:grid-cols-4">
      <Panel className="overflow-hidden">
        <Skeleton className="aspect-4/3 w-full rounded-none" />
        <div className="flex flex-col gap-2 p-3">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      </Panel>
    </Skeletons>
  )
}
