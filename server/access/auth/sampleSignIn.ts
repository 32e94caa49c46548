import { authRoutes } from '@plumbline/contract/auth.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { User } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import { startSession } from '../../http/session.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { users } from '../../schema/people.ts'
import { findCompany } from '../company/queries.ts'
import { hasJoined, notRemoved, toUser, type UserRow } from '../people/queries.ts'
import { type AuthContext, formRoute } from './pages/formRoute.ts'
import { goTo } from './pages/layout.ts'
import { sendNotice } from './pages/pages.ts'
import { isLocal } from './setupCode.ts'
import { signInSucceeded } from './signInAudit.ts'

/**
 * Whether people may enter without a password: only in the sample company, and only from this
 * machine.
 */
export async function allowsSampleSignIn(
  db: Db,
  services: Services,
  request: FastifyRequest,
): Promise<boolean> {
  if (!isLocal(services, request)) return false
  return (await findCompany(db))?.sample ?? false
}

/** The person of a role who has joined and was added first. */
async function firstOf(db: Db, role: Role): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(notRemoved, eq(users.role, role), hasJoined))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1)
  return row
}

/** Signs in as the first person of a role, without a password. */
async function enterSample(
  { db, services, request, reply }: AuthContext,
  { role }: { role: Role },
): Promise<User> {
  if (!(await allowsSampleSignIn(db, services, request))) throw new Failure('notFound')
  const person = await firstOf(db, role)
  if (!person) throw new Failure('notFound')
  await startSession(db, services, request, reply, person.id)
  await signInSucceeded(db, request, person, 'sample')
  return toUser(person, person.role)
}

/** Binds entering the sample company with JSON. */
export function sampleSignIn(serve: Serve) {
  serve(authRoutes.enterSample, { handle: (context) => enterSample(context, context.body) })
}

/** The form that enters the sample company with one click on the sign-in page. */
export function sampleSignInForms(api: FastifyInstance, services: Services) {
  formRoute(api, services, authRoutes.enterSample, {
    submit: (context, body) =>
      inTransaction(context.db, (db) => enterSample({ ...context, db }, body)),
    done: ({ reply }) => goTo(reply, '/'),
    failed: ({ reply }, failure) => sendNotice(reply, failure),
  })
}
