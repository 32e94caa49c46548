import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { useRouter } from '@tanstack/react-router'
import { Pencil, Printer, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { useApprove } from './useApprove.ts'

const EditBid = lazy(() => import('./EditBid.tsx'))
const FollowUp = lazy(() => import('./FollowUp.tsx'))
const RejectBid = lazy(() => import('./RejectBid.tsx'))

type Asked = 'edit' | 'reject' | 'follow-up' | 'delete' | null

/** What can be done with a bid in its state; an approved one has become a job and stays so. */
export function BidActions({ bid }: { bid: Bid }) {
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const approve = useApprove()
  const reopen = useWrite(bidRoutes.update, {
    success: 'Bid reopened successfully',
    failure: 'Failed to reopen bid',
  })
  const { status, jobId } = bid
  return (
    <div className="no-print flex flex-wrap gap-2">
      {status === 'pending' && (
        <Button
          variant="primary"
          pending={approve.isPending}
          onClick={() => approve.mutate({ params: { id: bid.id } })}
        >
          Approve
        </Button>
      )}
      {status === 'approved' && jobId && (
        <Link href={paths.job(jobId)} className={buttonVariants({ variant: 'primary' })}>
          View Job
        </Link>
      )}
      {(status === 'rejected' || status === 'follow_up') && (
        <Button
          pending={reopen.isPending}
          onClick={() => reopen.mutate({ params: { id: bid.id }, body: { status: 'pending' } })}
        >
          Reopen
        </Button>
      )}
      {status !== 'approved' && <Button onClick={() => setAsked('follow-up')}>Follow Up</Button>}
      {(status === 'pending' || status === 'follow_up') && (
        <Button onClick={() => setAsked('reject')}>Reject</Button>
      )}
      <Button onClick={() => setAsked('edit')}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button aria-label="Print" onClick={() => print()}>
        <Printer aria-hidden />
      </Button>
      <Button aria-label="Delete bid" onClick={() => setAsked('delete')}>
        <Trash2 aria-hidden />
      </Button>
      <Suspense>
        {asked === 'edit' && <EditBid bid={bid} onClose={close} />}
        {asked === 'follow-up' && <FollowUp bid={bid} onClose={close} />}
        {asked === 'reject' && <RejectBid bid={bid} onClose={close} />}
      </Suspense>
      {asked === 'delete' && <DeleteBid bid={bid} onClose={close} />}
    </div>
  )
}

function DeleteBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const router = useRouter()
  const remove = useWrite(bidRoutes.remove, {
    success: 'Bid deleted successfully',
    failure: 'Failed to delete bid',
    onSuccess: () => router.navigate({ href: paths.pendingBids() }),
  })
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Delete the bid ${bid.name}?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutate({ params: { id: bid.id } })}
      error={remove.problem}
      pending={remove.isPending}
    >
      Its appointments go with it. {bid.jobId && 'The job it became stays.'}
    </Confirm>
  )
}
