import { authRoutes } from '@plumbline/contract/auth.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes, type User, type UserName } from '@plumbline/contract/people.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { pages } from '../api/query.ts'
import { subReads } from '../subcontractors/reads.ts'

/** What a change of a person puts out of date. */
export const peopleReads = [
  peopleRoutes.list,
  peopleRoutes.one,
  ...subReads,
  peopleRoutes.projectManagers,
  authRoutes.me,
]

/** What an invite or a departure puts out of date: people, and the jobs that name them. */
export const staffReads = [...peopleReads, jobRoutes.list, jobRoutes.one]

/** The search word of an address. */
export const searchWord = ({ search }: Readonly<Record<string, unknown>>) =>
  typeof search === 'string' ? search.trim() : ''

/** Those who have joined, or those whose invite is pending, page by page. */
export const peoplePages = (invited: boolean, search = '') =>
  pages(peopleRoutes.list, { query: { invited: String(invited), ...(search && { search }) } })

/** The subs, page by page. */
export const subPages = (search = '') =>
  pages(subcontractorRoutes.list, { query: search ? { search } : {} })

/** An admin gets whole cards. */
export const isCard = (person: User | UserName): person is User => 'email' in person

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`
