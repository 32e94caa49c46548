import { MAX_INVITES } from '@plumbline/contract/invites.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { plural } from '../../ui/format.ts'
import type { PeopleFilter } from './api.ts'
import { InviteSeveral } from './InviteSeveral.tsx'
import { canInviteQuery } from './inviteQueries.ts'
import type { MadeInvite } from './useInvites.tsx'

interface UninvitedBarProps {
  filter: PeopleFilter
  /** The ids of the chosen people. */
  chosen: readonly string[]
  onChoose: (ids: ReadonlySet<string>) => void
  onInvited: (invites: readonly MadeInvite[]) => void
}

/** Invites people who were never invited: the selected ones, or all of them. */
export function UninvitedBar({ filter, chosen, onChoose, onInvited }: UninvitedBarProps) {
  const { data: found, isPlaceholderData } = useQuery({
    ...canInviteQuery(filter),
    placeholderData: keepPreviousData,
  })
  const ids = found?.map(({ id }) => id) ?? []
  const hasMore = ids.length === MAX_INVITES
  const invited = (invites: readonly MadeInvite[]) => {
    const done = new Set(invites.map(({ user }) => user.id))
    onChoose(new Set(chosen.filter((id) => !done.has(id))))
    onInvited(invites)
  }
  if (chosen.length === 0 && !found) return null
  if (chosen.length === 0 && ids.length === 0)
    return <p className="mb-4 text-ink-2">None of these people has an email address yet.</p>
  return (
    <div className="sticky top-[calc(3.25rem+var(--view-bar))] z-10 -mt-2 mb-2 flex flex-wrap items-center gap-2 bg-ground py-2">
      {chosen.length > 0 ? (
        <>
          <InviteSeveral
            primary
            userIds={chosen}
            label={`Invite ${plural(Math.min(chosen.length, MAX_INVITES), 'person', 'people')}`}
            onInvited={invited}
          />
          <Button onClick={() => onChoose(new Set())}>Choose none</Button>
        </>
      ) : (
        <InviteSeveral
          userIds={ids}
          pending={isPlaceholderData}
          label={hasMore ? `Invite the first ${MAX_INVITES}` : `Invite all (${ids.length})`}
          onInvited={invited}
        />
      )}
    </div>
  )
}
