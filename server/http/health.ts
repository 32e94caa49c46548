import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

/** Responds with 200 while the database can be reached, for the health check of a proxy. */
export function registerHealth(app: FastifyInstance, { database }: Services) {
  app.get('/api/health', { config: { anyHost: true } }, async (_request, reply) => {
    await database.db.execute(sql`select 1`)
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
