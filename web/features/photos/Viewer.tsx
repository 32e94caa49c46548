import 'yet-another-react-lightbox/styles.css'
import { totalText } from '@plumbline/contract/countLimits.ts'
import { takenMoment } from '@plumbline/contract/photos.ts'
import { ChevronLeft, ChevronRight, Download, Eye, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import Lightbox from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { useCompany } from '../../api/company.ts'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { formatMoment } from '../../ui/format.ts'
import { readersIcons } from '../../ui/ReadersBadge.tsx'
import { altOf, pictureOf } from './api.ts'
import { HIDDEN } from './HiddenMark.tsx'
import { useSharing } from './useSharing.ts'
import { ViewerButtons, type ViewerDialog, ViewerDialogs } from './ViewerActions.tsx'
import type { ViewedPhoto } from './viewedPhoto.ts'

export interface ViewerProps {
  photos: readonly ViewedPhoto[]
  /** The number of photos, including those not loaded yet. */
  total: number
  /** The photo to start with. */
  photoId: string
  /** Called with the photo on screen. */
  onView: (photoId: string) => void
  /** Called when the end of the loaded photos comes near. */
  onNearEnd: () => void
  onClose: () => void
}

/** The longer edge of a full-size picture, in pixels. */
const FULL_SIZE_PX = 2048
/** The number of remaining photos at which the end is near. */
const NEAR_END_COUNT = 5

function slideOf(photo: ViewedPhoto) {
  const scale = Math.min(1, FULL_SIZE_PX / Math.max(photo.width, photo.height))
  const [width, height] = [Math.round(photo.width * scale), Math.round(photo.height * scale)]
  return { src: pictureOf(photo, 'full'), alt: altOf(photo), width, height }
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Visible on light and on dark photos. */
const arrow = 'size-11 rounded-full bg-sunken/80 p-2'

/**
 * Photos on the whole screen. Swipes and arrow keys change the photo. Pinch, wheel and double tap
 * zoom.
 */
export default function Viewer({
  photos,
  total,
  photoId,
  onView,
  onNearEnd,
  onClose,
}: ViewerProps) {
  const [index, setIndex] = useState(() => photos.findIndex(({ id }) => id === photoId))
  const slides = useMemo(() => photos.map(slideOf), [photos])
  const photo = photos[index]
  const [dialog, setDialog] = useOpened<ViewerDialog | null>('viewed photo', null)
  const isNearEnd = index >= photos.length - NEAR_END_COUNT

  useEffect(() => {
    if (photo) onView(photo.id)
  }, [photo, onView])
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  const lightbox = (
    <Lightbox
      open
      close={onClose}
      slides={slides}
      index={index}
      on={{ view: (now) => setIndex(now.index) }}
      plugins={[Zoom]}
      carousel={{ finite: true, preload: 1, padding: 0 }}
      animation={
        prefersReducedMotion()
          ? { fade: 0, swipe: 0, zoom: 0 }
          : { fade: 140, swipe: 180, zoom: 180 }
      }
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true, pinchZoomV4: true }}
      labels={{ Lightbox: 'Photo' }}
      toolbar={{
        buttons: [
          photo && <ShareButton key="share" photo={photo} />,
          photo && <ViewerButtons key="change" photo={photo} onOpen={setDialog} />,
          photo && <DownloadLink key="download" photo={photo} />,
          'close',
        ],
      }}
      render={{
        iconPrev: () => <ChevronLeft aria-hidden className={arrow} />,
        iconNext: () => <ChevronRight aria-hidden className={arrow} />,
        iconClose: () => <X aria-hidden className="size-6" />,
        iconZoomIn: () => <ZoomIn aria-hidden className="size-6" />,
        iconZoomOut: () => <ZoomOut aria-hidden className="size-6" />,
        controls: () =>
          photo && <Facts photo={photo} place={`${index + 1} of ${totalText(total)}`} />,
      }}
      className="dark"
      styles={{
        root: {
          top: 'var(--view-bar)',
          // Below the toasts.
          '--yarl__portal_zindex': 50,
          '--yarl__color_backdrop': 'var(--sunken)',
          '--yarl__color_button': 'var(--ink)',
          '--yarl__color_button_active': 'var(--ink)',
          '--yarl__color_button_disabled': 'var(--control)',
          '--yarl__button_filter': 'drop-shadow(0 0 3px var(--sunken))',
          '--yarl__button_padding': '10px',
        },
      }}
    />
  )
  return (
    <>
      {lightbox}
      {/* Outside the viewer, which would handle keys typed in a form. */}
      {photo && dialog && (
        <ViewerDialogs
          at={dialog}
          photoId={photo.id}
          onClose={() => setDialog(null)}
          onDeleted={onClose}
        />
      )}
    </>
  )
}

/** Hides the photo from the client of its job, or shows it to them. */
function ShareButton({ photo: { id, clientVisible } }: { photo: ViewedPhoto }) {
  const may = useMay()
  const { share, pending } = useSharing()
  if (clientVisible === undefined || !may('photo.share')) return null
  const Icon = clientVisible ? readersIcons.crew : Eye
  return (
    <button
      type="button"
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      title={clientVisible ? 'Hide from client' : 'Show to client'}
      onClick={() => !pending && share([id], !clientVisible)}
      className="yarl__button inline-flex items-center gap-2 text-base leading-none! font-medium whitespace-nowrap aria-disabled:opacity-60"
    >
      <Icon aria-hidden className="size-5 max-sm:size-6" />
      <span className="max-sm:sr-only">
        {clientVisible ? 'Hide from client' : 'Show to client'}
      </span>
    </button>
  )
}

function DownloadLink({ photo }: { photo: ViewedPhoto }) {
  const may = useMay()
  const { uploadedById } = photo
  const size = uploadedById && may('photo.original', { uploadedById }) ? 'original' : 'full'
  return (
    <a
      href={pictureOf(photo, size)}
      download
      title="Download"
      aria-label="Download"
      className="yarl__button"
    >
      <Download aria-hidden className="size-6" />
    </a>
  )
}

/** The caption and project of the photo, when it was taken or uploaded, and who uploaded it. */
function Facts({ photo, place }: { photo: ViewedPhoto; place: string }) {
  const { timeZone } = useCompany()
  const at = takenMoment(photo)
  const when = `${at === photo.takenAt ? 'Taken' : 'Uploaded'} ${formatMoment(at, timeZone)}`
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 bg-linear-to-t from-sunken via-sunken/80 to-transparent px-5 pt-12 pb-[max(1rem,env(safe-area-inset-bottom))] text-ink">
      {photo.caption && (
        <p className="mb-1 line-clamp-4 max-w-180 text-md font-medium">{photo.caption}</p>
      )}
      <p className="text-sm text-ink">
        {[photo.jobName ?? 'No project', when, `by ${photo.uploadedByName}`].join(' · ')}
      </p>
      <p className="figures text-sm text-ink">{place}</p>
      <p role="status" className="text-sm text-ink">
        {photo.clientVisible === false && (
          <span className="flex items-center gap-1.5">
            <readersIcons.crew aria-hidden className="size-3.5" />
            {HIDDEN}
          </span>
        )}
      </p>
    </div>
  )
}
