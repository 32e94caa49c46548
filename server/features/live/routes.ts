import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readCursor } from '../../events/cursor.ts'
import type { Stream } from '../../events/hub.ts'
import type { Services } from '../../http/services.ts'

/** Interval of the heartbeats on each stream, which keep proxies from closing it as idle. */
const HEARTBEAT_INTERVAL_MS = 15_000
/** The most bytes buffered for a browser. A slower one is disconnected and catches up later. */
const MAX_BUFFERED_BYTES = 256 * 1024
/** Delay before browsers reconnect, with jitter so that not all of them reconnect at once. */
const RETRY_DELAY_MS = 500
const RETRY_JITTER_MS = 2_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Nginx would buffer the events otherwise.
  'x-accel-buffering': 'no',
} as const

/**
 * The stream of events, as server-sent events. A browser that reconnects sends the id of the last
 * event it received. It is not a row of the contract, because those have a single complete
 * response.
 */
export function pages(api: FastifyInstance, { live }: Services) {
  const heartbeat = setInterval(() => live.sendAll(':\n\n'), HEARTBEAT_INTERVAL_MS).unref()
  api.addHook('onListen', async () => live.start())
  // Before the server waits for open requests to end.
  api.addHook('preClose', async () => {
    clearInterval(heartbeat)
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
          if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy()
          else raw.write(text)
        },
        end: () => void raw.end(),
      }
      raw.on('close', () => live.leave(stream))
      reply.hijack()
      raw.writeHead(200, { ...reply.getHeaders(), ...headers } as Record<string, string>)
      raw.write(`retry: ${RETRY_DELAY_MS + randomInt(RETRY_JITTER_MS)}\n\n`)
      const after = readCursor(request.headers['last-event-id'] ?? request.query.after)
      await live.follow(stream, after).catch((error: unknown) => request.log.warn(error))
    },
  )
}
