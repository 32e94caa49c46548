import { SUB_JOBS_COUNT_LIMIT, totalText } from '@plumbline/contract/countLimits.ts'
import { type Member, peopleRoutes } from '@plumbline/contract/people.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { call } from '../../api/call.ts'
import { fullName, isMember } from '../../api/people.ts'
import { describeFilter, type PrintColumn, type Printout, printout } from '../../print/printout.ts'
import { phoneText } from '../../ui/phone.ts'
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

/** The contact columns, with the company if at least one person has one. */
const contactColumns = (people: readonly Member[]): readonly PrintColumn<Member>[] => [
  ...(people.some((person) => person.company) ? [company] : []),
  { label: 'Email', share: 2, text: ({ email }) => email ?? '' },
  {
    label: 'Phone',
    share: 1.1,
    text: ({ phone, secondPhone }) =>
      [phone, secondPhone].flatMap((one) => (one ? phoneText(one) : [])).join(', '),
  },
]

interface People {
  readonly title: string
  /** A description of the filter. */
  readonly filter: string
  readonly people: readonly Member[]
}

/** The printout of people. */
export function peoplePrintout({ people, ...head }: People): Printout {
  return printout({
    ...head,
    noun: ['person', 'people'],
    columns: [
      { label: 'Name', share: 1.5, text: fullName },
      { label: 'Role', kind: 'short', text: ({ role }) => titleCase(role) },
      { label: 'Specialty', text: ({ specialty }) => specialty ?? '' },
      ...contactColumns(people),
      statusColumn(),
    ],
    rows: people,
  })
}

/**
 * Loads a list of User Management and returns its printout. Without a list in the filter, it is the
 * users, or everybody for a table.
 */
export async function printedUsers(filter: TableFilter, isTable = false): Promise<Printout> {
  const users = isTable || filter.tab || filter.show ? {} : { invited: 'false' as const }
  const listed = await call(peopleRoutes.list, { query: { ...users, ...tableQuery(filter) } })
  return peoplePrintout({
    title: filter.tab ? 'Pending Invites' : 'Users',
    filter: describeFilter(filter.tab ? 'All pending invites' : 'All users', [
      ['Show', !filter.tab && filter.show ? inviteStatusTexts.notInvited : undefined],
      ['Role', filter.role && titleCase(filter.role)],
      ['Search', filter.search],
    ]),
    people: listed.filter(isMember),
  })
}

/** Loads the subs and returns their printout. */
export async function printedSubs(search: string | undefined): Promise<Printout> {
  const rows = await call(subcontractorRoutes.list, { query: { search } })
  return printout({
    title: 'Subcontractors',
    filter: describeFilter('All subcontractors', [['Search', search]]),
    noun: ['subcontractor', 'subcontractors'],
    columns: [
      { label: 'Name', share: 1.5, text: fullName },
      { label: 'Specialty', text: ({ specialty }) => specialty ?? '' },
      ...contactColumns(rows),
      statusColumn(),
      { label: 'Rating', kind: 'figure', text: ({ rating }) => rating?.toFixed(1) ?? '' },
      {
        label: 'Jobs',
        kind: 'figure',
        text: ({ jobCount }) => totalText(jobCount, SUB_JOBS_COUNT_LIMIT),
      },
    ],
    rows,
  })
}
