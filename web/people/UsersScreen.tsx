import type { User } from '@plumbline/contract/people.ts'
import { createFileRoute } from '@tanstack/react-router'
import { MailPlus, SearchX, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../api/me.ts'
import { usePages } from '../api/usePages.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { screen } from '../shell/screen.ts'
import { id, oneOf, searchParams, text } from '../shell/searchParams.ts'
import { useSearchWord } from '../shell/useSearchWord.ts'
import { useWords } from '../shell/useWords.ts'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { SearchInput } from '../ui/Input.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { isCard, peoplePages, searchWord } from './api.ts'
import { DeleteUser } from './DeleteUser.tsx'
import { useShareLink } from './LinkDialog.tsx'
import { cardGrid, PeoplePending, PeopleSkeleton } from './PeopleSkeleton.tsx'
import { ActiveCard, PendingCard } from './UserCard.tsx'

const InviteUser = lazy(() => import('./InviteUser.tsx'))
const EditUser = lazy(() => import('./EditUser.tsx'))

const search = searchParams({
  search: text,
  tab: oneOf('invites'),
  edit: id,
  new: oneOf('invite'),
})

export const Route = createFileRoute('/users')({
  ...screen({
    title: 'User Management',
    roles: ['admin'],
    denied: 'Access Denied: Only administrators can manage users.',
  }),
  validateSearch: search,
  loader: ({ context: { client }, location }) => {
    const typed = search(location.search).search
    return Promise.all(
      [false, true].map((invited) => client.infiniteQuery(peoplePages(invited, typed))),
    )
  },
  pendingComponent: () => <PeoplePending title="User Management" />,
  component: UsersScreen,
})

/** Everyone who may sign in, and those who have been asked to. */
function UsersScreen() {
  const me = useMe()
  const [words, setWords] = useWords()
  const [typed, setTyped] = useSearchWord()
  const search = searchWord(words)
  const active = usePages(peoplePages(false, search))
  const pending = usePages(peoplePages(true, search))
  const { share, dialog } = useShareLink()
  const [leaving, setLeaving] = useState<User | null>(null)
  const isPendingTab = words.tab === 'invites'
  const list = isPendingTab ? pending : active
  const people = list.items.filter(isCard)
  const invite = () => setWords({ new: 'invite' })
  const count = ({ isPending, more }: typeof active) => (isPending ? '…' : more.total)

  return (
    <>
      <ScreenHeader title="User Management">
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Link href={paths.imports('customers')} className={buttonVariants()}>
            Import Customers
          </Link>
          <Button variant="primary" onClick={invite}>
            <UserPlus aria-hidden />
            Invite User
          </Button>
        </div>
      </ScreenHeader>
      <SearchInput
        label="Search users"
        placeholder="Search by name, email or specialty"
        value={typed}
        onChange={setTyped}
        className="mb-3 sm:max-w-105"
      />
      <Tabs
        label="Users"
        tabs={[
          { value: '', label: `Active Users (${count(active)})` },
          { value: 'invites', label: `Pending Invites (${count(pending)})` },
        ]}
        value={isPendingTab ? 'invites' : ''}
        onChange={(tab) => setWords({ tab })}
      >
        {list.isPending ? (
          <PeopleSkeleton />
        ) : people.length > 0 ? (
          <>
            <ul className={cardGrid} aria-busy={list.busy}>
              {people.map((person) => {
                const card = {
                  person,
                  onEdit: () => setWords({ edit: person.id }),
                  onDelete: person.id === me.id ? undefined : () => setLeaving(person),
                }
                return (
                  <li key={person.id} className="grid grid-cols-1">
                    {isPendingTab ? (
                      <PendingCard {...card} share={share} />
                    ) : (
                      <ActiveCard {...card} />
                    )}
                  </li>
                )
              })}
            </ul>
            <LoadMore noun={isPendingTab ? 'invites' : 'users'} {...list.more} />
          </>
        ) : search ? (
          <EmptyState
            icon={SearchX}
            title="Nobody matches your search"
            action={<Button onClick={() => setWords({ search: '' })}>Clear the search</Button>}
          />
        ) : (
          <EmptyState
            icon={MailPlus}
            title={isPendingTab ? 'No pending invites' : 'No users yet'}
            text="Invite a sub or a client: they get a link and choose a password"
          />
        )}
      </Tabs>
      {leaving && <DeleteUser person={leaving} onClose={() => setLeaving(null)} />}
      <Suspense>
        {words.new === 'invite' && (
          <InviteUser onClose={() => setWords({ new: '' })} share={share} />
        )}
        {words.edit && <EditUser id={words.edit} onClose={() => setWords({ edit: '' })} />}
      </Suspense>
      {dialog}
    </>
  )
}
