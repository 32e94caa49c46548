import { type Member, peopleRoutes, type User, type UserName } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { UserRound } from 'lucide-react'
import { pagedQuery, query } from '../api/query.ts'
import { paths } from '../paths.ts'
import type { CommandSource } from '../shell/commands.ts'
import { titleCase } from '../ui/status.ts'

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

/** People by name, email, trade or phone number; for admins. A sub is found on their profile, others in User Management. */
export const peopleCommands: CommandSource = {
  heading: 'People',
  from: 1,
  find: async (text, { may, client }) => {
    if (!may('person.directory')) return []
    const people = await client.query(
      query(peopleRoutes.list, { query: { search: text, limit: '6' } }),
    )
    return people.filter(isCard).map((person) => ({
      id: person.id,
      label: fullName(person),
      detail: person.specialty ?? titleCase(person.role),
      icon: UserRound,
      href: isSub(person)
        ? paths.subcontractor(person.id)
        : paths.users({ edit: person.id, ...(person.isInvited && { tab: 'invites' }) }),
    }))
  },
}
