import type { OfferPhoto } from '@plumbline/contract/changeOrders.ts'
import { shortDay } from '@plumbline/contract/dates.ts'
import { cx } from 'class-variance-authority'
import { useToday } from '../../screens/days.ts'

/**
 * The photos of a change order in one row, which scrolls sideways. A click opens the picture. On
 * paper all of them are whole, two in a row.
 */
export function OfferPhotos({ photos }: { photos: readonly OfferPhoto[] }) {
  const today = useToday()
  return (
    <ul
      aria-label="Photos"
      className="mb-4 flex snap-x gap-1 overflow-x-auto max-sm:-mx-4 lg:rounded-m print:order-last print:mx-0 print:flex-wrap print:gap-2 print:overflow-visible"
    >
      {photos.map(({ url, caption, day, width, height }) => {
        const text = [caption?.replace(/\.$/, ''), shortDay(day, today)].filter(Boolean).join(', ')
        return (
          <li
            key={url}
            className={cx('relative flex-none snap-start', photos.length > 1 ? 'w-68' : 'w-full')}
          >
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={`Open photo: ${text}`}
              className="block bg-sunken -outline-offset-2"
            >
              <img
                {...{ src: url, width, height }}
                alt=""
                loading="lazy"
                className="h-44 w-full object-cover sm:h-72 print:h-auto!"
              />
            </a>
            <span className="figures pointer-events-none absolute bottom-1.5 left-1.5 max-w-[calc(100%-0.75rem)] rounded-xs bg-surface px-1.5 py-0.5 text-sm print:static print:px-0">
              <span className="line-clamp-2 print:line-clamp-none">{text}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
