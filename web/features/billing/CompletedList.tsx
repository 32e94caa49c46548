import type { CompletedJob } from '@plumbline/contract/billing.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useId } from 'react'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Panel } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { StatusStyle } from '../../ui/status.ts'
import { customerNameOf } from '../jobs/api.ts'
import { type CompletedAction, CompletedMenu } from './CompletedMenu.tsx'
import { badgeOf, type UnknownPayment } from './payment.ts'

const MarkPaid = lazyPart(async () => ({
  default: (await import('./MarkPaid.tsx')).MarkPaid,
}))
const CreateInvoice = lazyPart(async () => ({
  default: (await import('../invoices/InvoiceForm.tsx')).CreateInvoice,
}))

interface CompletedListProps {
  jobs: readonly CompletedJob[]
  /** The badge of a job without invoices and without a mark. */
  unknown: UnknownPayment
}

interface Opened {
  readonly kind: CompletedAction
  readonly jobId: string
}

/** Completed jobs as a ledger: job, client, end date, amount and payment. */
export function CompletedList({ jobs, unknown }: CompletedListProps) {
  const [opened, setOpened] = useOpened<Opened | null>('completed job', null)
  const close = () => setOpened(null)
  const job = jobs.find(({ id }) => id === opened?.jobId)
  return (
    <Panel className="@container">
      <ul>
        {jobs.map((one) => (
          <Row
            key={one.id}
            job={one}
            badge={badgeOf(one, unknown)}
            onAction={(kind) => setOpened({ kind, jobId: one.id })}
          />
        ))}
      </ul>
      {opened?.kind === 'markPaid' && job && <MarkPaid job={job} onClose={close} />}
      {opened?.kind === 'invoice' && job && <CreateInvoice jobId={job.id} onClose={close} />}
    </Panel>
  )
}

interface RowProps {
  job: CompletedJob
  badge: StatusStyle
  onAction: (action: CompletedAction) => void
}

function Row({ job, badge, onAction }: RowProps) {
  const nameId = useId()
  return (
    <li className="grid items-center gap-x-3 gap-y-2 @4xl:gap-x-5 border-t border-line px-4 py-3 first:border-t-0 @max-2xl:grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,8fr)_minmax(0,6fr)_6.5rem_7rem_8.5rem_auto_auto] @2xl:hover:bg-sunken/50 print:grid-cols-[minmax(0,1fr)_minmax(0,8rem)_6rem_7rem_8.5rem]! print:break-inside-avoid">
      <div className="min-w-0">
        <h2 id={nameId} className="text-base font-medium">
          {job.name}
        </h2>
        <p className="text-sm text-ink-2">{job.address || 'No address'}</p>
      </div>
      <p className="min-w-0 text-ink-2 @max-2xl:col-span-2 @max-2xl:-mt-1 @max-2xl:text-sm print:text-base! print:col-span-1! print:mt-0!">
        {customerNameOf(job) || 'No client'}
      </p>
      <p className="figures text-ink-2">{formatDay(job.endDate)}</p>
      <p className="figures text-right font-bold">{formatCents(job.approvedAmount)}</p>
      <div>
        <Badge variant={badge.variant} tone={badge.tone} mark={badge.mark}>
          {badge.label}
        </Badge>
      </div>
      <Link
        href={paths.job(job.id)}
        aria-describedby={nameId}
        className="action-link no-print text-sm @max-2xl:justify-self-end"
      >
        View Details
      </Link>
      {/* Beside the name on a phone. */}
      <span className="no-print w-8 touch:w-11 @max-2xl:col-start-2 @max-2xl:row-start-1 @max-2xl:justify-self-end">
        <CompletedMenu job={job} onAction={onAction} />
      </span>
    </li>
  )
}
