import { formatDay, shortDay } from '@plumbline/contract/dates.ts'
import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import {
  type RentalIncome,
  type RentCell,
  type RentMonth,
  rentalIncomeRoutes,
} from '@plumbline/contract/rentalIncome.ts'
import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useWrite } from '../../../api/write.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { Alert, LoadProblem } from '../../../ui/Alert.tsx'
import { StatusMark } from '../../../ui/Badge.tsx'
import { Button, buttonVariants } from '../../../ui/Button.tsx'
import { plural } from '../../../ui/format.ts'
import { Skeleton, Skeletons } from '../../../ui/Loading.tsx'
import { callUrl, mailUrl } from '../../../ui/Person.tsx'
import { phoneText } from '../../../ui/phone.ts'
import { correctionOf, EntryAmount } from '../Correction.tsx'
import { isCorrectable, rentMonthQuery } from './api.ts'
import { openOf } from './grid.ts'
import type { Prefill } from './RecordPayment.tsx'

type Lease = RentMonth['leases'][number]

/** The month of a home whose panel is opened. */
export interface OpenedMonth {
  readonly propertyId: string
  readonly address: string
  readonly cell: RentCell
}

interface CellPanelProps extends OpenedMonth {
  today: string
  /** Called after the amount was recorded. */
  onDone: () => void
  onOther: (prefill: Prefill) => void
  onCorrect: (entry: RentalIncome) => void
}

/** `229 N Douglas Ave, B · Nov 2026`. */
export const monthTitle = ({ address, cell }: OpenedMonth) =>
  `${address} · ${formatMonth(cell.month)}`

/** The number of days that a month is late. Renders nothing for other months. */
export function LateState({ cell }: { cell: RentCell }) {
  if (cell.state !== 'missing' && cell.state !== 'part') return null
  const isMissing = cell.state === 'missing'
  return (
    <span
      className={`flex items-center gap-1.5 text-sm whitespace-nowrap ${isMissing ? 'text-bad' : 'text-warn'}`}
    >
      <StatusMark mark={isMissing ? 'diamond' : 'half'} />
      {plural(cell.daysLate ?? 0, 'day', 'days')} late
    </span>
  )
}

/**
 * The rent owed for a month of a home. The open amount is recorded with one click, and received
 * amounts can be corrected.
 */
export function CellPanel({ propertyId, cell, today, ...actions }: CellPanelProps) {
  const { data, error, isFetching, refetch } = useQuery(rentMonthQuery(propertyId, cell.month))
  if (!data) {
    if (error)
      return <LoadProblem what="The month" pending={isFetching} onRetry={() => void refetch()} />
    return (
      <Skeletons count={2} className="flex flex-col gap-2">
        <Skeleton className="h-4 w-3/4" />
      </Skeletons>
    )
  }
  const { leases, entries } = data
  return (
    <div className="flex flex-col gap-3">
      {leases.map((lease, n) => (
        <LeaseMonth
          key={lease.tenantId}
          lease={lease}
          propertyId={propertyId}
          month={cell.month}
          today={today}
          isFirst={n === 0}
          {...actions}
        />
      ))}
      {leases.length === 0 && (
        <div className="flex items-center gap-2">
          <p className="flex-1 text-ink-2">No lease in this month.</p>
          <Button size="sm" onClick={() => actions.onOther({ propertyId, rentMonth: cell.month })}>
            Record a payment
          </Button>
        </div>
      )}
      {entries.length > 0 && <Entries entries={entries} onCorrect={actions.onCorrect} />}
    </div>
  )
}

/** `always paid within 10 days so far`, or null for a new tenant. */
function habitText({ months, mostDays }: Lease['paidBefore']): string | null {
  if (months === 0) return null
  if (mostDays <= 0) return 'always paid by the due day so far'
  return `always paid within ${plural(mostDays, 'day', 'days')} so far`
}

