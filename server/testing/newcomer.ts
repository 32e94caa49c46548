import type { Role } from '@plumbline/contract/policy.ts'
import { cookieName, newSession } from '../http/session.ts'
import { newId } from '../platform/db/ids.ts'
import { users } from '../schema/people.ts'
import type { TestApp } from './testApp.ts'

/** Creates a signed-in person for one test alone. */
export async function newcomer({ db, settings, clock }: TestApp, role: Role) {
  const id = newId()
  await db
    .insert(users)
    .values({ id, role, firstName: 'Nell', lastName: 'New', email: `${id}@example.com` })
  const facts = { userId: id, userAgent: 'test', address: '127.0.0.1' }
  const token = await newSession(db, { settings, now: () => clock.now }, facts)
  return { id, cookie: `${cookieName(settings)}=${token}` }
}

export type Newcomer = Awaited<ReturnType<typeof newcomer>>
