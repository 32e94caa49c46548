import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The time open requests get to finish once the program stops, in milliseconds. Longer ones are
 * cut, and their senders repeat them.
 */
const DRAIN_TIMEOUT_MS = 22_000
/** The time a new connection gets to send its first byte, in milliseconds. */
const FIRST_BYTE_TIMEOUT_MS = 1000

/**
 * Prepares an application for a graceful shutdown. Call it before the application listens.
 * @returns a function that lets open requests finish, then closes the application
 */
export function drainable(
  app: FastifyInstance,
  drainTimeout = DRAIN_TIMEOUT_MS,
): () => Promise<void> {
  const openedAt = new Map<Socket, number>()
  app.server.on('connection', (socket) => {
    openedAt.set(socket, performance.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  // Node treats a connection that has sent nothing as busy, and browsers open some in advance.
  const closeSilent = () => {
    for (const [socket, opened] of openedAt)
      if (socket.bytesRead === 0 && performance.now() - opened > FIRST_BYTE_TIMEOUT_MS)
        socket.destroy()
  }
  return async () => {
    // A keep-alive connection counts as open, so each one is closed once it is idle.
    const sweep = setInterval(() => {
      app.server.closeIdleConnections()
      closeSilent()
    }, 50)
    const limit = setTimeout(() => app.server.closeAllConnections(), drainTimeout)
    await app.close()
    clearInterval(sweep)
    clearTimeout(limit)
  }
}
