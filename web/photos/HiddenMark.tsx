import { Lock } from 'lucide-react'

/** What a hidden photo is called. */
export const HIDDEN = 'Hidden from the client'

/** The mark on the picture of a photo that the client does not see; a click goes through to the picture. */
export function HiddenMark() {
  return (
    <span className="pointer-events-none absolute bottom-1.5 left-1.5 grid size-7 place-items-center rounded-full bg-surface text-ink shadow-pop">
      <Lock aria-hidden className="size-3.5" />
      <span className="sr-only">{HIDDEN}</span>
    </span>
  )
}
