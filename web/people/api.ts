import { type Member, peopleRoutes, type User, type UserName } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { pagedQuery, query } from '../api/query.ts'

/** The users, or those whose invite is pending, page by page. */
export const peoplePages = (invited: boolean, search?: string) =>
  pagedQuery(peopleRoutes.list, { query: { invited: String(invited), search } })

/** The subs, page by page. */
export const subPages = (search?: string) =>
  pagedQuery(subcontractorRoutes.list, { query: { search } })

/** Those who were added and never invited, page by page. */
export const uninvitedPages = (search?: string) =>
  pagedQuery(peopleRoutes.list, { query: { status: 'notInvited', search } })

export const personQuery = (id: string) => query(peopleRoutes.one, { params: { id } })

/** Whether a listed person is a whole card, as admins get them. */
export const isCard = (person: Member | UserName): person is Member => 'email' in person

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`

/** Whether the role is that of a sub, who has a specialty and a profile. */
export const isSub = ({ role }: { readonly role: Role }) => role === 'subcontractor'

export const isAdmin = ({ role }: { readonly role: Role }) => role === 'admin'
