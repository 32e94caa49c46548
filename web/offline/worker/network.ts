/** The time that a page waits for the network before the cached version is shown. */
const NETWORK_TIMEOUT_MS = 4_000

/** Whether a page has timed out and the network has not answered since. */
let isStalled = false

/** Rejects after the timeout. @throws Error */
const timeout = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The network does not answer')), NETWORK_TIMEOUT_MS)
  })

async function fetchReply(request: Request): Promise<Response> {
  const reply = await fetch(request)
  isStalled = false
  return reply
}

/**
 * Requests a page from the server.
 * @throws Error when the server cannot be reached or does not answer in time
 */
export async function fetchPage(request: Request): Promise<Response> {
  let isPending = true
  const reply = fetchReply(request).finally(() => {
    isPending = false
  })
  const timedOut = timeout().catch((error: unknown) => {
    if (isPending) isStalled = true
    throw error
  })
  return Promise.race([reply, timedOut])
}

/**
 * Requests a read from the server. It waits for a slow reply, since a cached one would be outdated,
 * unless the page itself timed out.
 * @throws Error when the server cannot be reached
 */
export async function fetchRead(request: Request, isCached: () => Promise<boolean>) {
  if (!isStalled || !(await isCached())) return fetchReply(request)
  return Promise.race([fetchReply(request), timeout()])
}
