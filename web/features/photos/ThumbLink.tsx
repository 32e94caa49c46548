import type { Photo } from '@plumbline/contract/photos.ts'
import { cx } from 'class-variance-authority'
import { Link } from '../../screens/Link.tsx'
import { altOf, pictureOf } from './api.ts'

interface ThumbLinkProps {
  photo: Pick<Photo, 'url' | 'caption' | 'jobName'>
  href: string
  className?: string
}

/** A square thumbnail that links to the photo. */
export function ThumbLink({ photo, href, className }: ThumbLinkProps) {
  return (
    <Link
      href={href}
      aria-label={`Open photo: ${altOf(photo)}`}
      className={cx('block aspect-square overflow-hidden bg-sunken', className)}
    >
      <img
        src={pictureOf(photo, 'thumb')}
        alt=""
        loading="lazy"
        className="size-full object-cover"
      />
    </Link>
  )
}
