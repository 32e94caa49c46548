import type { Member, User } from '@plumbline/contract/people.ts'
import { createFileRoute } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMe } from '../api/me.ts'
import { paths } from '../paths.ts'
import { ListButtons } from '../print/ListButtons.tsx'
import { Link } from '../shell/Link.tsx'
import { usePagedList } from '../shell/QueryList.tsx'
import { SearchBox } from '../shell/SearchBox.tsx'
import {
  id,
  ignore,
  newForm,
  oneOf,
  screen,
  searchParams,
  text,
  useSetSearch,
} from '../shell/screen.ts'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { CardsSkeleton } from '../ui/CardGrid.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { peoplePages, uninvitedPages } from './api.ts'
import { DeleteUser } from './DeleteUser.tsx'
import { PeopleList } from './PeopleList.tsx'
import { UninvitedList } from './UninvitedList.tsx'
import { ActiveCard, PendingCard } from './UserCard.tsx'
import { useInvites } from './useInvites.tsx'

const InviteUser = lazyPart(async () => ({ default: (await import('./UserForm.tsx')).InviteUser }))
const EditUser = lazyPart(async () => ({ default: (await import('./UserForm.tsx')).EditUser }))

const validateSearch = searchParams({
  search: text,
  tab: oneOf('invites'),
  show: oneOf('uninvited'),
  edit: id,
  new: newForm('invite'),
})
type Search = ReturnType<typeof validateSearch>

export const Route = createFileRoute('/users')({
  ...screen({
    title: 'User Management',
    roles: ['admin'],
    denied: 'Access Denied: Only administrators can manage users.',
  }),
  validateSearch,
  // The routes of all screens are in what everybody loads first; the calls of this one are not.
  loader: async ({ context: { client }, location }) => {
    const { peoplePages, uninvitedPages } = await import('./api.ts')
    const { canInviteQuery } = await import('./inviteQueries.ts')
    const { search, show } = validateSearch(location.search)
    const lists = [peoplePages(false, search), peoplePages(true, search), uninvitedPages(search)]
    await Promise.all([
      ...lists.map((pages) => client.infiniteQuery(pages)),
      show === 'uninvited' && client.query(canInviteQuery(search)).catch(ignore),
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

/** The users and the pending invites: searched, invited, edited and deleted. */
function UsersScreen() {
  const me = useMe()
  const { search, tab, show, edit, new: create } = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const active = usePagedList(peoplePages(false, search))
  const pending = usePagedList(peoplePages(true, search))
  const uninvited = usePagedList(uninvitedPages(search))
  const invites = useInvites(() => setSearch({ new: 'invite' }))
  const [deleting, setDeleting] = useState<User | null>(null)
  const isPendingTab = tab === 'invites'
  const shown = tab ?? show ?? 'users'
  const filter = { search, onClear: () => setSearch({ search: '' }) }
  const cardOf = (person: Member) => ({
    person,
    invites,
    onEdit: () => setSearch({ edit: person.id }),
    onDelete: person.id === me.id ? undefined : () => setDeleting(person),
  })
  const count = ({ data, paging }: typeof active) => (data ? paging.total : '…')

  return (
    <>
      <ScreenHeader title="User Management">
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <ListButtons
            fileName={isPendingTab ? 'invites' : 'users'}
            read={async () => (await import('./printed.ts')).printedUsers({ list: shown, search })}
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
      <SearchBox
        label="Search users"
        placeholder="Name, email, specialty or phone"
        value={search}
        className="mb-3 sm:max-w-105"
      />
      <Tabs
        label="Users"
        tabs={[
          { value: '', label: `Active Users (${count(active)})` },
          { value: 'invites', label: `Pending Invites (${count(pending)})` },
        ]}
        value={tab ?? ''}
        onChange={(value) => setSearch({ tab: oneOf('invites')(value) })}
      >
        {!isPendingTab && (show === 'uninvited' || uninvited.paging.total > 0) && (
          <Segmented
            label="Shown"
            options={[
              { value: '', label: 'Everyone' },
              { value: 'uninvited', label: `Not invited (${count(uninvited)})` },
            ]}
            value={show ?? ''}
            onChange={(value) => setSearch({ show: oneOf('uninvited')(value) })}
            className="mb-4 *:flex-auto *:whitespace-nowrap"
          />
        )}
        {shown === 'invites' && (
          <PeopleList list={pending} noun="invites" none="No pending invites" {...filter}>
            {(person) => <PendingCard {...cardOf(person)} />}
          </PeopleList>
        )}
        {shown === 'uninvited' && (
          <UninvitedList
            list={uninvited}
            cardOf={cardOf}
            onInvited={invites.invitedSeveral}
            {...filter}
          />
        )}
        {shown === 'users' && (
          <PeopleList list={active} noun="users" none="No users yet" {...filter}>
            {(person) => <ActiveCard {...cardOf(person)} />}
          </PeopleList>
        )}
      </Tabs>
      {deleting && <DeleteUser person={deleting} onClose={() => setDeleting(null)} />}
      <Suspense>
        {create === 'invite' && (
          <InviteUser onClose={() => setSearch({ new: '' })} onInvited={invites.invited} />
        )}
        {edit && <EditUser id={edit} onClose={() => setSearch({ edit: '' })} />}
      </Suspense>
      {invites.sheet}
    </>
  )
}
