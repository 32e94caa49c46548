import { ReadersBadge } from '../ui/ReadersBadge.tsx'

/** What a hidden photo is called. */
export const HIDDEN = 'Hidden from the client'

/** The mark on the picture of a photo that the client does not see; a click goes through to the picture. */
export function HiddenMark() {
  return (
    <span className="pointer-events-none absolute bottom-1.5 left-1.5 flex rounded-xs bg-surface shadow-pop">
      <ReadersBadge readers="crew" sentence={HIDDEN} />
    </span>
  )
}
