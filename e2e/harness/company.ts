import { dayIn } from '@plumbline/contract/dates.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { ApiClient } from './apiClient.ts'

export const PASSWORD = 'a long walk by the quarry'

export const owner = { firstName: 'Ada', lastName: 'Admin', email: 'ada@example.com' }

/** The body of the set-up request: an empty company in Chicago. */
export const setup = {
  companyName: 'Ridgeline Builders',
  holdingsName: 'Ridgeline Holdings',
  ...owner,
  password: PASSWORD,
  timeZone: 'America/Chicago',
  sample: false,
}

/** The current calendar day of the company. */
export const companyToday = () => dayIn(setup.timeZone, new Date())

/**
 * Sets up the company and signs in its admin. It has no holidays, so that a story finds the same
 * working days all year.
 */
export async function setUp(url: string): Promise<ApiClient> {
  const admin = await new ApiClient(url).startSession('/api/setup', setup)
  await admin.request('PUT', '/api/settings', { holidays: [] })
  return admin
}

export function signIn(url: string, email: string): Promise<ApiClient> {
  return new ApiClient(url).startSession('/api/login', { email, password: PASSWORD })
}

/** A person who accepted an invite. */
export interface Member {
  readonly id: string
  readonly email: string
  readonly api: ApiClient
}

/** Invites a person as the admin and accepts the invite through its link with a password. */
export async function join(
  admin: ApiClient,
  role: Role,
  firstName: string,
  projectIds: readonly string[] = [],
): Promise<Member> {
  const email = `${firstName.toLowerCase()}@example.com`
  const invited = await admin.request<{ inviteLink: string; user: { id: string } }>(
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
  const api = await new ApiClient(admin.url).startSession(new URL(invited.inviteLink).pathname, {
    password: PASSWORD,
  })
  return { id: invited.user.id, email, api }
}
