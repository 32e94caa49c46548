import type { Member } from '@plumbline/contract/people.ts'
import { useState } from 'react'
import { isMember } from '../../api/people.ts'
import { type FilteredPeople, PeopleList } from './PeopleList.tsx'
import { UninvitedBar } from './UninvitedBar.tsx'
import { ActiveCard, type CardProps } from './UserCard.tsx'
import type { Invites } from './useInvites.tsx'

interface UninvitedListProps extends FilteredPeople {
  cardOf: (person: Member) => CardProps
  onInvited: Invites['invitedSeveral']
}

/** The people who were added and never invited. Some or all of them can be invited at once. */
export function UninvitedList({ cardOf, onInvited, ...people }: UninvitedListProps) {
  const { list, filter } = people
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // People who were invited or deleted in the meantime are no longer selected.
  const listed = (list.data ?? []).filter(isMember)
  const choose = (personId: string, isChosen: boolean) =>
    setChosen(
      new Set(isChosen ? [...chosen, personId] : [...chosen].filter((id) => id !== personId)),
    )
  return (
    <>
      {list.paging.total > 0 && (
        <UninvitedBar
          filter={filter}
          people={listed}
          chosen={listed.filter(({ id }) => chosen.has(id))}
          onChoose={setChosen}
          onInvited={onInvited}
        />
      )}
      <PeopleList {...people} noun="users" none="Everybody is invited">
        {(person) => {
          const card = cardOf(person)
          if (person.email === null) return <ActiveCard {...card} />
          const choice = {
            isChosen: chosen.has(person.id),
            onChange: (isChosen: boolean) => choose(person.id, isChosen),
          }
          return <ActiveCard {...card} choice={choice} />
        }}
      </PeopleList>
    </>
  )
}
