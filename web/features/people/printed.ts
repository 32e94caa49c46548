import { SUB_JOBS_COUNTED_TO, totalText } from '@plumbline/contract/counted.ts'
import { type Member, peopleRoutes } from '@plumbline/contract/people.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { call } from '../../api/call.ts'
import { fullName, isCard } from '../../api/people.ts'
import { inWords, type PrintColumn, type Printout, printout } from '../../print/printout.ts'
import { titleCase } from '../../ui/status.ts'
import { type TableFilter, tableQuery } from './api.ts'
import { inviteStatusOf, inviteStatusTexts } from './inviteStatus.ts'

const statusColumn = (): PrintColumn<Member> => {
  const now = new Date()
  return {
    label: 'Status',
    kind: 'short',
    text: (person) => inviteStatusTexts[inviteStatusOf(person, now)],
  }
}

const company: PrintColumn<Member> = { label: 'Company', text: (person) => person.company ?? '' }

/** How to reach them, with their company where one of them has any. */
const contact = (people: readonly Member[]): readonly PrintColumn<Member>[] => [
  ...(people.some((person) => person.company) ? [company] : []),
  { label: 'Email', share: 2, text: ({ email }) => email ?? '' },
  {
    label: 'Phone',
    share: 1.1,
    text: ({ phone, secondPhone }) => [phone, secondPhone].filter(Boolean).join(', '),
  },
]

interface People {
  readonly title: string
  /** The filter in words. */
  readonly filter: string
  readonly people: readonly Member[]
}

/** People on paper. */
export function peopleOnPaper({ people, ...head }: People): Printout {
  return printout({
    ...head,
    noun: ['person', 'people'],
    columns: [
      { label: 'Name', share: 1.5, text: fullName },
      { label: 'Role', kind: 'short', text: ({ role }) => titleCase(role) },
      { label: 'Specialty', text: ({ specialty }) => specialty ?? '' },
      ...contact(people),
      statusColumn(),
    ],
    rows: people,
  })
}

/** A list of User Management on paper: the users unless the filter says which, and in a table everybody. */
export async function printedUsers(filter: TableFilter, isTable = false): Promise<Printout> {
  const users = isTable || filter.tab || filter.show ? {} : { invited: 'false' as const }
  const listed = await call(peopleRoutes.list, { query: { ...users, ...tableQuery(filter) } })
  return peopleOnPaper({
    title: filter.tab ? 'Pending Invites' : 'Users',
    filter: inWords(filter.tab ? 'All pending invites' : 'All users', [
      ['Show', !filter.tab && filter.show ? inviteStatusTexts.notInvited : undefined],
      ['Role', filter.role && titleCase(filter.role)],
      ['Search', filter.search],
    ]),
    people: listed.filter(isCard),
  })
}

/** The subs on paper. */
export async function printedSubs(search: string | undefined): Promise<Printout> {
  const rows = await call(subcontractorRoutes.list, { query: { search } })
  return printout({
    title: 'Subcontractors',
    filter: inWords('All subcontractors', [['Search', search]]),
    noun: ['subcontractor', 'subcontractors'],
    columns: [
      { label: 'Name', share: 1.5, text: fullName },
      { label: 'Specialty', text: ({ specialty }) => specialty ?? '' },
      ...contact(rows),
      statusColumn(),
      { label: 'Rating', kind: 'figure', text: ({ rating }) => rating?.toFixed(1) ?? '' },
      {
        label: 'Jobs',
        kind: 'figure',
        text: ({ jobCount }) => totalText(jobCount, SUB_JOBS_COUNTED_TO),
      },
    ],
    rows,
  })
}
