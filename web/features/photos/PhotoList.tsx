import { dayIn } from '@plumbline/contract/dates.ts'
import { type Photo, takenMoment } from '@plumbline/contract/photos.ts'
import { ImageOff, Images } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useCompany } from '../../api/company.ts'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { useToday } from '../../screens/days.ts'
import { QueryList, type usePagedList } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PhotoCard } from './PhotoCard.tsx'
import { PhotoGrid } from './PhotoGrid.tsx'
import { PhotosSkeleton } from './PhotosSkeleton.tsx'
import { isForJobs, type Upload } from './uploads/upload.ts'
import type { Selection } from './useSelection.ts'
import { useUploads } from './useUploads.ts'

const loadLine = () => import('./UploadLine.tsx')
const UploadLine = lazyPart(loadLine)
const UploadTile = lazyPart(async () => ({
  default: (await import('./UploadProgress.tsx')).UploadTile,
}))
const load = () => import('./PhotoDialogs.tsx')
const EditCaption = lazyPart(async () => ({ default: (await load()).EditCaption }))
const DeletePhoto = lazyPart(async () => ({ default: (await load()).DeletePhoto }))

interface PhotoListProps {
  list: ReturnType<typeof usePagedList<Photo, readonly unknown[]>>
  /** The project whose photos are listed. Undefined for all projects. */
  jobId: string | undefined
  onAllProjects: () => void
  /** Set for people who may change several photos at once. */
  selection: Selection | undefined
  onOpen: (photoId: string) => void
}

type OpenDialog = { readonly at: 'edit' | 'delete'; readonly photo: Photo } | null

/**
 * The day on which each photo was taken in the company's time zone. Photos being uploaded count as
 * today.
 */
function useDays(items: readonly (Photo | Upload)[] | undefined): readonly string[] {
  const { timeZone } = useCompany()
  const today = useToday()
  return useMemo(
    () =>
      items?.map((item) =>
        'file' in item ? today : dayIn(timeZone, new Date(takenMoment(item))),
      ) ?? [],
    [items, timeZone, today],
  )
}

/**
 * Photos as cards, after the ones still being uploaded, with the dialogs that edit and delete a
 * photo.
 */
export function PhotoList({ list, jobId, onAllProjects, selection, onOpen }: PhotoListProps) {
  const may = useMay()
  const mayUpload = may('photo.create')
  const all = useUploads()
  const uploads = all.filter(
    (upload) =>
      isForJobs(upload) &&
      upload.state !== 'chosen' &&
      upload.state !== 'duplicate' &&
      (!jobId || jobId === upload.jobId),
  )
  useEffect(() => {
    // Preloaded, with the tiles, so that it works without a signal. If this fails, it is loaded
    // when it is shown.
    if (mayUpload) loadLine().catch(() => undefined)
  }, [mayUpload])
  const tiles = list.data && [...uploads, ...list.data]
  const days = useDays(tiles)
  const total = uploads.length + list.paging.total
  const [dialog, setDialog] = useOpened<OpenDialog>('photo', null)
  const close = () => setDialog(null)
  return (
    <>
      {all.length > 0 && <UploadLine uploads={all} />}
      <QueryList
        list={{ ...list, data: tiles, paging: { ...list.paging, total } }}
        noun="photos"
        skeleton={<PhotosSkeleton />}
        noMatch={jobId && <NoMatch onAllProjects={onAllProjects} />}
        empty={<NoPhotos mayUpload={mayUpload} />}
      >
        {(items, busy) => (
          <PhotoGrid
            days={days}
            total={total}
            busy={busy}
            hasButtons={mayUpload}
            keyOf={(index) => items[index]?.id ?? String(index)}
            dayAction={(from, count) =>
              selection?.isOn && (
                <SelectDay
                  photos={items
                    .slice(from, from + count)
                    .filter((item) => !('file' in item) && may('photo.update', item))}
                  selection={selection}
                />
              )
            }
            render={(index) => {
              const item = items[index]
              if (!item) return null
              if ('file' in item) return <UploadTile upload={item} />
              return (
                <PhotoCard
                  photo={item}
                  selection={may('photo.update', item) ? selection : undefined}
                  onOpen={() => onOpen(item.id)}
                  onEdit={() => setDialog({ at: 'edit', photo: item })}
                  onDelete={() => setDialog({ at: 'delete', photo: item })}
                />
              )
            }}
          />
        )}
      </QueryList>
      {dialog?.at === 'edit' && <EditCaption photo={dialog.photo} onClose={close} />}
      {dialog?.at === 'delete' && <DeletePhoto photo={dialog.photo} onClose={close} />}
    </>
  )
}

/** Selects or deselects all loaded photos of a day. */
function SelectDay({
  photos,
  selection,
}: {
  photos: readonly { readonly id: string }[]
  selection: Selection
}) {
  const ids = photos.map(({ id }) => id)
  const isAllSelected = ids.every((id) => selection.ids.has(id))
  if (ids.length === 0) return null
  return (
    <Button variant="quiet" size="sm" onClick={() => selection.toggleAll(ids)}>
      {isAllSelected ? 'Deselect day' : 'Select day'}
    </Button>
  )
}

function NoMatch({ onAllProjects }: { onAllProjects: () => void }) {
  return (
    <EmptyState
      icon={ImageOff}
      title="No photos for selected project"
      action={<Button onClick={onAllProjects}>Show all projects</Button>}
    />
  )
}

function NoPhotos({ mayUpload }: { mayUpload: boolean }) {
  return (
    <EmptyState
      icon={Images}
      title="No photos yet"
      text={
        mayUpload
          ? 'Upload the first from your phone or computer'
          : 'Photos of your projects appear here'
      }
    />
  )
}
