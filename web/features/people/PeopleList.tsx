import type { Member, UserName } from '@plumbline/contract/people.ts'
import { MailPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { isMember } from '../../api/people.ts'
import { QueryList, type usePagedList } from '../../screens/QueryList.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { CardGrid, CardsSkeleton } from '../../ui/CardGrid.tsx'
import { NoMatch } from '../../ui/NoMatch.tsx'
import type { PeopleFilter } from './api.ts'

/** A list of people and its filter. */
export interface FilteredPeople {
  list: Omit<ReturnType<typeof usePagedList>, 'data'> & {
    readonly data: readonly (Member | UserName)[] | undefined
  }
  filter: PeopleFilter
  /** Clears the filter. */
  onClear: () => void
}

interface PeopleFrameProps extends Pick<FilteredPeople, 'list' | 'onClear'> {
  isNarrowed: boolean
  noun: 'users' | 'invites'
  /** The text shown when there is nobody at all. */
  none: string
  skeleton: ReactNode
  children: (people: readonly Member[], busy: boolean) => ReactNode
}

/** A list of people in each of its states: loading, empty, no match and loaded. */
export function PeopleFrame({
  list,
  isNarrowed,
  onClear,
  noun,
  none,
  skeleton,
  children,
}: PeopleFrameProps) {
  return (
    <QueryList
      list={list}
      noun={noun}
      skeleton={skeleton}
      noMatch={
        isNarrowed && (
          <NoMatch title={`No ${noun} match your search`} clears="search" onClear={onClear} />
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
      {(people, busy) => children(people.filter(isMember), busy)}
    </QueryList>
  )
}

interface PeopleListProps extends FilteredPeople, Pick<PeopleFrameProps, 'noun' | 'none'> {
  children: (person: Member) => ReactNode
}

/** People as cards. */
export function PeopleList({ filter, children, ...frame }: PeopleListProps) {
  return (
    <PeopleFrame
      {...frame}
      isNarrowed={Boolean(filter.search || filter.role)}
      skeleton={<CardsSkeleton />}
    >
      {(people, busy) => (
        <CardGrid items={people} busy={busy}>
          {children}
        </CardGrid>
      )}
    </PeopleFrame>
  )
}
