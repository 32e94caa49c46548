import { KEEP_FOR } from '@plumbline/contract/offline.ts'
import type { Row } from '@plumbline/contract/route.ts'
import type { FastifyInstance } from 'fastify'

/** Whether a browser may keep the reply to a read, as its row declares. @param query of the request */
export const isKept = (keep: Row['keep'], query: unknown): boolean =>
  keep === 'thumb' ? (query as { size?: string }).size === 'thumb' : keep === true

/** Names in each reply that may be kept whom it was made for; nobody for what an admin sees as somebody else. */
export function registerKeeping(api: FastifyInstance) {
  api.addHook('onSend', async ({ method, person, isViewing, routeOptions, query }, reply) => {
    if (!person || isViewing || method !== 'GET' || reply.statusCode !== 200) return
    if (isKept(routeOptions.config.keep, query)) reply.header(KEEP_FOR, person.id)
  })
}
