import { SUB_JOBS_COUNTED_TO, totalText } from '@plumbline/contract/counted.ts'
import { type Member, peopleRoutes } from '@plumbline/contract/people.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { call } from '../api/call.ts'
import { inWords, type PrintColumn, type Printout, printout } from '../print/printout.ts'
import { titleCase } from '../ui/status.ts'
import { fullName, isCard } from './api.ts'
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

interface PrintedUsers {
  /** The users, those of them who were never invited, or those whose invite is pending. */
  list: 'users' | 'uninvited' | 'invites'
  search: string | undefined
}

/** A list of User Management on paper. */
export async function printedUsers({ list, search }: PrintedUsers): Promise<Printout> {
  const isPending = list === 'invites'
  const isUninvited = list === 'uninvited'
  const listed = await call(peopleRoutes.list, {
    query: isUninvited
      ? { status: 'notInvited', search }
      : { invited: isPending ? 'true' : 'false', search },
  })
  const people = listed.filter(isCard)
  return printout({
    title: isPending ? 'Pending Invites' : 'Users',
    filter: inWords(isPending ? 'All pending invites' : 'All users', [
      ['Show', isUninvited ? inviteStatusTexts.notInvited : undefined],
      ['Search', search],
    ]),
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
