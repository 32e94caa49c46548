import type { ChangeOrder } from '@plumbline/contract/changeOrders.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { isMissing } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { ScreenPaper } from '../../print/Paper.tsx'
import { Link } from '../../screens/Link.tsx'
import { useRememberOpened } from '../../screens/recent.ts'
import { Badge } from '../../ui/Badge.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { ClampedText } from '../../ui/ClampedText.tsx'
import { PhotoThumbs } from '../photos/PhotoThumbs.tsx'
import { ProposalPanel } from '../proposals/ProposalPanel.tsx'
import { changeName, changeOrderQuery, hasContent } from './api.ts'
import { ChangeEffect } from './ChangeEffect.tsx'
import { ChangeOrderActions } from './ChangeOrderActions.tsx'
import { ChangeOrderLines } from './ChangeOrderLines.tsx'
import { ChangeOrderNotFound } from './ChangeOrderNotFound.tsx'
import { changeStatusStyles } from './statuses.ts'

/** All of a change order, for the office. */
export function OfficeChangeOrder({ id }: { id: string }) {
  const { data: changeOrder, error } = useSuspenseQuery(changeOrderQuery(id))
  useRememberOpened(
    isMissing(error)
      ? null
      : {
          ...{ kind: 'changeOrder', href: paths.changeOrder(id), label: changeName(changeOrder) },
          detail: changeOrder.jobName,
        },
  )
  if (isMissing(error)) return <ChangeOrderNotFound />
  const { jobId, jobName, reason, photoIds, effect, number } = changeOrder
  return (
    <>
      {/* The screen has costs, which are not for the customer. */}
      <ScreenPaper>
        <p>“Open”, beside the version that was sent, prints it as the customer gets it.</p>
      </ScreenPaper>
      <Link href={paths.job(jobId)} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
        Back to {jobName}
      </Link>
      <Head changeOrder={changeOrder} />
      <div className="mt-5 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {reason && (
            <TitledPanel title="Reason">
              <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{reason}</p>
            </TitledPanel>
          )}
          <ChangeOrderLines changeOrder={changeOrder} />
          {photoIds.length > 0 && (
            <TitledPanel title="Photos" count={photoIds.length}>
              <PhotoThumbs {...{ jobId, photoIds }} label="Photos of this change order" />
            </TitledPanel>
          )}
        </div>
        <aside
          aria-label="Effect and answer"
          className="flex min-w-0 flex-col gap-8 max-lg:row-start-1"
        >
          <Acceptance changeOrder={changeOrder} />
          <div>
            <ProposalPanel
              source={{ kind: 'changeOrder', id, name: jobName }}
              customerEmail={changeOrder.customerEmail}
              customerPhone={changeOrder.customerPhone}
              isDecided={changeOrder.status === 'approved'}
              version={changeOrder.updatedAt}
              total={hasContent(changeOrder) ? changeOrder.total : null}
              differs={changeOrder.differsFromSent}
            />
            {changeOrder.status === 'sent' && changeOrder.clientName !== null && (
              <p className="mt-3 text-sm wrap-anywhere text-ink-2">
                {changeOrder.clientName} can answer it on the page of the job, too.
              </p>
            )}
          </div>
          {effect && (
            <TitledPanel title={`If change ${number} is approved`}>
              <ChangeEffect changeOrder={changeOrder} effect={effect} />
            </TitledPanel>
          )}
        </aside>
      </div>
    </>
  )
}

/** The person of the office who approved it for the customer, and how the customer said yes. */
function Acceptance({ changeOrder: { acceptedByName, acceptNote } }: { changeOrder: ChangeOrder }) {
  if (acceptNote === null) return null
  return (
    <TitledPanel title="Approval">
      <p className="mb-1 wrap-anywhere">
        Approved by {acceptedByName ?? 'the office'} for the customer
      </p>
      <div className="text-sm text-ink-2">
        <ClampedText>{acceptNote}</ClampedText>
      </div>
    </TitledPanel>
  )
}

function Head({ changeOrder }: { changeOrder: ChangeOrder }) {
  const { label, tone, mark } = changeStatusStyles[changeOrder.status]
  return (
    <div className="@container">
      <Badge variant="outline" tone={tone} mark={mark}>
        {label}
      </Badge>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="min-w-60 flex-1 text-lg tracking-tight wrap-anywhere">
          {changeName(changeOrder)}
        </h1>
        <ChangeOrderActions changeOrder={changeOrder} />
      </div>
    </div>
  )
}