interface LeaseMonthProps extends Omit<CellPanelProps, 'cell' | 'address' | 'onCorrect'> {
  lease: Lease
  month: string
  /** Whether its button receives the focus, so that Enter records the rent. */
  isFirst: boolean
}

function LeaseMonth({
  lease,
  propertyId,
  month,
  today,
  isFirst,
  onDone,
  onOther,
}: LeaseMonthProps) {
  const { tenantId, tenantName, dueOn, paidBefore, phone, email } = lease
  const open = openOf(lease)
  const isOpen = centsOf(open) > 0
  const first = useRef<HTMLDivElement>(null)
  const undo = useWrite(rentalIncomeRoutes.reverse, {
    success: 'Undone: the books have the payment and its reversal',
    failure: 'Failed to undo the payment',
  })
  const record = useWrite(rentalIncomeRoutes.create, {
    success: ({ id }) => ({
      title: 'Success',
      description: `${formatDollars(open)} from ${tenantName} recorded`,
      action: {
        label: 'Undo',
        onClick: () =>
          undo.mutate({ params: { id }, body: { description: 'Recorded by mistake' } }),
      },
    }),
    failure: 'Failed to record the payment',
    onSuccess: onDone,
  })
  useEffect(() => {
    if (!isFirst) return
    // Wait until the panel itself has received the focus.
    const timer = setTimeout(() => first.current?.querySelector('button')?.focus())
    return () => clearTimeout(timer)
  }, [isFirst])
  return (
    <div>
      <p className="text-sm text-pretty text-ink-2">
        {[tenantName, `due ${shortDay(dueOn, today)}`, habitText(paidBefore)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div ref={first} className="mt-2.5 flex flex-wrap items-center gap-2">
        {isOpen ? (
          <Button
            pending={record.isPending}
            className="max-sm:w-full"
            onClick={() =>
              record.mutate({
                body: {
                  ...{ propertyId, tenantId, amount: open, incomeType: 'Rent' },
                  ...{ dateReceived: today, rentMonth: month },
                },
              })
            }
          >
            {`Received ${formatDollars(open)}`}
          </Button>
        ) : (
          <span className="figures text-good">{`${formatDollars(lease.received)} received`}</span>
        )}
        <Button variant="quiet" onClick={() => onOther({ propertyId, tenantId, rentMonth: month })}>
          Other amount
        </Button>
        <span className="ml-auto flex">
          {phone && (
            <Contact href={callUrl(phone)} label={`Call ${tenantName}, ${phoneText(phone)}`}>
              <Phone aria-hidden />
            </Contact>
          )}
          {email && (
            <Contact href={mailUrl(email)} label={`Email ${tenantName}, ${email}`}>
              <Mail aria-hidden />
            </Contact>
          )}
        </span>
      </div>
      {record.problem && <Alert className="mt-2.5">{record.problem}</Alert>}
    </div>
  )
}

function Contact({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      className={buttonVariants({ variant: 'quiet', size: 'icon' })}
    >
      {children}
    </a>
  )
}

/** The payments received for the month, with their reversals. */
function Entries({
  entries,
  onCorrect,
}: {
  entries: readonly RentalIncome[]
  onCorrect: (entry: RentalIncome) => void
}) {
  return (
    <ul aria-label="Payments" className="border-t border-line pt-1.5">
      {entries.map((entry) => {
        const words = [
          formatDay(entry.dateReceived),
          entry.paymentMethod,
          correctionOf(entry)?.toLowerCase(),
        ]
        return (
          <li key={entry.id} className="flex min-h-8 items-center gap-2 text-sm">
            <EntryAmount entry={entry} />
            <span className="min-w-0 flex-1 truncate text-ink-2">
              {words.filter(Boolean).join(' · ')}
            </span>
            {isCorrectable(entry) && (
              <Button variant="quiet" size="sm" onClick={() => onCorrect(entry)}>
                Correct
              </Button>
            )}
            <Link href={paths.rentalReceipt(entry.id)} className="action-link text-sm">
              Receipt
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
