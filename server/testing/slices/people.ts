import type { inviteRoutes } from '@plumbline/contract/invites.ts'
import type { peopleRoutes } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { addJoinedPerson } from '../invitedPeople.ts'
import { newcomer } from '../newcomer.ts'
import { type Cast, next, type Walker } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

/** A person who has not been invited. */
export async function newPerson({ make }: Cast, more = {}): Promise<string> {
  const email = `walk${next()}@example.com`
  const person = { firstName: 'Pia', lastName: 'Porter', role: 'client', email }
  return (await make('/api/users', { ...person, ...more })).id
}

/** A signed-in person without a password. */
export const newWalker = ({ w }: Cast, role: Role = 'client'): Promise<Walker> => newcomer(w, role)

/** A person who has joined, with a password. */
export const newMember = ({ w }: Cast) => addJoinedPerson(w)

/** An address that nobody has. */
export const newEmail = () => `walk${next()}@example.com`

/** The texts by which people and their number can be searched, by admins only. */
const personTexts = {
  'sub specialty': 'A',
  'sub email': 'A',
  'colleague specialty': 'A',
  'colleague email': 'A',
  'client specialty': 'A',
  'client email': 'A',
  'admin specialty': 'A',
  'admin email': 'A',
}

export const people: SliceTests<typeof peopleRoutes> = {
  things: {
    '/api/users': ({ people }) => people.subcontractor.id,
  },
  writes: {
    create: () => ({
      body: {
        firstName: 'Nia',
        lastName: 'New',
        role: 'subcontractor',
        specialty: 'Tile',
        email: newEmail(),
      },
    }),
    update: ({ people }) => ({
      params: { id: people.subcontractor.id },
      body: { phone: '555-0101', specialty: 'Masonry' },
    }),
    remove: async (stage) => {
      const { id } = await newWalker(stage, 'subcontractor')
      const at = `/api/jobs/${stage.id('/api/jobs')}/subcontractors`
      await stage.make(at, { subcontractorId: id })
      return { params: { id } }
    },
    invite: ({ id }) => ({
      body: {
        firstName: 'Ivo',
        lastName: 'Invited',
        role: 'subcontractor',
        specialty: 'Tile',
        email: newEmail(),
        projectIds: [id('/api/jobs')],
      },
    }),
    resendInvite: async (stage) => {
      const id = await newPerson(stage)
      await stage.make('/api/users/invites', { userIds: [id] })
      return { params: { id } }
    },
    resetLink: async (stage) => ({ params: { id: (await newMember(stage)).id } }),
    endSessions: async (stage) => ({ params: { id: (await newMember(stage)).id } }),
    viewAs: ({ people }) => ({ params: { id: people.client.id } }),
  },
  readers: {
    'customer of a client name': 'A',
    'customer of a client address': 'A',
    'sub specialty': 'ASTC',
    'sub email': 'AST',
    'sub phone': 'AS',
    'sub secondPhone': 'AS',
    'sub company': 'AS',
    'sub address': 'AS',
    'sub officeNotes': 'A',
    'colleague specialty': 'ASTC',
    'colleague email': 'AST',
    'colleague phone': 'A T',
    'colleague secondPhone': 'A T',
    'colleague company': 'A T',
    'colleague address': 'A T',
    'colleague officeNotes': 'A',
    'client specialty': 'A  C',
    'client email': 'A  C',
    'client phone': 'A  C',
    'client secondPhone': 'A  C',
    'client company': 'A  C',
    'client address': 'A  C',
    'client officeNotes': 'A',
    'admin specialty': 'A',
    'admin email': 'A',
    'admin phone': 'AST',
    'admin secondPhone': 'A',
    'admin company': 'A',
    'admin address': 'A',
    'admin officeNotes': 'A',
  },
  found: { '/api/users': personTexts, '/api/user-totals': personTexts },
  answers: {
    update: async ({ w, call, name }) => {
      const url = `/api/users/${w.idOf(name)}`
      return [await call('PUT', url, { phone: '555-0101' })]
    },
  },
}

export const invites: SliceTests<typeof inviteRoutes> = {
  writes: {
    several: async (stage) => ({ body: { userIds: [await newPerson(stage)] } }),
  },
}
