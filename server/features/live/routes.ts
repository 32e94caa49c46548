import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readCursor } from '../../events/cursor.ts'
import type { Stream } from '../../events/hub.ts'
import type { Services } from '../../http/services.ts'

/** How often something is sent on each stream, so that nobody between takes it for dead; milliseconds. */
const ALIVE = 15_000
/** What may wait to be read by a browser; one that reads more slowly is cut off and goes on later. Bytes. */
const MOST_UNREAD = 256 * 1024
/** Milliseconds after which browsers connect again; spread, so that not all of them come at once. */
const RETRY = 500
const RETRY_SPREAD = 2_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Nginx would collect the events otherwise.
  'x-accel-buffering': 'no',
} as const

/**
 * The stream of events, as server-sent events: a browser that connects again says after which one. It is no row of the
 * contract, which are answered at once and as a whole.
 */
export function pages(api: FastifyInstance, { live }: Services) {
  const alive = setInterval(() => live.sendAll(':\n\n'), ALIVE).unref()
  api.addHook('onListen', async () => live.start())
  // Before the server waits for open requests to end.
  api.addHook('preClose', async () => {
    clearInterval(alive)
    await live.close()
  })

  api.get<{ Querystring: { after?: unknown } }>(
    '/api/events',
    { config: { may: 'event.stream' }, exposeHeadRoute: false },
    async (request, reply) => {
      const { raw } = reply
      const stream: Stream = {
        sid: request.sessionId ?? '',
        send(text) {
          if (raw.writableLength > MOST_UNREAD) raw.destroy()
          else raw.write(text)
        },
        end: () => void raw.end(),
      }
      raw.on('close', () => live.leave(stream))
      reply.hijack()
      raw.writeHead(200, { ...reply.getHeaders(), ...headers } as Record<string, string>)
      raw.write(`retry: ${RETRY + randomInt(RETRY_SPREAD)}\n\n`)
      const after = readCursor(request.headers['last-event-id'] ?? request.query.after)
      await live.follow(stream, after).catch((error: unknown) => request.log.warn(error))
    },
  )
}
