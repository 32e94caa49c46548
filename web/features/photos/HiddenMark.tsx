import { ReadersBadge } from '../../ui/ReadersBadge.tsx'

/** What a hidden photo is called. */
export const HIDDEN = 'Hidden from the client'

/** The mark on the picture of a photo that the client does not see; a click goes through to the picture. */
export function HiddenMark({ place = 'bottom-1.5' }: { place?: 'top-1.5' | 'bottom-1.5' }) {
  return (
    <span
      className={`pointer-events-none absolute left-1.5 flex rounded-xs bg-surface shadow-pop ${place}`}
    >
      <ReadersBadge readers="crew" sentence={HIDDEN} />
    </span>
  )
}
