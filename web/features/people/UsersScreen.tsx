import { createFileRoute } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { ListScreen, useTableView } from '../../lists/ListScreen.tsx'
import { lazyTable } from '../../lists/lazyTable.tsx'
import { listScreen } from '../../lists/rememberedView.ts'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { ignore, useSetSearch } from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { CardsSkeleton } from '../../ui/CardGrid.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { titleCase } from '../../ui/status.ts'
import { tableTotals } from './api.ts'
import { userSearch } from './search.ts'
import { UserTabs } from './UserTabs.tsx'
import { useInvites } from './useInvites.tsx'

const InviteUser = lazyPart(async () => ({ default: (await import('./UserForm.tsx')).InviteUser }))
const EditUser = lazyPart(async () => ({ default: (await import('./UserForm.tsx')).EditUser }))
const { Table, Columns } = lazyTable(() => import('./UsersTable.tsx'))

export const Route = createFileRoute('/users')({
  ...listScreen('people', {
    title: 'User Management',
    roles: ['admin'],
    denied: 'Access Denied: Only administrators can manage users.',
  }),
  validateSearch: userSearch.validate,
  // Imported here because the initial bundle has the routes of all screens, but not the queries of
  // this one.
  loader: async ({ context: { client }, location }) => {
    const { peoplePages, tablePages, tableTotals, uninvitedPages } = await import('./api.ts')
    const { canInviteQuery } = await import('./inviteQueries.ts')
    const params = userSearch.validate(location.search)
    const { search, role, show } = params
    if (params.view) {
      const filter = userSearch.filterOf(params)
      await Promise.all([
        client.infiniteQuery(tablePages(filter)),
        client.query(tableTotals(filter)).catch(ignore),
      ])
      return
    }
    const narrowed = { search, role }
    const lists = [
      ...[peoplePages(false, narrowed), peoplePages(true, narrowed)],
      uninvitedPages(narrowed),
    ]
    await Promise.all([
      ...lists.map((pages) => client.infiniteQuery(pages)),
      show === 'uninvited' && client.query(canInviteQuery(narrowed)).catch(ignore),
    ])
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="User Management" />
      <CardsSkeleton />
    </>
  ),
  component: UsersScreen,
})

/** The users and the pending invites: search, invite, edit and delete. */
function UsersScreen() {
  const params = Route.useSearch()
  const { role, tab, columns, edit, new: create } = params
  const filter = userSearch.filterOf(params)
  const setSearch = useSetSearch<typeof params>()
  const invites = useInvites(() => setSearch({ new: 'invite' }))
  const table = useTableView(params)

  return (
    <ListScreen
      title="User Management"
      noun="users"
      search={userSearch}
      params={params}
      table={table}
      more={
        <>
          <ListButtons
            fileName={tab ? 'invites' : 'users'}
            read={async () => (await import('./printed.ts')).printedUsers(filter, table.isTable)}
          />
          <Link href={paths.imports('customers')} className={buttonVariants()}>
            Import Customers
          </Link>
        </>
      }
      action={
        <Button variant="primary" onClick={() => setSearch({ new: 'invite' })}>
          <UserPlus aria-hidden />
          Invite User
        </Button>
      }
      views={{
        screen: 'people',
        builtIn: [
          { name: 'Office', params: { role: 'admin' } },
          { name: 'Subs', params: { role: 'subcontractor' } },
          { name: 'Clients', params: { role: 'client' } },
          { name: 'Not invited', params: { show: 'uninvited' } },
          { name: 'Pending invites', params: { tab: 'invites' } },
          { name: 'All', params: {} },
        ],
        path: paths.users,
        totals: tableTotals,
        count: ({ count }) => count,
      }}
      Columns={Columns}
      searched="Name, email, specialty or phone"
      filters={
        role && (
          <Chip label="Role" value={titleCase(role)} onRemove={() => setSearch({ role: '' })} />
        )
      }
    >
      {table.isTable ? (
        <Table filter={filter} columns={columns} invites={invites} />
      ) : (
        <UserTabs filter={filter} invites={invites} />
      )}
      {create === 'invite' && (
        <InviteUser onClose={() => setSearch({ new: '' })} onInvited={invites.invited} />
      )}
      {edit && <EditUser id={edit} onClose={() => setSearch({ edit: '' })} />}
      {invites.sheet}
    </ListScreen>
  )
}
