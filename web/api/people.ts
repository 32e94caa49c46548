import { type Member, peopleRoutes, type User, type UserName } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { query } from './query.ts'

export const personQuery = (id: string) => query(peopleRoutes.one, { params: { id } })

/** Whether a listed person is a whole card, as admins get them. */
export const isCard = (person: Member | UserName): person is Member => 'email' in person

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`

/** Whether the role is that of a sub, who has a specialty and a profile. */
export const isSub = ({ role }: { readonly role: Role }) => role === 'subcontractor'

export const isAdmin = ({ role }: { readonly role: Role }) => role === 'admin'
