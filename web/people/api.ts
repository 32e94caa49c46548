import { peopleRoutes, type User, type UserName } from '@plumbline/contract/people.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { pagedQuery } from '../api/query.ts'

/** The search word of an address. */
export const searchWord = ({ search }: Readonly<Record<string, unknown>>) =>
  typeof search === 'string' ? search.trim() : ''

/** Those who have joined, or those whose invite is pending, page by page. */
export const peoplePages = (invited: boolean, search = '') =>
  pagedQuery(peopleRoutes.list, { query: { invited: String(invited), ...(search && { search }) } })

/** The subs, page by page. */
export const subPages = (search = '') =>
  pagedQuery(subcontractorRoutes.list, { query: search ? { search } : {} })

/** An admin gets whole cards. */
export const isCard = (person: User | UserName): person is User => 'email' in person

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`
