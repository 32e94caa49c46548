import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long nothing may move on a connection; milliseconds. */
const STILL = 120_000

/** A connection with node's internal reference to the response that it is for. */
export type Line = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null }

/**
 * Ends connections on which nothing moves, since what is not read of an answer stays in memory; not while the answer is
 * still being made. Every header of a request is read: node leaves out those beyond 2,000, and what a proxy tells may stand
 * last. All of them together have a limit in bytes.
 */
export function limitConnections(server: Server, still = STILL) {
  server.maxHeadersCount = 0
  server.setTimeout(still, (socket: Line) => {
    if (socket._httpMessage?.headersSent !== false) socket.destroy()
  })
}
