import type { ListedMember, MemberAccess, User } from '@plumbline/contract/people.ts'
import type { Settings } from '@plumbline/contract/settings.ts'
import { render } from '@testing-library/react'
import { Guard } from '../app/Guard.tsx'
// Compiled before the first test, whose time would otherwise include it.
import '../app/App.tsx'
import { isExpected } from '../app/rootErrors.ts'
import { closeRouter } from './newPage.ts'
import type { startServer } from './server.ts'

const user = (
  id: string,
  firstName: string,
  lastName: string,
  role: User['role'],
): MemberAccess & ListedMember => ({
  id,
  email: `${firstName.toLowerCase()}@example.com`,
  firstName,
  lastName,
  role,
  specialty: role === 'subcontractor' ? 'Electrical' : null,
  phone: null,
  secondPhone: null,
  company: null,
  address: null,
  officeNotes: null,
  profileImageUrl: null,
  isInvited: false,
  inviteExpiry: null,
  createdAt: '2026-01-05T15:00:00.000Z',
  updatedAt: '2026-01-05T15:00:00.000Z',
  hasJoined: true,
  customerAddress: null,
  hasSecondFactor: false,
  refusedEmail: null,
})

/** A person for each role. */
export const people = {
  admin: user('0198c0de-0000-7000-8000-000000000001', 'Dana', 'Reyes', 'admin'),
  subcontractor: user('0198c0de-0000-7000-8000-000000000002', 'Tomás', 'Ortiz', 'subcontractor'),
  client: user('0198c0de-0000-7000-8000-000000000003', 'Maria', 'Okafor', 'client'),
} as const

/** The company for tests. */
export const company: Settings = {
  companyName: 'Ridgeline Builders',
  holdingsName: 'Ridgeline Holdings',
  address: null,
  phone: null,
  logoUrl: null,
  logoGround: null,
  timeZone: 'America/Chicago',
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  clientsSeeSubs: true,
  subPhotosShared: true,
  weeklyUpdates: true,
  checklistDismissed: true,
  backupsKept: 7,
  personQuotaMb: null,
  companyQuotaMb: null,
  adminsNeedSecondFactor: false,
  sample: false,
  updatedAt: '2026-01-05T15:00:00.000Z',
}

/**
 * Opens an address of the whole application, signed in as a person of the role or signed out, in a
 * company with these settings.
 */
export function open(
  server: Awaited<ReturnType<typeof startServer>>,
  path: string,
  who?: keyof typeof people,
  settings: Partial<Settings> = {},
) {
  server.on(
    'GET /api/auth/user',
    who ? { body: people[who] } : { status: 401, body: { message: 'Unauthorized' } },
  )
  server.on('GET /api/settings', { body: { ...company, ...settings } })
  server.on('GET /api/notifications/unread', { body: { notifications: 0, messages: 0 } })
  closeRouter()
  server.visit(path)
  return render(<Guard />, {
    onRecoverableError: (error) => {
      if (!isExpected(error)) throw error
    },
  })
}
