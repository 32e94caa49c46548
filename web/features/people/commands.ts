import { peopleRoutes } from '@plumbline/contract/people.ts'
import { UserRound } from 'lucide-react'
import { fullName, isMember, isSub } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'
import { titleCase } from '../../ui/status.ts'

/**
 * Finds people by name, email, trade or phone number, for admins. Subs open their profile, others
 * their card in User Management.
 */
export const peopleCommands: CommandSource = {
  heading: 'People',
  minLength: 1,
  find: async (text, { may, client, alike }) => {
    if (!may('person.directory')) return []
    const search = { search: text, limit: '6', total: 'false', alike } as const
    const people = await client.query(query(peopleRoutes.list, { query: search }))
    return people.filter(isMember).map((person) => ({
      id: person.id,
      label: fullName(person),
      detail: person.specialty ?? titleCase(person.role),
      icon: UserRound,
      href: isSub(person)
        ? paths.subcontractor(person.id)
        : paths.users({
            search: person.email ?? fullName(person),
            ...(person.isInvited && { tab: 'invites' }),
          }),
    }))
  },
}
