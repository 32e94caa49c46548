import type { Contract } from '@plumbline/contract/changeOrders.ts'
import { dayIn, shortDay } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { plural } from '../../ui/format.ts'
import { MarkedWord } from '../../ui/StatusWord.tsx'
import { changeName } from './api.ts'
import { changeDetail, columnCents, signedColumn } from './contractTexts.ts'
import { changeStatusStyles } from './statuses.ts'

type Change = Contract['changes'][number]

interface ContractRowsProps {
  job: Pick<Job, 'bidId'>
  contract: Contract
  /** Whether it is for the office, which sees what the client does not. */
  isOffice: boolean
}

/** The parts of the contract with their sum, and then what is not part of it. */
export function ContractRows({ job, contract, isOffice }: ContractRowsProps) {
  const { current, daysAdded, changes } = contract
  const approved = changes.filter(({ status }) => status === 'approved')
  const others = changes.filter(({ status }) => status !== 'approved')
  return (
    <div className="border-t border-line-strong">
      <ul aria-label="Contract" className="open-rows">
        <OriginalRow bidId={isOffice ? job.bidId : null} contract={contract} />
        {approved.map((change) => (
          <ChangeRow key={change.id} change={change} isOffice={isOffice} />
        ))}
        {changes.length > 0 && (
          <Row
            name="Current contract"
            daysAdded={daysAdded}
            amount={columnCents(current)}
            className="font-bold before:border-line-strong!"
          />
        )}
        {others.map((change, index) => (
          <ChangeRow
            key={change.id}
            change={change}
            isOffice={isOffice}
            // Their amounts are no part of the sum.
            className={cx(
              change.status === 'sent' ? '*:last:text-ink-2' : 'text-ink-2',
              index === 0 && 'before:border-line-strong!',
            )}
          />
        ))}
      </ul>
    </div>
  )
}

interface OriginalRowProps {
  /** The bid of the job, for those who may open it. */
  bidId: string | null
  contract: Contract
}

function OriginalRow({ bidId, contract: { original, proposal } }: OriginalRowProps) {
  const { timeZone } = useCompany()
  const today = useToday()
  const amount = columnCents(original)
  if (!proposal) return <Row name="Original amount" amount={amount} />
  const { number, signedBy, signedAt } = proposal
  const day = shortDay(dayIn(timeZone, new Date(signedAt)), today)
  return (
    <Row
      status={
        <MarkedWord tone="good" mark="dot">
          Signed
        </MarkedWord>
      }
      name="Signed proposal"
      href={bidId === null ? undefined : paths.bid(bidId)}
      detail={`${number}, ${signedBy}, ${day}`}
      copy={{ id: proposal.id, label: `Signed copy of ${number}` }}
      amount={amount}
    />
  )
}

interface ChangeRowProps {
  change: Change
  isOffice: boolean
  className?: string
}

function ChangeRow({ change, isOffice, className }: ChangeRowProps) {
  const { timeZone } = useCompany()
  const today = useToday()
  const { id, number, status, total, daysAdded, proposalId } = change
  const { label, tone, mark } = changeStatusStyles[status]
  return (
    <Row
      status={
        <MarkedWord tone={tone} mark={mark}>
          {label}
        </MarkedWord>
      }
      name={changeName(change)}
      href={paths.changeOrder(id)}
      detail={changeDetail(change, { today, timeZone, isOffice })}
      copy={
        status === 'approved' && proposalId
          ? { id: proposalId, label: `Signed copy of change ${number}` }
          : undefined
      }
      daysAdded={daysAdded}
      amount={signedColumn(total)}
      className={className}
    />
  )
}

interface RowProps {
  status?: ReactNode
  name: string
  href?: string | undefined
  detail?: string
  /** The version whose document is the signed copy, and the name of the link. */
  copy?: { readonly id: string; readonly label: string } | undefined
  daysAdded?: number
  amount: string
  className?: string | undefined
}

/** In columns where there is room; otherwise the status is below the name. */
function Row({ status, name, href, detail, copy, daysAdded = 0, amount, className }: RowProps) {
  return (
    <li
      className={cx(
        'open-row grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1 py-2.5 @xl:grid-cols-[6rem_minmax(0,1fr)_4.5rem_7rem] @xl:gap-x-4',
        className,
      )}
    >
      <span className="@max-xl:row-start-2 @max-xl:text-sm">{status}</span>
      <p className="min-w-0 wrap-anywhere @max-xl:contents">
        {href ? (
          // The whole row opens it.
          <Link
            href={href}
            className="font-medium after:absolute after:inset-0 hover:underline @max-xl:col-span-2"
          >
            {name}
          </Link>
        ) : (
          <span className={cx(status !== undefined && 'font-medium', '@max-xl:col-span-2')}>
            {name}
          </span>
        )}{' '}
        <span className="text-sm font-normal text-ink-2 @max-xl:row-start-2">
          {detail}{' '}
          {copy && (
            <a
              href={`/api/proposals/${copy.id}/document.pdf`}
              target="_blank"
              rel="noopener"
              aria-label={copy.label}
              className="touch-target relative whitespace-nowrap underline underline-offset-3 hover:text-ink"
            >
              Signed copy
            </a>
          )}
        </span>
      </p>
      <span className="figures text-right text-sm font-normal text-ink-2 @max-xl:col-start-3 @max-xl:row-start-2">
        {daysAdded > 0 && plural(daysAdded, 'day', 'days')}
      </span>
      <span className="figures text-right @max-xl:col-start-3 @max-xl:row-start-1">{amount}</span>
    </li>
  )
}
