import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The time a connection may be idle, in milliseconds. */
const IDLE_TIMEOUT_MS = 120_000

/** A connection with Node's internal reference to its current response. */
export type HttpSocket = Socket & {
  readonly _httpMessage?: { readonly headersSent: boolean } | null
}

/**
 * Closes idle connections, since the unread part of a response stays in memory, but not while the
 * response is still being prepared. Reads every header of a request: by default Node drops those
 * after 2,000, and the headers of a proxy may come last. Their total size has a limit in bytes.
 */
export function limitConnections(server: Server, idleTimeout = IDLE_TIMEOUT_MS) {
  server.maxHeadersCount = 0
  server.setTimeout(idleTimeout, (socket: HttpSocket) => {
    if (socket._httpMessage?.headersSent !== false) socket.destroy()
  })
}
