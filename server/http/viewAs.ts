import { Failure } from '@plumbline/contract/failures.ts'
import { mayEver } from '@plumbline/contract/policy.ts'
import { isId } from '@plumbline/contract/text.ts'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../platform/db/handle.ts'
import { sessions } from '../schema/auth.ts'
import { users } from '../schema/people.ts'
import type { SignedIn } from './session.ts'

/** The header with which an admin reads as somebody else. Its value is the id of that person. */
const VIEW_AS = 'x-view-as'

/** Records in a session that its admin may view as the person. */
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
 * Lets an admin act as the person in the header for this request. It must be a client or sub that
 * this session may view as (403), and the route must be a read that supports it (403 viewOnly). The
 * header is ignored when nobody is signed in.
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
