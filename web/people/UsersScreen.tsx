import type { User } from '@plumbline/contract/people.ts'
import { createFileRoute } from '@tanstack/react-router'
import { MailPlus, SearchX, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../api/me.ts'
import { paths } from '../paths.ts'
import { ListButtons } from '../print/ListButtons.tsx'
import { Link } from '../shell/Link.tsx'
import { QueryList, usePagedList } from '../shell/QueryList.tsx'
import { SearchBox } from '../shell/SearchBox.tsx'
import { id, oneOf, screen, searchParams, text, useSetSearch } from '../shell/screen.ts'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../ui/CardGrid.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { isCard, peoplePages } from './api.ts'
import { DeleteUser } from './DeleteUser.tsx'
import { useShareLink } from './ShareLink.tsx'
import { ActiveCard, PendingCard } from './UserCard.tsx'

const InviteUser = lazy(async () => ({ default: (await import('./UserForm.tsx')).InviteUser }))
const EditUser = lazy(async () => ({ default: (await import('./UserForm.tsx')).EditUser }))

const validateSearch = searchParams({
  search: text,
  tab: oneOf('invites'),
  edit: id,
  new: oneOf('invite'),
})
type Search = ReturnType<typeof validateSearch>

export const Route = createFileRoute('/users')({
  ...screen({
    title: 'User Management',
    roles: ['admin'],
    denied: 'Access Denied: Only administrators can manage users.',
  }),
  validateSearch,
  loader: ({ context: { client }, location }) => {
    const { search } = validateSearch(location.search)
    return Promise.all(
      [false, true].map((invited) => client.infiniteQuery(peoplePages(invited, search))),
    )
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
  const { search, tab, edit, new: create } = Route.useSearch()
  const setSearch = useSetSearch<Search>()
  const active = usePagedList(peoplePages(false, search))
  const pending = usePagedList(peoplePages(true, search))
  const { share, dialog } = useShareLink()
  const [deleting, setDeleting] = useState<User | null>(null)
  const isPendingTab = tab === 'invites'
  const count = ({ data, paging }: typeof active) => (data ? paging.total : '…')

  return (
    <>
      <ScreenHeader title="User Management">
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <ListButtons
            fileName={isPendingTab ? 'invites' : 'users'}
            read={async () => (await import('./printed.ts')).printedUsers(isPendingTab, search)}
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
        placeholder="Search by name, email or specialty"
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
        <QueryList
          list={isPendingTab ? pending : active}
          noun={isPendingTab ? 'invites' : 'users'}
          skeleton={<CardsSkeleton />}
          noMatch={
            search && (
              <EmptyState
                icon={SearchX}
                title={isPendingTab ? 'No invites match your search' : 'No users match your search'}
                action={<Button onClick={() => setSearch({ search: '' })}>Clear search</Button>}
              />
            )
          }
          empty={
            <EmptyState
              icon={MailPlus}
              title={isPendingTab ? 'No pending invites' : 'No users yet'}
              text="Invite a sub or a client: they get a link and choose a password"
            />
          }
        >
          {(people, busy) => (
            <CardGrid items={people.filter(isCard)} busy={busy}>
              {(person) => {
                const card = {
                  person,
                  onEdit: () => setSearch({ edit: person.id }),
                  onDelete: person.id === me.id ? undefined : () => setDeleting(person),
                }
                return isPendingTab ? (
                  <PendingCard {...card} share={share} />
                ) : (
                  <ActiveCard {...card} />
                )
              }}
            </CardGrid>
          )}
        </QueryList>
      </Tabs>
      {deleting && <DeleteUser person={deleting} onClose={() => setDeleting(null)} />}
      <Suspense>
        {create === 'invite' && <InviteUser onClose={() => setSearch({ new: '' })} share={share} />}
        {edit && <EditUser id={edit} onClose={() => setSearch({ edit: '' })} />}
      </Suspense>
      {dialog}
    </>
  )
}
