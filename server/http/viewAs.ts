import { Failure } from '@plumbline/contract/failures.ts'
import { mayEver } from '@plumbline/contract/policy.ts'
import { isId } from '@plumbline/contract/text.ts'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../platform/db/handle.ts'
import { sessions } from '../schema/auth.ts'
import { users } from '../schema/people.ts'
import type { SignedIn } from './session.ts'

/** The header by which an admin reads as somebody else: that person's id. */
const VIEW_AS = 'x-view-as'

/** Remembers in a session that its admin may view as the person. */
export async function allowViewing(db: Db, sid: string, personId: string) {
  const others = sql`coalesce(${sessions.sess}->'viewAs', '[]') - ${personId}::text`
  await db
    .update(sessions)
    .set({
      sess: sql`jsonb_set(${sessions.sess}, '{viewAs}', (${others}) || to_jsonb(${personId}::text))`,
    })
    .where(eq(sessions.sid, sid))
}

/**
 * With the header, an admin becomes the person it names for this request, who must be a client or sub that this session
 * views as (403). Only reads that are served as them pass (403 viewOnly). Signed out, the header means nothing.
 */
export async function viewAs(db: Db, request: FastifyRequest) {
  const { person, sessionId } = request
  const id = request.headers[VIEW_AS]
  if (id === undefined || !person || !sessionId) return
  if (!mayEver(person.role, 'person.viewAs') || typeof id !== 'string' || !isId(id))
    throw new Failure('forbidden')
  const [viewed] = await db
    .select({ person: users })
    .from(sessions)
    .innerJoin(users, sql`${sessions.sess}->'viewAs' ? ${users.id}::text`)
    .where(
      and(
        eq(sessions.sid, sessionId),
        eq(users.id, id),
        ne(users.role, 'admin'),
        isNull(users.deletedAt),
      ),
    )
  if (!viewed) throw new Failure('forbidden')
  if (request.routeOptions.config.isViewable !== true) throw new Failure('viewOnly')
  request.person = viewed.person as SignedIn
  request.isViewing = true
}
