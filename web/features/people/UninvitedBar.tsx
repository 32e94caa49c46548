import { MAX_INVITES } from '@plumbline/contract/invites.ts'
import type { Member } from '@plumbline/contract/people.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isMember } from '../../api/people.ts'
import { Button } from '../../ui/Button.tsx'
import { plural } from '../../ui/format.ts'
import type { PeopleFilter } from './api.ts'
import { InviteSeveral } from './InviteSeveral.tsx'
import { canInviteQuery } from './inviteQueries.ts'
import type { MadeInvite } from './useInvites.tsx'

interface UninvitedBarProps {
  filter: PeopleFilter
  /** The listed people. */
  people: readonly Member[]
  /** Those of them who are chosen. */
  chosen: readonly Member[]
  onChoose: (ids: ReadonlySet<string>) => void
  onInvited: (invites: readonly MadeInvite[]) => void
}

/** Invites people who were never invited: the selected ones, or all who are on an open job. */
export function UninvitedBar({ filter, people, chosen, onChoose, onInvited }: UninvitedBarProps) {
  const { data: found, isPlaceholderData } = useQuery({
    ...canInviteQuery(filter),
    placeholderData: keepPreviousData,
  })
  const onOpenJobs = found?.filter(isMember) ?? []
  const hasMore = onOpenJobs.length === MAX_INVITES
  const invited = (invites: readonly MadeInvite[]) => {
    const done = new Set(invites.map(({ user }) => user.id))
    onChoose(new Set(chosen.map(({ id }) => id).filter((id) => !done.has(id))))
    onInvited(invites)
  }
  if (chosen.length === 0 && !found) return null
  if (chosen.length === 0 && onOpenJobs.length === 0)
    return (
      <p className="mb-4 text-ink-2">
        {people.some(({ email }) => email !== null)
          ? 'None of these people is on an open job. Choose whom to invite.'
          : 'None of these people has an email address yet.'}
      </p>
    )
  return (
    <div className="sticky top-[calc(3.25rem+var(--view-bar))] z-10 -mt-2 mb-2 flex flex-wrap items-center gap-2 bg-ground py-2">
      {chosen.length > 0 ? (
        <>
          <InviteSeveral
            primary
            people={chosen}
            label={`Invite ${plural(Math.min(chosen.length, MAX_INVITES), 'person', 'people')}`}
            onInvited={invited}
          />
          <Button onClick={() => onChoose(new Set())}>Choose none</Button>
        </>
      ) : (
        <InviteSeveral
          people={onOpenJobs}
          pending={isPlaceholderData}
          label={`Invite ${hasMore ? 'the first' : 'all'} on open jobs (${onOpenJobs.length})`}
          onInvited={invited}
        />
      )}
    </div>
  )
}
