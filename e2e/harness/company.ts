import type { Role } from '@plumbline/contract/policy.ts'
import { Caller } from './caller.ts'

export const PASSWORD = 'a long walk by the quarry'

export const owner = { firstName: 'Ada', lastName: 'Admin', email: 'ada@example.com' }

/** What the first visit sends: an empty company in Chicago. */
export const setup = {
  companyName: 'Ridgeline Builders',
  holdingsName: 'Ridgeline Holdings',
  ...owner,
  password: PASSWORD,
  timeZone: 'America/Chicago',
  sample: false,
}

/** Sets the company up and signs its admin in. */
export function setUp(url: string): Promise<Caller> {
  return new Caller(url).enter('/api/setup', setup)
}

export function signIn(url: string, email: string): Promise<Caller> {
  return new Caller(url).enter('/api/login', { email, password: PASSWORD })
}

/** Someone who was invited and has joined. */
export interface Joined {
  readonly id: string
  readonly email: string
  readonly caller: Caller
}

/** Invites a person as the admin does, and joins as they do: by the link, with a password. */
export async function join(
  admin: Caller,
  role: Role,
  firstName: string,
  projectIds: readonly string[] = [],
): Promise<Joined> {
  const email = `${firstName.toLowerCase()}@example.com`
  const invited = await admin.ask<{ inviteLink: string; user: { id: string } }>(
    'POST',
    '/api/users/invite',
    {
      email,
      firstName,
      lastName: role === 'subcontractor' ? 'Sub' : 'Client',
      role,
      ...(role === 'subcontractor' && { specialty: 'Carpentry' }),
      projectIds,
    },
  )
  const caller = await new Caller(admin.url).enter(new URL(invited.inviteLink).pathname, {
    password: PASSWORD,
  })
  return { id: invited.user.id, email, caller }
}
