import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** A stylesheet or script that plain pages refer to. */
interface Asset {
  /** Changes with the text, so that browsers may cache it for good. */
  readonly address: string
  readonly serve: (api: FastifyInstance) => void
}

/** A text that is served to anyone at a path. */
export function asset(path: string, type: 'text/css' | 'text/javascript', text: string): Asset {
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 10)
  return {
    address: `${path}?v=${version}`,
    serve: (api) => {
      api.get(path, { config: { may: 'anyone' } }, async (_request, reply) =>
        reply
          .type(`${type}; charset=utf-8`)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(text),
      )
    },
  }
}
