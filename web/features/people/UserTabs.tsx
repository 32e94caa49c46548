import type { Member, User } from '@plumbline/contract/people.ts'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { usePagedList } from '../../screens/QueryList.tsx'
import { oneOf, useSetSearch } from '../../screens/screen.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { peoplePages, type TableFilter, uninvitedPages } from './api.ts'
import { DeleteUser } from './DeleteUser.tsx'
import { PeopleList } from './PeopleList.tsx'
import { UninvitedList } from './UninvitedList.tsx'
import { ActiveCard, PendingCard } from './UserCard.tsx'
import type { Invites } from './useInvites.tsx'

/** The users and the pending invites as cards. */
export function UserTabs({ filter, invites }: { filter: TableFilter; invites: Invites }) {
  const me = useMe()
  const setSearch = useSetSearch()
  const { search, role, tab, show } = filter
  const narrowed = { search, role }
  const active = usePagedList(peoplePages(false, narrowed))
  const pending = usePagedList(peoplePages(true, narrowed))
  const uninvited = usePagedList(uninvitedPages(narrowed))
  const [deleting, setDeleting] = useState<User | null>(null)
  const shown = tab ?? show ?? 'users'
  const people = { filter: narrowed, onClear: () => setSearch({ search: '', role: '' }) }
  const cardOf = (person: Member) => ({
    person,
    invites,
    onEdit: () => setSearch({ edit: person.id }),
    onDelete: person.id === me.id ? undefined : () => setDeleting(person),
  })
  const count = ({ data, paging }: typeof active) => (data ? paging.total : '…')
  return (
    <>
      <Tabs
        label="Users"
        tabs={[
          { value: '', label: `Active Users (${count(active)})` },
          { value: 'invites', label: `Pending Invites (${count(pending)})` },
        ]}
        value={tab ?? ''}
        onChange={(value) => setSearch({ tab: oneOf('invites')(value) })}
      >
        {!tab && (show === 'uninvited' || uninvited.paging.total > 0) && (
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
          <PeopleList list={pending} noun="invites" none="No pending invites" {...people}>
            {(person) => <PendingCard {...cardOf(person)} />}
          </PeopleList>
        )}
        {shown === 'uninvited' && (
          <UninvitedList
            list={uninvited}
            cardOf={cardOf}
            onInvited={invites.invitedSeveral}
            {...people}
          />
        )}
        {shown === 'users' && (
          <PeopleList list={active} noun="users" none="No users yet" {...people}>
            {(person) => <ActiveCard {...cardOf(person)} />}
          </PeopleList>
        )}
      </Tabs>
      {deleting && <DeleteUser person={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}
