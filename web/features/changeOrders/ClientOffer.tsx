import { changeOrderRoutes, type Offer } from '@plumbline/contract/changeOrders.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call, isMissing } from '../../api/call.ts'
import { useMay, useMe } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Alert, LoadProblem } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { RowsSkeleton, Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useIsShown } from '../../ui/useIsShown.ts'
import { ChangeOrderNotFound } from './ChangeOrderNotFound.tsx'
import { OfferEffect, OfferLines } from './OfferContent.tsx'
import { OfferPhotos } from './OfferPhotos.tsx'
import { OfferStatus } from './OfferStatus.tsx'
import { OfferTotal } from './OfferTotal.tsx'
import { offerQuery } from './offerApi.ts'

const ApproveDialog = lazyPart(async () => ({
  default: (await import('./AnswerOffer.tsx')).ApproveDialog,
}))
const DeclineDialog = lazyPart(async () => ({
  default: (await import('./AnswerOffer.tsx')).DeclineDialog,
}))
const AskDialog = lazyPart(async () => ({
  default: (await import('./AnswerOffer.tsx')).AskDialog,
}))

/** A change order as its client reads and answers it. */
export function ClientOffer({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(offerQuery(id))
  if (isMissing(error)) return <ChangeOrderNotFound />
  if (data) return <ShownOffer key={id} offer={data} />
  return (
    <>
      <h1 className="sr-only">Change order</h1>
      {error ? (
        <LoadProblem what="The change order" pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className="max-w-2xl">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="mt-3 mb-6 h-7 w-72 max-w-full" />
          <RowsSkeleton count={3} />
        </div>
      )}
    </>
  )
}

type Answer = 'approve' | 'decline' | 'ask' | null

/** One column, which is not too wide to read. */
const column = 'w-full min-w-0 max-w-2xl lg:max-w-none'

/** The time on screen after which the office sees that a change order was looked at. */
const VIEW_DELAY_MS = 2000

/** Notes on the server that a change order is on screen. */
function useView({ id, version }: Offer, isNoted: boolean) {
  const isShown = useIsShown()
  useEffect(() => {
    if (!isNoted || !isShown || !version) return
    // After a failure, the next visit notes it.
    const note = () => void call(changeOrderRoutes.view, { params: { id } }).catch(() => undefined)
    const timer = setTimeout(note, VIEW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [id, version, isNoted, isShown])
}

function ShownOffer({ offer }: { offer: Offer }) {
  const { status, reason, sentByName, photos, lines, effect, daysAdded, total } = offer
  const me = useMe()
  const may = useMay()
  const [answer, setAnswer] = useOpened<Answer>('offer', null)
  const [isLate, setLate] = useState(false)
  const isOpen = status === 'sent'
  // The server shows it to whom it was sent to.
  const mayAnswer = isOpen && may('changeOrder.answer', { addresseeId: me.id })
  useView(offer, mayAnswer)
  const open = (kind: Answer) => () => {
    setLate(false)
    setAnswer(kind)
  }
  const dialog = {
    offer,
    onClose: () => setAnswer(null),
    onLate: () => {
      setAnswer(null)
      setLate(true)
    },
  }
  return (
    <div
      className={cx(
        'flex flex-col max-lg:[--foot:5rem] lg:grid lg:grid-cols-[minmax(0,1fr)_17rem] lg:items-start lg:gap-x-10 xl:grid-cols-[minmax(0,40rem)_20rem] xl:gap-x-14',
        // Down to the lower edge of the window, where the bar is.
        isOpen &&
          'max-sm:-mb-[calc(10.5rem-var(--bottom-bar))] max-sm:min-h-[calc(100dvh-3.75rem-var(--view-bar)-var(--bottom-bar))] sm:max-lg:-mb-28 sm:max-lg:min-h-[calc(100dvh-4.875rem-var(--view-bar))] print:mb-0! print:min-h-0!',
      )}
    >
      {/* On paper the words come first. */}
      <div className={cx(column, 'flex flex-col')}>
        <OfferPlace offer={offer} />
        {isLate && <LateNotice isOpen={isOpen} />}
        {photos.length > 0 && <OfferPhotos photos={photos} />}
        <OfferStatus offer={offer} />
        <h1 className="mt-1 text-lg tracking-tight">{offer.title}</h1>
        {reason && <p className="mt-2 text-md whitespace-pre-line">{reason}</p>}
        {sentByName && <p className="mt-1 text-ink-2">{sentByName}</p>}
        {lines.length > 0 && (
          <div className="mt-7">
            <OfferLines offer={offer} />
          </div>
        )}
      </div>
      <div className="contents lg:sticky lg:top-[calc(5rem+var(--view-bar))] lg:block">
        <div className={cx(column, 'mt-7 lg:mt-0')}>
          <OfferEffect effect={effect} daysAdded={daysAdded} />
        </div>
        {mayAnswer && (
          <div className="no-print mt-5 mb-6 grid grid-cols-2 gap-2 sm:max-lg:max-w-80">
            <Button size="lg" onClick={open('ask')}>
              Ask a question
            </Button>
            <Button size="lg" variant="quiet" onClick={open('decline')}>
              Decline
            </Button>
          </div>
        )}
        {isOpen && (
          <div className="no-print sticky bottom-(--bottom-bar) z-20 mt-auto border-t border-line-strong bg-surface py-3 max-sm:-mx-4 max-sm:px-4 sm:max-lg:-mx-7 sm:max-lg:px-7 sm:max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:rounded-m lg:border lg:p-4">
            <div
              className={cx(
                column,
                'flex items-center justify-between gap-x-4 gap-y-3 lg:flex-col lg:items-stretch',
              )}
            >
              <OfferTotal total={total} />
              {mayAnswer && (
                <Button size="lg" variant="primary" className="shrink-0" onClick={open('approve')}>
                  Approve
                </Button>
              )}
            </div>
          </div>
        )}
      </div>
      {answer === 'approve' && <ApproveDialog {...dialog} />}
      {answer === 'decline' && <DeclineDialog {...dialog} />}
      {answer === 'ask' && <AskDialog {...dialog} />}
    </div>
  )
}

/** The job that a change order belongs to, and its number. */
function OfferPlace({ offer: { jobId, jobName, number } }: { offer: Offer }) {
  return (
    <div className="mb-2 flex items-center justify-between gap-4 text-sm">
      <div className="min-w-0">
        <Link href={paths.job(jobId)} className="action-link no-print max-w-full gap-1.5">
          <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">Back to </span>
          <span className="min-w-0 truncate">{jobName}</span>
        </Link>
      </div>
      <span className="figures shrink-0 text-ink-2">Change {number}</span>
    </div>
  )
}

/** Says that an answer was not taken, since the change order was another one by then. */
function LateNotice({ isOpen }: { isOpen: boolean }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div ref={container} tabIndex={-1} className="mb-4 scroll-mt-30 rounded-s outline-none">
      <Alert tone="warn">
        <p className="font-medium">
          {isOpen ? 'This changed while you read it.' : 'This is no longer open.'}
        </p>
        <p>
          {isOpen
            ? 'Your answer was not sent. This is the new version: please read it, then answer.'
            : 'Your answer was not sent.'}
        </p>
      </Alert>
    </div>
  )
}
