import { KEEP_FOR } from '@plumbline/contract/offline.ts'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'

/**
 * What a browser may keep for when it is offline, by the first part of its path below /api. Not the audit log, backups,
 * exports, what is stored, and what is about a person's own sessions and secrets.
 */
const SUBJECTS = new Set([
  ...['auth', 'settings', 'users', 'user-totals', 'project-managers', 'subcontractors'],
  ...['attention', 'dashboard', 'jobs', 'job-totals', 'key-dates'],
  ...['tasks', 'task-totals', 'photos'],
  'saved-views',
  ...['conversations', 'crew', 'crew-absences', 'weather-days'],
  ...['schedule', 'schedule-entries', 'schedule-templates'],
  ...['pending-bids', 'bid-totals', 'bid-sums', 'completions', 'receivables'],
  ...['rental-properties', 'rental-income', 'rental-expenses', 'recurring-expenses'],
  ...['rental-reports', 'rent-grid', 'tenants'],
])

/** A secret, though its path begins like that of a person. */
const SECRETS = new Set(['/api/users/:id/invite-link'])

/** Files that screens show as pictures: never in the size they were uploaded in. */
const PICTURES = new Set(['/api/photos/:id/image', '/api/settings/logo'])

const isSmall = (path: string, query: unknown) =>
  path !== '/api/photos/:id/image' || (query as { size?: string }).size === 'thumb'

/** Whether a browser may keep the reply to a read of this path, as it is declared. */
export function isKept(
  path: string,
  { isFile, isViewable }: Pick<FastifyContextConfig, 'isFile' | 'isViewable'>,
  query: unknown,
): boolean {
  if (isViewable !== true || SECRETS.has(path)) return false
  if (isFile) return PICTURES.has(path) && isSmall(path, query)
  return SUBJECTS.has(path.split('/')[2] ?? '')
}

/** Names in each reply that may be kept whom it was made for; nobody for what an admin sees as somebody else. */
export function registerKeeping(api: FastifyInstance) {
  api.addHook('onSend', async ({ method, person, isViewing, routeOptions, query }, reply) => {
    if (!person || isViewing || method !== 'GET' || reply.statusCode !== 200) return
    const { url = '', config } = routeOptions
    if (isKept(url, config, query)) reply.header(KEEP_FOR, person.id)
  })
}
