import { resetOwnEvents } from '../api/ownEvents.ts'
import { resetPrompt } from '../api/passwordPrompt.ts'
import { resetLeaving } from '../api/unauthorized.ts'
import { forgetDrafts } from '../messages/drafts.ts'
import { noteOnline } from '../offline/reach.ts'
import { forgetInvites } from '../people/openInvites.ts'
import { resetQueue } from '../photos/uploads/queue.ts'
import { resetOthers } from '../presence/present.ts'
import { resetOpened } from '../shell/recent.ts'
import { decide } from '../ui/missingCode.ts'
import { resetTooltip } from '../ui/Tooltip.tsx'
import { resetToasts } from '../ui/toasts.ts'
import { resetSizes } from '../ui/WhenNear.tsx'

/** Resets of what modules remember as long as a page is open. */
const resets = [
  resetToasts,
  resetTooltip,
  resetSizes,
  resetPrompt,
  resetLeaving,
  resetOwnEvents,
  resetOthers,
  resetOpened,
  forgetDrafts,
  forgetInvites,
  resetQueue,
  noteOnline,
  () => decide(Promise.resolve()),
]

/** Takes the last router off the window, which every router listens to for good. */
export function closeRouter() {
  window.__TSR_ROUTER__?.history.destroy()
  delete window.__TSR_ROUTER__
}

/**
 * Leaves modules, document and storage as a page has them that was just loaded: the tests of a
 * file share one page.
 */
export function beginPage() {
  for (const reset of resets) reset()
  closeRouter()
  localStorage.clear()
  sessionStorage.clear()
  document.title = ''
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
}
