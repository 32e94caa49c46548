/** How long a page waits for a network that does not answer, where something is kept; milliseconds. */
const PATIENCE = 4_000

/** Whether the network let a page wait in vain, and has not answered since. */
let hangs = false

/** The time for something kept to be shown instead of waiting on. @throws Error */
const runOut = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The network does not answer')), PATIENCE)
  })

async function answered(request: Request): Promise<Response> {
  const reply = await fetch(request)
  hangs = false
  return reply
}

/** Asks the server for a page. @throws Error when it cannot be reached, or says nothing for four seconds */
export async function askForPage(request: Request): Promise<Response> {
  let isPending = true
  const reply = answered(request).finally(() => {
    isPending = false
  })
  const late = runOut().catch((error: unknown) => {
    if (isPending) hangs = true
    throw error
  })
  return Promise.race([reply, late])
}

/**
 * Asks the server for a read. A slow reply is waited for, since an older one would be wrong, unless the page itself did not
 * get through. @throws Error when it cannot be reached
 */
export async function askForRead(request: Request, isKept: () => Promise<boolean>) {
  if (!hangs || !(await isKept())) return answered(request)
  return Promise.race([answered(request), runOut()])
}
