import { forgetOwnEvents } from '../api/ownEvents.ts'
import { forgetPrompt } from '../api/passwordPrompt.ts'
import { forgetLeaving } from '../api/unauthorized.ts'
import { forgetDrafts } from '../messages/drafts.ts'
import { noteOnline } from '../offline/reach.ts'
import { forgetInvites } from '../people/openInvites.ts'
import { forgetQueue } from '../photos/uploads/queue.ts'
import { forgetOthers } from '../presence/present.ts'
import { forgetOpened } from '../shell/recent.ts'
import { decide } from '../ui/missingCode.ts'
import { forgetTooltip } from '../ui/Tooltip.tsx'
import { forgetToasts } from '../ui/toasts.ts'
import { forgetSizes } from '../ui/WhenNear.tsx'

/** What modules remember as long as a page is open. */
const forget = [
  forgetToasts,
  forgetTooltip,
  forgetSizes,
  forgetPrompt,
  forgetLeaving,
  forgetOwnEvents,
  forgetOthers,
  forgetOpened,
  forgetDrafts,
  forgetInvites,
  forgetQueue,
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
 * worker share one page, whichever files they are in.
 */
export function beginPage() {
  for (const each of forget) each()
  closeRouter()
  localStorage.clear()
  sessionStorage.clear()
  document.title = ''
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
}
