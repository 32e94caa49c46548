import { resetOwnEvents } from '../api/ownEvents.ts'
import { resetPrompt } from '../api/passwordPrompt.ts'
import { noteOnline } from '../api/reach.ts'
import { resetLeaving } from '../api/unauthorized.ts'
import { forgetDrafts } from '../features/messages/drafts.ts'
import { forgetInvites } from '../features/people/openInvites.ts'
import { resetQueue } from '../features/photos/uploads/queue.ts'
import { resetOthers } from '../live/present.ts'
import { resetSessionCheck } from '../live/useLive.ts'
import { resetOpened } from '../screens/recent.ts'
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
  resetSessionCheck,
  resetOwnEvents,
  resetOthers,
  resetOpened,
  forgetDrafts,
  forgetInvites,
  resetQueue,
  noteOnline,
  () => decide(Promise.resolve()),
]

const ofNavigator = new Set(Object.getOwnPropertyNames(navigator))

/** The events that every router listens to for good. */
const ofRouters = new Set(['scroll', 'pagehide', 'pageshow'])
const listening: (() => void)[] = []
for (const target of [window, document]) {
  const listen = target.addEventListener.bind(target)
  target.addEventListener = (...[type, listener, options]: Parameters<typeof listen>) => {
    listen(type, listener, options)
    if (ofRouters.has(type))
      listening.push(() => target.removeEventListener(type, listener, options))
  }
}

/** Takes the last router off the window, which every router listens to for good. */
export function closeRouter() {
  window.__TSR_ROUTER__?.history.destroy()
  delete window.__TSR_ROUTER__
}

/**
 * Leaves modules, document and storage as a page has them that was just loaded: the tests of a
 * worker share one page.
 */
export function beginPage() {
  for (const reset of resets) reset()
  // What is still being read would arrive in the next test.
  window.__TSR_ROUTER__?.options.context.client.clear()
  closeRouter()
  for (const leave of listening.splice(0)) leave()
  localStorage.clear()
  sessionStorage.clear()
  document.title = ''
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  // A clipboard, or what a test adds to a browser.
  for (const name of Object.getOwnPropertyNames(navigator))
    if (!ofNavigator.has(name)) Reflect.deleteProperty(navigator, name)
  // The origin stays: to another one, what is still being sent would be asked for permission.
  location.href = '/'
}
