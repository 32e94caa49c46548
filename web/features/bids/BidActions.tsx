import { bidDocumentRoutes } from '@plumbline/contract/bidDocuments.ts'
import { isApprovable } from '@plumbline/contract/bidStatuses.ts'
import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { useRouter } from '@tanstack/react-router'
import { Eye, Pencil, Printer, Trash2, X } from 'lucide-react'
import { addressOf } from '../../api/call.ts'
import { useOpened } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'

const ApproveBid = lazyPart(async () => ({
  default: (await import('./ApproveBid.tsx')).ApproveBid,
}))
const EditBid = lazyPart(async () => ({ default: (await import('./BidForm.tsx')).EditBid }))
const FollowUp = lazyPart(async () => ({ default: (await import('./BidDialogs.tsx')).FollowUp }))
const RejectBid = lazyPart(async () => ({ default: (await import('./BidDialogs.tsx')).RejectBid }))

/** The bid as the customer gets it. */
const documentPath = (id: string) => addressOf(bidDocumentRoutes.page.path, { params: { id } })

type BidDialog = 'approve' | 'edit' | 'reject' | 'follow-up' | 'delete'

/**
 * The actions that the status of a bid allows. An approved bid can be reopened once its job was
 * deleted.
 */
export function BidActions({ bid }: { bid: Bid }) {
  const [dialog, setDialog] = useOpened<BidDialog | null>('bid', null)
  const close = () => setDialog(null)
  const texts = { success: 'Bid reopened successfully', failure: 'Failed to reopen bid' }
  const reopen = useWrite(bidRoutes.update, texts)
  const reopenWithoutJob = useWrite(bidRoutes.undoConvert, texts)
  const { status, jobId } = bid
  return (
    <div className="no-print flex flex-wrap gap-2">
      {isApprovable(status) && (
        <Button variant="primary" onClick={() => setDialog('approve')}>
          Approve
        </Button>
      )}
      {status === 'approved' && jobId && (
        <Link href={paths.job(jobId)} className={buttonVariants({ variant: 'primary' })}>
          View Job
        </Link>
      )}
      {status === 'approved' && !jobId && (
        <>
          <p className="self-center text-ink-2">Its job was deleted.</p>
          <Button
            pending={reopenWithoutJob.isPending}
            onClick={() => reopenWithoutJob.mutate({ params: { id: bid.id } })}
          >
            Reopen
          </Button>
        </>
      )}
      {(status === 'rejected' || status === 'follow_up') && (
        <Button
          pending={reopen.isPending}
          onClick={() => reopen.mutate({ params: { id: bid.id }, body: { status: 'pending' } })}
        >
          Reopen
        </Button>
      )}
      {status !== 'approved' && <Button onClick={() => setDialog('follow-up')}>Follow Up</Button>}
      <MoreActions>
        {isApprovable(status) && (
          <Button onClick={() => setDialog('reject')}>
            <X aria-hidden />
            Reject
          </Button>
        )}
        <Button onClick={() => setDialog('edit')}>
          <Pencil aria-hidden />
          Edit
        </Button>
        <a
          href={documentPath(bid.id)}
          target="_blank"
          rel="noreferrer"
          className={buttonVariants()}
        >
          <Eye aria-hidden />
          Preview
        </a>
        <a
          href={`${documentPath(bid.id)}?print=yes`}
          target="_blank"
          rel="noreferrer"
          className={buttonVariants()}
        >
          <Printer aria-hidden />
          Print Bid
        </a>
        <Button aria-label="Delete bid" onClick={() => setDialog('delete')}>
          <Trash2 aria-hidden />
          <span className="@2xl:hidden">Delete</span>
        </Button>
      </MoreActions>
      {dialog === 'approve' && <ApproveBid bid={bid} onClose={close} />}
      {dialog === 'edit' && <EditBid bid={bid} onClose={close} />}
      {dialog === 'follow-up' && <FollowUp bid={bid} onClose={close} />}
      {dialog === 'reject' && <RejectBid bid={bid} onClose={close} />}
      {dialog === 'delete' && <DeleteBid bid={bid} onClose={close} />}
    </div>
  )
}

function DeleteBid({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const router = useRouter()
  return (
    <ConfirmWrite
      row={bidRoutes.remove}
      args={{ params: { id: bid.id } }}
      title={`Delete the bid ${bid.name}?`}
      success="Bid deleted successfully"
      failure="Failed to delete bid"
      onClose={onClose}
      onDone={() => router.navigate({ href: paths.pendingBids() })}
    >
      Its follow-ups and appointments will be deleted too.{' '}
      {bid.jobId && 'The job it became is kept.'}
    </ConfirmWrite>
  )
}
