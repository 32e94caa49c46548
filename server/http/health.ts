import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

/** Answers 200 while the database answers, so that a proxy knows when to send people elsewhere. */
export function registerHealth(app: FastifyInstance, { database }: Services) {
  app.get('/api/health', async (_request, reply) => {
    await database.db.execute(sql`select 1`)
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
