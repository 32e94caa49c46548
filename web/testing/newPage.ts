import { noteOnline } from '../api/connection.ts'
import { resetOwnEvents } from '../api/ownEvents.ts'
import { resetPrompt } from '../api/passwordPrompt.ts'
import { resetTyped } from '../api/typed.ts'
import { resetLeaving } from '../api/unauthorized.ts'
import { clearDrafts } from '../features/messages/drafts.ts'
import { clearInvites } from '../features/people/openInvites.ts'
import { uploadQueue } from '../features/photos/uploads/queue.ts'
import { resetSessions } from '../features/pricing/session.ts'
import { resetOthers } from '../live/present.ts'
import { resetSessionCheck } from '../live/useLive.ts'
import { actionQueue } from '../offline/actions/actionQueue.ts'
import { resetOpened } from '../screens/recent.ts'
import { setReloadCheck } from '../ui/missingCode.ts'
import { resetTooltip } from '../ui/Tooltip.tsx'
import { resetActiveRows } from '../ui/table/useTableRows.ts'
import { resetToasts } from '../ui/toasts.ts'
import { resetSizes } from '../ui/WhenNear.tsx'

/** Functions that reset the state which modules hold while a page is open. */
const resets = [
  resetToasts,
  resetTooltip,
  resetSizes,
  resetPrompt,
  resetLeaving,
  resetTyped,
  resetSessionCheck,
  resetOwnEvents,
  resetOthers,
  resetOpened,
  resetActiveRows,
  clearDrafts,
  clearInvites,
  resetSessions,
  () => uploadQueue.reset(),
  () => actionQueue.reset(),
  noteOnline,
  () => setReloadCheck(Promise.resolve()),
]

const navigatorProperties = new Set(Object.getOwnPropertyNames(navigator))

/** The events for which every router adds listeners that it never removes. */
const routerEvents = new Set(['scroll', 'pagehide', 'pageshow'])
const removeListeners: (() => void)[] = []
for (const target of [window, document]) {
  const listen = target.addEventListener.bind(target)
  target.addEventListener = (...[type, listener, options]: Parameters<typeof listen>) => {
    listen(type, listener, options)
    if (routerEvents.has(type))
      removeListeners.push(() => target.removeEventListener(type, listener, options))
  }
}

/** Detaches the last router from the window. */
export function closeRouter() {
  window.__TSR_ROUTER__?.history.destroy()
  delete window.__TSR_ROUTER__
}

/**
 * Resets modules, document and storage to the state of a newly loaded page, since the tests of a
 * worker share one page.
 */
export function resetPage() {
  for (const reset of resets) reset()
  // A read in flight would arrive in the next test.
  window.__TSR_ROUTER__?.options.context.client.clear()
  closeRouter()
  for (const remove of removeListeners.splice(0)) remove()
  localStorage.clear()
  sessionStorage.clear()
  document.title = ''
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  // Removes a clipboard, or anything else that a test has added to the browser.
  for (const name of Object.getOwnPropertyNames(navigator))
    if (!navigatorProperties.has(name)) Reflect.deleteProperty(navigator, name)
  // The origin does not change. Requests in flight to another origin would need a CORS preflight.
  location.href = '/'
}
