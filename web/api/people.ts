import {
  type ListedMember,
  peopleRoutes,
  type User,
  type UserName,
} from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { query } from './query.ts'

export const personQuery = (id: string) => query(peopleRoutes.one, { params: { id } })

/** Whether a listed person is a full record. Only admins receive those. */
export const isMember = (person: ListedMember | UserName): person is ListedMember =>
  'email' in person

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`

/** Whether the person is a subcontractor. Only those have a specialty and a profile. */
export const isSub = ({ role }: { readonly role: Role }) => role === 'subcontractor'

export const isAdmin = ({ role }: { readonly role: Role }) => role === 'admin'

export const isClient = ({ role }: { readonly role: Role }) => role === 'client'
