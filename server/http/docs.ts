import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { perMinute } from './limits/rates.ts'

/** The most requests per minute and address. Opening the page in a browser takes ten. */
const MAX_REQUESTS_PER_MINUTE = 120

/**
 * Serves the API document and the page that shows it. They are public, since they reveal nothing
 * about the company. The document is large, so it is generated on the first read, and reads are
 * rate limited.
 */
export async function registerDocs(app: FastifyInstance, makeDocument: () => object) {
  let document: object | undefined
  let text: string | undefined
  const asObject = () => (document ??= makeDocument())
  const asText = () => (text ??= JSON.stringify(asObject()))
  await app.register(async (docs) => {
    await docs.register(rateLimit, { ...perMinute, max: MAX_REQUESTS_PER_MINUTE })
    docs.get('/api/openapi.json', async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(asText()),
    )
    await docs.register(swagger, { openapi: {}, transformObject: asObject })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // Its page uses the same content security policy as every other page.
      staticCSP: false,
      // Rendering every call at once takes a browser seconds.
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
