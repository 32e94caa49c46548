import type { Role } from '@plumbline/contract/policy.ts'
import { confirmNow } from './confirmNow.ts'
import type { TestApp } from './testApp.ts'

/** A password that is accepted. */
export const PASSWORD = 'maple-canoe-orbit'

let count = 0

/** The Cookie header for the Set-Cookie header of a response. */
export function cookieFrom(headers: { 'set-cookie'?: string | string[] | undefined }): string {
  const [first = ''] = [headers['set-cookie']].flat()
  return first.split(';')[0] ?? ''
}

/** Ada invites a person. */
export async function invitePerson(
  w: TestApp,
  role: Role = 'client',
  projectIds: readonly string[] = [],
) {
  const n = ++count
  const person = {
    email: `person${n}@example.com`,
    firstName: `Person${n}`,
    lastName: 'Invited',
    role,
    projectIds,
  }
  if (role === 'admin') await confirmNow(w, 'ada')
  const { body } = await w.call('ada', 'POST', '/api/users/invite', person)
  const inviteLink: string = body.inviteLink
  return {
    id: body.user.id as string,
    email: person.email,
    inviteLink,
    path: new URL(inviteLink).pathname,
  }
}

/** A person who was invited, has joined, and is signed in with `cookie`. */
export async function addJoinedPerson(w: TestApp, role: Role = 'client') {
  const person = await invitePerson(w, role)
  const { headers } = await w.call('nobody', 'POST', person.path, { password: PASSWORD })
  return { ...person, cookie: cookieFrom(headers) }
}
