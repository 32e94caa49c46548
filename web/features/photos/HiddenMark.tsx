import { ReadersBadge } from '../../ui/ReadersBadge.tsx'

/** The label of a photo that is hidden from the client. */
export const HIDDEN = 'Hidden from the client'

/** A badge on a photo that is hidden from the client. Clicks pass through to the picture. */
export function HiddenMark({ place = 'bottom-1.5' }: { place?: 'top-1.5' | 'bottom-1.5' }) {
  return (
    <span
      className={`pointer-events-none absolute left-1.5 flex rounded-xs bg-surface shadow-pop ${place}`}
    >
      <ReadersBadge readers="crew" sentence={HIDDEN} />
    </span>
  )
}
