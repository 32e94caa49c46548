import { type Member, peopleRoutes } from '@plumbline/contract/people.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { fullName, isMember } from '../../api/people.ts'
import { ListTable } from '../../lists/ListTable.tsx'
import { CreatedCell } from '../../screens/CreatedCell.tsx'
import { EditCell } from '../../screens/EditCell.tsx'
import { usePagedList } from '../../screens/QueryList.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { plural } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { callUrl, mailUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { titleCase } from '../../ui/status.ts'
import { useShownColumns } from '../../ui/table/columns.ts'
import { TableSums } from '../../ui/table/TableSums.tsx'
import type { Column } from '../../ui/table/tableProps.ts'
import { type TableFilter, tablePages, tableQuery, tableTotals } from './api.ts'
import { InviteWord } from './InviteBadge.tsx'
import { InviteChosen } from './InviteSeveral.tsx'
import { PeopleFrame } from './PeopleList.tsx'
import { userSearch } from './search.ts'
import type { Invites } from './useInvites.tsx'

interface UsersTableProps {
  filter: TableFilter
  /** The keys of the chosen columns, or undefined for the default ones. */
  columns: string | undefined
  invites: Invites
}

/** The table of filtered people. Selected ones can be invited. */
function UsersTable({ filter, columns: chosenColumns, invites }: UsersTableProps) {
  const setSearch = useSetSearch()
  const list = usePagedList(tablePages(filter))
  const shown = useShownColumns(columns, chosenColumns)
  return (
    <PeopleFrame
      list={list}
      isNarrowed={userSearch.isNarrowed(filter)}
      onClear={() => setSearch(userSearch.noFilter)}
      noun="users"
      none="No users yet"
      skeleton={<RowsSkeleton count={8} />}
    >
      {(rows, busy) => (
        <ListTable
          {...{ filter, rows, busy, columns: shown, total: list.paging.total }}
          label="People"
          nameOf={fullName}
          readAll={async () =>
            (await call(peopleRoutes.list, { query: tableQuery(filter) })).filter(isMember)
          }
          foot={<Counts filter={filter} />}
          actions={({ chosen }) => (
            <InviteChosen people={chosen} onInvited={invites.invitedSeveral} />
          )}
          fileName="users"
          printoutOf={async (people) => {
            const { peoplePrintout } = await import('./printed.ts')
            return peoplePrintout({ title: 'Users', filter: 'Selected people', people })
          }}
        />
      )}
    </PeopleFrame>
  )
}

const linkClasses = 'block truncate text-ink-2 hover:underline'

/** The columns of the table of people. */
const columns: readonly Column<Member>[] = [
  {
    label: 'Name',
    width: 'minmax(9rem,1.7fr)',
    sort: 'name',
    cell: (person) => (
      <>
        <EditCell id={person.id} className="block max-w-full truncate text-base font-medium">
          {fullName(person)}
        </EditCell>
        {person.company && <span className="block truncate text-ink-2">{person.company}</span>}
      </>
    ),
  },
  {
    label: 'Role',
    key: 'role',
    width: '6.25rem',
    sort: 'role',
    cell: ({ role }) => titleCase(role),
  },
  {
    label: 'Specialty',
    key: 'specialty',
    width: 'minmax(5rem,1fr)',
    sort: 'specialty',
    cell: ({ specialty }) => <span className="block truncate text-ink-2">{specialty}</span>,
  },
  {
    label: 'Email',
    key: 'email',
    width: 'minmax(6rem,1.7fr)',
    cell: ({ email }) =>
      email && (
        <a href={mailUrl(email)} tabIndex={-1} className={linkClasses}>
          {email}
        </a>
      ),
  },
  {
    label: 'Phone',
    key: 'phone',
    width: '7.5rem',
    cell: ({ phone }) =>
      phone && (
        <a href={callUrl(phone)} tabIndex={-1} className={linkClasses}>
          {phoneText(phone)}
        </a>
      ),
  },
  {
    label: 'Status',
    key: 'status',
    width: '7.5rem',
    sort: 'status',
    cell: (person) => <InviteWord person={person} />,
  },
  {
    label: 'Added',
    key: 'added',
    when: 'wide',
    width: '6.25rem',
    sort: 'created',
    cell: ({ createdAt }) => <CreatedCell at={createdAt} />,
  },
  {
    label: 'Edit',
    hideLabel: true,
    width: '2.5rem',
    cell: (person) => (
      <EditCell id={person.id} label={`Edit ${fullName(person)}`} className="action-link">
        Edit
      </EditCell>
    ),
  },
]

const roleNames = [
  ['admin', 'admin', 'admins'],
  ['subcontractor', 'sub', 'subs'],
  ['client', 'client', 'clients'],
] as const

/** The number of filtered people, in total and by role. */
function Counts({ filter }: { filter: TableFilter }) {
  const { data } = useQuery({ ...tableTotals(filter), placeholderData: keepPreviousData })
  if (!data) return '…'
  return (
    <TableSums
      count={plural(data.count, 'person', 'people')}
      parts={roleNames.map(([role, one, many]) => [
        data.roles[role] === 1 ? one : many,
        data.roles[role],
      ])}
    />
  )
}

export default { Table: UsersTable, columns }
