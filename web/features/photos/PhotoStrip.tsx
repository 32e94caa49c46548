import { dayIn, daysBetween, shortDay, weekdayName } from '@plumbline/contract/dates.ts'
import { type Photo, takenMoment } from '@plumbline/contract/photos.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Camera } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { formatTime } from '../../ui/format.ts'
import { altOf, jobPhotos, pictureOf } from './api.ts'
import { HiddenMark } from './HiddenMark.tsx'

/**
 * When a photo was taken. The older it is, the longer the text: the time, the weekday, the day, or
 * the day with its year.
 */
export function photoTime(iso: string, today: string, timeZone: string): string {
  const day = dayIn(timeZone, new Date(iso))
  const daysAgo = daysBetween(day, today)
  if (daysAgo <= 0) return formatTime(iso, timeZone)
  return daysAgo < 7 ? weekdayName(day) : shortDay(day, today)
}

/**
 * The last photos of a job in one row, the first one large, then a link to all of them. Renders
 * nothing without photos.
 */
export function PhotoStrip({ jobId }: { jobId: string }) {
  const { data } = useInfiniteQuery(jobPhotos(jobId))
  const [page] = data?.pages ?? []
  const list = useRef<HTMLUListElement>(null)
  const newest = page?.items[0]?.id
  // A browser keeps the photos in view where they are when a new one appears before them.
  useEffect(() => {
    if (list.current && newest) list.current.scrollLeft = 0
  }, [newest])
  if (!page || page.items.length === 0) return null
  return (
    <section aria-label="Photos" className="mt-4">
      <h2 className="sr-only">Photos</h2>
      <ul
        ref={list}
        className="-mx-4 flex h-36 snap-x scroll-px-4 gap-1 overflow-x-auto px-4 sm:-mx-7 sm:scroll-px-7 sm:px-7 lg:mx-0 lg:grid lg:h-40 lg:grid-cols-[1.9fr_repeat(5,1fr)_0.75fr] lg:px-0"
      >
        {page.items.map((photo, n) => (
          <StripPhoto key={photo.id} photo={photo} isNewest={n === 0} />
        ))}
        <li className="w-28 flex-none snap-start lg:w-auto">
          <Link
            href={paths.photos({ jobId })}
            className="flex size-full flex-col items-center justify-center gap-1 rounded-s bg-sunken text-sm text-ink-2 -outline-offset-2 hover:text-ink"
          >
            <Camera aria-hidden className="size-4" />
            <span className="font-medium text-ink">View Photos</span>{' '}
            <span className="figures">{page.total.toLocaleString('en-US')}</span>
          </Link>
        </li>
      </ul>
    </section>
  )
}

function StripPhoto({ photo, isNewest }: { photo: Photo; isNewest: boolean }) {
  const { timeZone } = useCompany()
  const today = useToday()
  const taken = takenMoment(photo)
  const at = photoTime(taken, today, timeZone)
  const isToday = dayIn(timeZone, new Date(taken)) === today
  const newest = `${isToday ? `Today, ${at}` : at} · ${photo.uploadedByName}`
  return (
    <li
      className={cx(
        'relative flex-none snap-start overflow-hidden rounded-s lg:w-auto',
        isNewest ? 'w-68' : 'w-36',
      )}
    >
      <Link
        href={paths.photos({ jobId: photo.jobId ?? '', photo: photo.id })}
        aria-label={`Open photo: ${altOf(photo)}`}
        className="block size-full bg-sunken -outline-offset-2"
      >
        <img src={pictureOf(photo, 'thumb')} alt="" className="size-full object-cover" />
      </Link>
      <span className="figures pointer-events-none absolute bottom-1.5 left-1.5 max-w-[calc(100%-0.75rem)] truncate rounded-xs bg-surface px-1.5 py-0.5 text-xs">
        {isNewest ? newest : at}
      </span>
      {!photo.clientVisible && <HiddenMark place="top-1.5" />}
    </li>
  )
}
