import type { Member, UserName } from '@plumbline/contract/people.ts'
import { MailPlus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { QueryList, type usePagedList } from '../shell/QueryList.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../ui/CardGrid.tsx'
import { isCard } from './api.ts'

/** A list of people and what it is searched for. */
export interface FilteredPeople {
  list: Omit<ReturnType<typeof usePagedList>, 'data'> & {
    readonly data: readonly (Member | UserName)[] | undefined
  }
  search: string | undefined
  /** Shows everybody again. */
  onClear: () => void
}

interface PeopleListProps extends FilteredPeople {
  noun: 'users' | 'invites'
  /** Said where there is nobody at all. */
  none: string
  children: (person: Member) => ReactNode
}

/** People as cards. */
export function PeopleList({ list, search, onClear, noun, none, children }: PeopleListProps) {
  return (
    <QueryList
      list={list}
      noun={noun}
      skeleton={<CardsSkeleton />}
      noMatch={
        search && (
          <EmptyState
            icon={SearchX}
            title={`No ${noun} match your search`}
            action={<Button onClick={onClear}>Clear search</Button>}
          />
        )
      }
      empty={
        <EmptyState
          icon={MailPlus}
          title={none}
          text="Invite a sub or a client: they get a link and choose a password"
        />
      }
    >
      {(people, busy) => (
        <CardGrid items={people.filter(isCard)} busy={busy}>
          {children}
        </CardGrid>
      )}
    </QueryList>
  )
}
