import { type FollowUp, followUpRoutes, followUpTitle } from '@plumbline/contract/bidFollowUps.ts'
import type { BidStatus } from '@plumbline/contract/bidStatuses.ts'
import type { Bid } from '@plumbline/contract/bids.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useOpened } from '../../api/typed.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { QueryList } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { followUpsQuery } from './api.ts'

const LogFollowUp = lazyPart(async () => ({
  default: (await import('./FollowUpForm.tsx')).LogFollowUp,
}))

/** An approved bid has become a job, and nobody follows it up any more. */
const mayBeFollowedUp = (status: BidStatus) => status !== 'approved'

/** The times that somebody followed up on a bid, newest first. */
export function FollowUps({ bid }: { bid: Bid }) {
  const followUps = useQuery(followUpsQuery(bid.id))
  const [isLogging, setLogging] = useOpened('new follow-up', false)
  const [deleting, setDeleting] = useState<FollowUp | null>(null)
  return (
    <TitledPanel
      title="Follow-ups"
      action={
        mayBeFollowedUp(bid.status) && (
          <Button size="sm" onClick={() => setLogging(true)}>
            <Plus aria-hidden />
            Log Follow-Up
          </Button>
        )
      }
    >
      <QueryList
        list={followUps}
        noun="the follow-ups"
        skeleton={<Skeleton className="h-16" />}
        empty={<p className="text-ink-2">No follow-ups yet</p>}
      >
        {(items) => (
          <ul className="open-rows -mt-2.5">
            {items.map((followUp) => (
              <Row key={followUp.id} followUp={followUp} onDelete={() => setDeleting(followUp)} />
            ))}
          </ul>
        )}
      </QueryList>
      {isLogging && <LogFollowUp bid={bid} onClose={() => setLogging(false)} />}
      {deleting && (
        <ConfirmWrite
          row={followUpRoutes.remove}
          args={{ params: { id: deleting.id } }}
          title={`Delete the follow-up “${followUpTitle(deleting)}”?`}
          success="Follow-up deleted successfully"
          failure="Failed to delete follow-up"
          onClose={() => setDeleting(null)}
        >
          The day of the next follow-up stays as it is.
        </ConfirmWrite>
      )}
    </TitledPanel>
  )
}

function Row({ followUp, onDelete }: { followUp: FollowUp; onDelete: () => void }) {
  const { note, personName } = followUp
  return (
    <li className="open-row flex items-start gap-x-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="figures font-medium">{followUpTitle(followUp)}</p>
        {note && <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{note}</p>}
        {personName && <p className="mt-0.5 text-sm text-ink-2 wrap-anywhere">{personName}</p>}
      </div>
      <Button
        variant="quiet"
        size="icon"
        className="no-print"
        aria-label={`Delete the follow-up “${followUpTitle(followUp)}”`}
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
