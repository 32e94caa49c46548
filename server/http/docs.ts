import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { tooManyCalls } from './guards.ts'

/** Documents and their scripts, per minute and address: opening the page in a browser takes ten. */
const MOST = 120

/**
 * The API document, and the page that shows it, open to everybody: neither says anything about the company. The document is
 * large, so it is made once, when it is first read, and reads of it are limited.
 */
export async function registerDocs(app: FastifyInstance, makeDocument: () => object) {
  let document: object | undefined
  let text: string | undefined
  const asObject = () => (document ??= makeDocument())
  const asText = () => (text ??= JSON.stringify(asObject()))
  await app.register(async (docs) => {
    await docs.register(rateLimit, {
      max: MOST,
      timeWindow: 60_000,
      errorResponseBuilder: tooManyCalls,
    })
    docs.get('/api/openapi.json', async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(asText()),
    )
    await docs.register(swagger, { openapi: {}, transformObject: asObject })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // Its page follows the policy of every other.
      staticCSP: false,
      // Drawing every call at once takes a browser seconds.
      uiConfig: { docExpansion: 'none' },
      uiHooks: {
        preHandler(request, reply, next) {
          if (request.routeOptions.url !== '/api/docs/json') return next()
          reply.type('application/json; charset=utf-8').send(asText())
        },
      },
    })
  })
}
