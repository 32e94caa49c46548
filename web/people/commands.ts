import { peopleRoutes } from '@plumbline/contract/people.ts'
import { UserRound } from 'lucide-react'
import { query } from '../api/query.ts'
import { paths } from '../paths.ts'
import type { CommandSource } from '../shell/commands.ts'
import { titleCase } from '../ui/status.ts'
import { fullName, isCard } from './api.ts'

/** People by name, e-mail or trade; for admins, who have a screen that shows them. A sub has a page of their own. */
export const peopleCommands: CommandSource = {
  heading: 'People',
  from: 1,
  find: async (word, { me, client }) => {
    if (me.role !== 'admin') return []
    const people = await client.query(
      query(peopleRoutes.list, { query: { search: word, limit: '6' } }),
    )
    return people.filter(isCard).map((person) => ({
      id: person.id,
      label: fullName(person),
      detail: person.specialty ?? titleCase(person.role),
      icon: UserRound,
      href:
        person.role === 'subcontractor'
          ? paths.subcontractor(person.id)
          : paths.users({ edit: person.id, ...(person.isInvited && { tab: 'invites' }) }),
    }))
  },
}
