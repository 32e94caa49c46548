import { roles } from '@plumbline/contract/policy.ts'
import { userOrders } from '@plumbline/contract/userOrders.ts'
import { createFileRoute } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { SearchBox } from '../../screens/SearchBox.tsx'
import {
  id,
  ignore,
  newForm,
  oneOf,
  screen,
  searchParams,
  text,
  useSetSearch,
} from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { CardsSkeleton } from '../../ui/CardGrid.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { titleCase } from '../../ui/status.ts'
import { ViewSwitch } from '../../ui/table/ViewSwitch.tsx'
import { TABLE, useMedia } from '../../ui/useMedia.ts'
import { LazyViewTabs } from '../savedViews/LazyViewTabs.tsx'
import { ViewCount } from '../savedViews/ViewCount.tsx'
import { type TableFilter, tableTotals } from './api.ts'
import { UserTabs } from './UserTabs.tsx'
import { useInvites } from './useInvites.tsx'

const InviteUser = lazyPart(async () => ({ default: (await import('./UserForm.tsx')).InviteUser }))
const EditUser = lazyPart(async () => ({ default: (await import('./UserForm.tsx')).EditUser }))
const load = () => import('./UsersTable.tsx')
const UsersTable = lazyPart(load, () => <RowsSkeleton count={8} />)
const UserColumns = lazyPart(async () => ({ default: (await load()).UserColumns }))

const validateSearch = searchParams({
  search: text,
  role: oneOf(...roles),
  tab: oneOf('invites'),
  show: oneOf('uninvited'),
  sort: oneOf(...userOrders),
  view: oneOf('table'),
  columns: text,
  edit: id,
  new: newForm('invite'),
})
type Search = ReturnType<typeof validateSearch>

const filterOf = ({ new: _, edit: __, view: ___, columns: ____, ...filter }: Search): TableFilter =>
  filter

export const Route = createFileRoute('/users')({
  ...screen({
    title: 'User Management',
    roles: ['admin'],
    denied: 'Access Denied: Only administrators can manage users.',
  }),
  validateSearch,
  // Imported here because the initial bundle has the routes of all screens, but not the queries of
  // this one.
  loader: async ({ context: { client }, location }) => {
    const { peoplePages, tablePages, tableTotals, uninvitedPages } = await import('./api.ts')
    const { canInviteQuery } = await import('./inviteQueries.ts')
    const params = validateSearch(location.search)
    const { search, role, show } = params
    if (params.view) {
      const filter = filterOf(params)
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
  const { search, role, tab, view, columns, edit, new: create } = params
  const filter = filterOf(params)
  const setSearch = useSetSearch<Search>()
  const invites = useInvites(() => setSearch({ new: 'invite' }))
  const hasRoom = useMedia(TABLE)
  const isTable = hasRoom && view === 'table'

  return (
    <>
      <ScreenHeader title="User Management">
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
          <ListButtons
            fileName={tab ? 'invites' : 'users'}
            read={async () => (await import('./printed.ts')).printedUsers(filter, isTable)}
          />
          <Link href={paths.imports('customers')} className={buttonVariants()}>
            Import Customers
          </Link>
          <Button variant="primary" onClick={() => setSearch({ new: 'invite' })}>
            <UserPlus aria-hidden />
            Invite User
          </Button>
        </div>
      </ScreenHeader>
      {isTable && (
        <LazyViewTabs
          screen="people"
          views={[
            { name: 'Office', params: { role: 'admin' } },
            { name: 'Subs', params: { role: 'subcontractor' } },
            { name: 'Clients', params: { role: 'client' } },
            { name: 'Not invited', params: { show: 'uninvited' } },
            { name: 'Pending invites', params: { tab: 'invites' } },
            { name: 'All', params: {} },
          ]}
          current={{ ...filter, columns }}
          hrefOf={(view) => paths.users({ ...view, view: 'table' })}
          countOf={(view) => (
            <ViewCount
              totals={tableTotals(filterOf(validateSearch(view)))}
              count={(totals) => totals.count}
            />
          )}
        />
      )}
      <div className="mb-3 flex flex-wrap items-center gap-2.5">
        <SearchBox
          label="Search users"
          placeholder="Name, email, specialty or phone"
          value={search}
          className="min-w-full flex-1 sm:max-w-105 sm:min-w-52"
        />
        {role && (
          <Chip label="Role" value={titleCase(role)} onRemove={() => setSearch({ role: '' })} />
        )}
        {hasRoom && (
          <div className="ml-auto flex gap-2.5">
            {isTable && <UserColumns columns={columns} />}
            <ViewSwitch view={view} onChange={(chosen) => setSearch({ view: chosen })} />
          </div>
        )}
      </div>
      {isTable ? (
        <UsersTable filter={filter} columns={columns} invites={invites} />
      ) : (
        <UserTabs filter={filter} invites={invites} />
      )}
      {create === 'invite' && (
        <InviteUser onClose={() => setSearch({ new: '' })} onInvited={invites.invited} />
      )}
      {edit && <EditUser id={edit} onClose={() => setSearch({ edit: '' })} />}
      {invites.sheet}
    </>
  )
}
