import { isIP } from 'node:net'
import { authRoutes } from '@plumbline/contract/auth.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/handle.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../http/services.ts'
import { startSession } from '../http/session.ts'
import { hasJoined, present, toUser, type UserRow } from '../people/queries.ts'
import { users } from '../people/table.ts'
import { findCompany } from '../settings/queries.ts'
import { troubleOf } from './pages/form.ts'
import { goTo, sendFailure } from './pages/layout.ts'
import { noticePage } from './pages/pages.ts'

const isLoopback = (address: string) =>
  address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)

/**
 * Whether the person sits at this machine: the connection comes from it, no proxy stands between, and the browser knows
 * us by a name that no other site can take.
 */
function isHere(request: FastifyRequest): boolean {
  const name = request.hostname.replace(/^\[(.*)\]$/, '$1')
  const local = name === 'localhost' || (isIP(name) !== 0 && isLoopback(name))
  return (
    local &&
    isLoopback(request.ip) &&
    !request.headers['x-forwarded-for'] &&
    !request.headers.forwarded
  )
}

/** Whether one may enter without a password: the company is the invented one, and nobody can be let in from outside. */
export async function opensToAll(
  db: Db,
  { setupCode }: Services,
  request: FastifyRequest,
): Promise<boolean> {
  if (setupCode !== undefined || !isHere(request)) return false
  return (await findCompany(db))?.sample ?? false
}

/** The one who has been there longest among those of a role who have joined. */
async function firstOf(db: Db, role: Role): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(present, eq(users.role, role), hasJoined))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1)
  return row
}

/** Entering the sample company with one click. */
export function sampleSignIn(serve: Serve) {
  serve(authRoutes.enterSample, {
    handle: async ({ db, body, services, request, reply }) => {
      if (!(await opensToAll(db, services, request))) throw new Failure('notFound')
      const person = await firstOf(db, body.role)
      if (!person) throw new Failure('notFound')
      await startSession(db, services, request, reply, person.id)
      return toUser(person)
    },
    page: async ({ failure }, { reply }) => {
      if (!failure) return goTo(reply, '/')
      const { message: lead } = troubleOf(failure)
      return sendFailure(
        reply,
        failure,
        noticePage({ company: 'Plumbline', title: 'That did not work', lead }),
      )
    },
  })
}
