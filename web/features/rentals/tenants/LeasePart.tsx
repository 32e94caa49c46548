import { addDays, formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { type LeaseChange, type Tenant, tenantRoutes } from '@plumbline/contract/tenants.ts'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ConfirmWrite } from '../../../forms/ConfirmWrite.tsx'
import { QueryList } from '../../../screens/QueryList.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts, TitledPanel } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { amountText, leaseChangesQuery, openDay } from './api.ts'

/** The terms of the lease and its later changes. */
export function LeasePart({ tenant }: { tenant: Tenant }) {
  const changes = useQuery(leaseChangesQuery(tenant.id))
  const [removing, setRemoving] = useState<LeaseChange | null>(null)
  const { leaseStart, leaseEnd } = tenant
  return (
    <TitledPanel title="Lease">
      {leaseStart ? (
        <Facts
          className="sm:grid-cols-4"
          items={[
            ['First Day', formatDay(leaseStart)],
            ['Last Day', openDay(leaseEnd)],
            ['Rent', amountText(tenant.rentToday)],
            ['Security Deposit', amountText(tenant.securityDeposit)],
            ...(tenant.rentFrom ? [['Rent Counts From', formatDay(tenant.rentFrom)] as const] : []),
          ]}
        />
      ) : (
        <p className="text-ink-2">No lease yet: edit the tenant to enter its first day</p>
      )}
      {leaseStart && (
        <QueryList
          list={changes}
          noun="the history of the lease"
          skeleton={<Skeleton className="h-16" />}
          empty={
            <ol aria-label="History of the lease" className="mt-3">
              <Start tenant={tenant} />
            </ol>
          }
        >
          {(list) => (
            <ol aria-label="History of the lease" className="mt-3">
              <Start tenant={tenant} />
              {list.map((change, at) => (
                <Line
                  key={change.id}
                  day={change.startsOn}
                  text={isGap(change, list[at + 1]) ? 'Home empty' : changeText(change)}
                >
                  {at === list.length - 1 && (
                    <Button size="sm" onClick={() => setRemoving(change)}>
                      <Undo2 aria-hidden />
                      Take Back
                    </Button>
                  )}
                </Line>
              ))}
            </ol>
          )}
        </QueryList>
      )}
      {removing && (
        <ConfirmWrite
          row={tenantRoutes.removeLeaseChange}
          args={{ params: { id: removing.id } }}
          title={
            removing.kind === 'renewal' ? 'Take back the renewal?' : 'Take back the change of rent?'
          }
          confirmLabel="Take Back"
          success="Change of the lease taken back"
          failure="Failed to take back the change"
          onClose={() => setRemoving(null)}
        >
          {removing.kind === 'renewal' &&
            tenant.status === 'active' &&
            `${endText(removing.previousEnd)} `}
          The rent before it holds again from {formatDay(removing.startsOn)} on.
        </ConfirmWrite>
      )}
    </TitledPanel>
  )
}

const endText = (day: string | null) =>
  day ? `The lease ends on ${formatDay(day)} again.` : 'The lease is open again.'

/** Whether a change begins the days without a lease before a renewal. */
const isGap = ({ kind, startsOn }: LeaseChange, next: LeaseChange | undefined) =>
  kind === 'rent' && !!next?.previousEnd && addDays(next.previousEnd, 1) === startsOn

/** `Renewed to Jun 30, 2028 at $1,900.00`. */
function changeText({ kind, monthlyRent, leaseEnd }: LeaseChange): string {
  if (kind === 'rent') return `Rent changed to ${formatDollars(monthlyRent)}`
  const newEnd = leaseEnd ? `to ${formatDay(leaseEnd)}` : 'without an end'
  return `Renewed ${newEnd} at ${formatDollars(monthlyRent)}`
}

function Start({ tenant: { leaseStart, monthlyRent } }: { tenant: Tenant }) {
  return <Line day={leaseStart} text={`Lease began at ${formatDollars(monthlyRent)}`} />
}

function Line({ day, text, children }: { day: string | null; text: string; children?: ReactNode }) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2">
      <span className="figures w-28 shrink-0 text-sm text-ink-2">{formatDay(day)}</span>
      <span className="figures min-w-40 flex-1">{text}</span>
      <span className="no-print ml-auto">{children}</span>
    </li>
  )
}
