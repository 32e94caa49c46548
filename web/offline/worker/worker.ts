import { matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { fetchPage } from './network.ts'
import { handlePushes } from './push.ts'
import { ReplyCache } from './replyCache.ts'

declare const self: ServiceWorkerGlobalScope
/** The files of this version, inserted by build/serviceWorker.ts. */
declare const FILES: { url: string; revision: string | null; integrity?: string }[]

/** The application's HTML without preloaded reads. */
const SHELL = '/shell.html'

const replies = new ReplyCache()

// This version's files stay until its last tab is closed, and the next version waits for that. So
// no tab gets files of two versions.
precacheAndRoute(FILES, { directoryIndex: '', cleanURLs: false })
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// For a tab of the next version, which this worker serves until it is replaced.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
)

const page = async ({ request }: { request: Request }): Promise<Response> => {
  try {
    return await fetchPage(request)
  } catch (error) {
    const shell = await matchPrecache(SHELL)
    if (shell) return shell
    throw error
  }
}
// Proposals and invoices of customers are pages of the server, and nothing of them is stored.
const denylist = [/^\/api(\/|$|\?)/, /^\/[pi]\//, /^\/view-as\//, /^[^?]*\.[^/?]*(\?|$)/]
registerRoute(new NavigationRoute(page, { denylist }))

/**
 * Whether a request is made in a view as another person, from the header of a call or the page of a
 * picture.
 */
const isAsSomebodyElse = ({ headers, referrer }: Request) =>
  headers.has('x-view-as') ||
  (referrer !== '' && new URL(referrer).pathname.startsWith('/view-as/'))
/** Streams, downloads, and secrets, which are never cached. */
const NEVER_CACHED =
  /^\/api\/(events|export|backups|audit|account|calendar|login|logout|photos\/zip)(\/|$)/
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin &&
    url.pathname.startsWith('/api/') &&
    request.mode !== 'navigate' &&
    !NEVER_CACHED.test(url.pathname) &&
    !isAsSomebodyElse(request),
  ({ request, event }) => replies.read(request, (work) => event.waitUntil(work)),
)

const stillSignedIn = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Not signed out</title>
<body style="font-family:system-ui;margin:10vh 1.5rem"><h1>Not signed out yet</h1>
<p>The server cannot be reached. What was kept in this browser is deleted, but your session has not ended.</p>
<p><a href="/api/logout">Try again</a></p></body></html>`

/**
 * Signs out. Deletes the cached replies first, and then those that were cached until the session
 * had ended.
 */
async function signOut({ request }: { request: Request }): Promise<Response> {
  await replies.forget()
  try {
    return await fetch(request)
  } catch (error) {
    if (request.mode !== 'navigate') throw error
    const policy = "default-src 'none'; style-src 'unsafe-inline'"
    const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
    return new Response(stillSignedIn, { status: 503, headers })
  } finally {
    await replies.forget()
  }
}
const isSignOut = ({ url }: { url: URL }) => url.pathname === '/api/logout'
for (const method of ['GET', 'POST'] as const) registerRoute(isSignOut, signOut, method)

// Sent by a tab that has learned that the session is over.
self.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(replies.forget())
})

handlePushes()
