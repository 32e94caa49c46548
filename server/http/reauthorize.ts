import type { Row } from '@plumbline/contract/route.ts'
import { collectPublished } from '../events/publish.ts'
import { requireRole, requireSecondFactor } from './guards.ts'
import { identifyAgain } from './session.ts'
import type * as T from './steps.ts'

/**
 * The context of a write with the current state of the person. The guards ran before the body
 * arrived, which may take minutes. In the meantime the session may have ended (401), the person may
 * have been removed (401) or have another role (403), and the company may have begun to require a
 * second factor from admins (403).
 * Inside a transaction, the session cannot end before the commit.
 */
export async function reauthorize<R extends Row>(
  row: R,
  context: T.RequestContext<R>,
): Promise<T.RequestContext<R>> {
  if (row.may === 'anyone') return context
  const { request } = context
  request.publishedIds = []
  collectPublished(context.db, request.publishedIds)
  await identifyAgain(context.db, request, context.services.now())
  requireSecondFactor(row.may, request)
  requireRole(row.may, request.person)
  return { ...context, person: request.person } as T.RequestContext<R>
}
