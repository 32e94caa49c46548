import type { Role } from '@plumbline/contract/policy.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import type { users } from '../server/schema/people.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'

/**
 * The time a person joined: years before the past year of the calendar, and the day. Or the working
 * day of a pending invite.
 */
type Since = readonly [yearsBefore: number, day: string] | number

interface SamplePerson {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly since: Since
  readonly specialty?: string
}

function person(name: string, phone: string, since: Since): SamplePerson {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    phone,
    since,
  }
}

const sub = (name: string, specialty: string, phone: string, since: Since): SamplePerson => ({
  ...person(name, phone, since),
  specialty,
})

/** The owner that `npm run sample` creates. */
export const dana = person('Dana Reyes', '630-555-0100', [2, '01-08'])

/** The password of everyone in the sample. It is public: the data is invented. */
export const samplePassword = 'square-level-chalk-line'

export const admins = {
  thiel: person('Marcus Thiel', '630-555-0101', [2, '03-14']),
  park: person('Joanna Park', '630-555-0102', [1, '02-06']),
}

export const subs = {
  kowalski: sub('Tom Kowalski', 'Carpentry', '630-555-0111', [1, '01-22']),
  amundsen: sub('Ruth Amundsen', 'Carpentry', '630-555-0112', [1, '04-09']),
  ortiz: sub('Luis Ortiz', 'Electrical', '630-555-0113', [1, '01-30']),
  novak: sub('Gwen Novak', 'Plumbing and heating', '630-555-0114', [1, '02-19']),
  schaefer: sub('Nick Schaefer', 'Concrete and masonry', '847-555-0115', [1, '03-27']),
  jensen: sub('Walt Jensen', 'Roofing and siding', '630-555-0116', [1, '05-16']),
  bell: sub('Terrence Bell', 'Drywall and painting', '847-555-0117', [1, '02-12']),
  marin: sub('Sofia Marin', 'Drywall and painting', '331-555-0118', -2),
  bianchi: sub('Marco Bianchi', 'Tile and flooring', '630-555-0119', [1, '06-03']),
}

export const clients = {
  okafor: person('Maya Okafor', '847-555-0121', [1, '08-05']),
  hale: person('Colin Hale', '630-555-0122', [1, '11-19']),
  lindqvist: person('Tove Lindqvist', '630-555-0123', [1, '09-25']),
  varga: person('Peter Varga', '630-555-0124', [1, '12-03']),
  whitcombe: person('Susan Whitcombe', '630-555-0125', [1, '08-14']),
  duarte: person('Ana Duarte', '630-555-0126', [1, '10-29']),
  brennan: person('Grace Brennan', '630-555-0127', [1, '12-11']),
  pike: person('Howard Pike', '630-555-0128', -1),
}

/** The id of a customer, who is known by an email address. */
export const customerId = (email: string) => seededId(`customer/${email}`)

export type AdminKey = 'owner' | keyof typeof admins
export type SubKey = keyof typeof subs
export type ClientKey = keyof typeof clients
export type PersonKey = AdminKey | SubKey | ClientKey

/** Looks up the id of a person by their key in these files. */
export type PersonId = (key: PersonKey) => string

export const personIds =
  (ownerId: string): PersonId =>
  (key) =>
    key === 'owner' ? ownerId : seededId(`person/${key}`)

/** Everyone but the owner, by role and then by when they joined, earliest first. */
export function peopleRows(calendar: Calendar, personId: PersonId) {
  const rows = (people: Record<string, SamplePerson>, role: Role) =>
    Object.entries(people).map(([key, { since, ...person }]) => ({
      ...person,
      id: personId(key as PersonKey),
      role,
      invitedBy: personId('owner'),
      ...(role === 'client' && { customerId: customerId(person.email) }),
      ...joinStamps(calendar, since),
    }))
  return [
    ...rows(admins, 'admin'),
    ...rows(subs, 'subcontractor'),
    ...rows(clients, 'client'),
  ] satisfies NewPerson[]
}

type NewPerson = typeof users.$inferInsert

const INVITE_LIFETIME = 7 * DAY_MS

/** The time the row was created, and whether the person's invite is still pending. */
export function joinStamps(calendar: Calendar, since: Since) {
  if (typeof since === 'number') {
    const invitedAt = calendar.at(since, '09:10')
    const inviteExpiry = new Date(invitedAt.getTime() + INVITE_LIFETIME)
    return { createdAt: invitedAt, updatedAt: invitedAt, isInvited: true, inviteExpiry }
  }
  const [yearsBefore, day] = since
  const joinedAt = calendar.moment(`${calendar.pastYear - yearsBefore}-${day}`, '08:40')
  return { createdAt: joinedAt, updatedAt: joinedAt, isInvited: false, inviteExpiry: null }
}
