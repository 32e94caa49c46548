import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How long open requests may take once the program stops; longer ones are cut, and repeated by
 * their senders. Milliseconds.
 */
const LONGEST = 22_000
/** How long a new connection may take until its first byte. Milliseconds. */
const SILENCE = 1000

/**
 * Prepares an application for its end, before it listens.
 * @returns lets open requests finish, then closes the application
 */
export function drainable(app: FastifyInstance, longest = LONGEST): () => Promise<void> {
  const openedAt = new Map<Socket, number>()
  app.server.on('connection', (socket) => {
    openedAt.set(socket, performance.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  // Node takes a connection that has sent nothing for a busy one, and browsers open some in advance.
  const closeSilent = () => {
    for (const [socket, opened] of openedAt)
      if (socket.bytesRead === 0 && performance.now() - opened > SILENCE) socket.destroy()
  }
  return async () => {
    // A keep-alive connection counts as open, so each is closed once it is idle.
    const sweep = setInterval(() => {
      app.server.closeIdleConnections()
      closeSilent()
    }, 50)
    const limit = setTimeout(() => app.server.closeAllConnections(), longest)
    await app.close()
    clearInterval(sweep)
    clearTimeout(limit)
  }
}
