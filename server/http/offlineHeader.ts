import { CACHE_OWNER_HEADER } from '@plumbline/contract/offline.ts'
import type { Row } from '@plumbline/contract/route.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Whether a browser may store the reply to a read for offline use, as its row declares.
 * @param query the query of the request
 */
export const isStorable = (keep: Row['keep'], query: unknown): boolean =>
  keep === 'thumb' ? (query as { size?: string }).size === 'thumb' : keep === true

/**
 * Marks each reply that may be stored offline with the id of the person it is for. Replies to an
 * admin who views as somebody else are not marked.
 */
export function registerOfflineHeader(api: FastifyInstance) {
  api.addHook('onSend', async ({ method, person, isViewing, routeOptions, query }, reply) => {
    if (!person || isViewing || method !== 'GET' || reply.statusCode !== 200) return
    if (isStorable(routeOptions.config.keep, query)) reply.header(CACHE_OWNER_HEADER, person.id)
  })
}
