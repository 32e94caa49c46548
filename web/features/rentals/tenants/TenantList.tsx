import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import type { Tenant } from '@plumbline/contract/tenants.ts'
import { type ReactNode, useId } from 'react'
import { fullName } from '../../../api/people.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { Panel } from '../../../ui/Card.tsx'
import { toneText } from '../../../ui/status.ts'
import { amountText, balanceOf, expiryOf, leaseDates } from './api.ts'
import { LeaseBadge } from './LeaseBadge.tsx'

const columns = '@4xl:grid @4xl:grid-cols-[minmax(0,1fr)_12.5rem_6.5rem_7.5rem_8.5rem] @4xl:gap-x-4'

/** Tenants as a table, or as cards on a narrow screen. */
export function TenantList({ tenants, busy }: { tenants: readonly Tenant[]; busy: boolean }) {
  return (
    <div className="@container">
      <Panel>
        <div
          aria-hidden
          className={`hidden border-b border-line px-4 py-2 text-xs text-ink-3 ${columns}`}
        >
          <span>Tenant</span>
          <span>Lease</span>
          <span className="text-right">Rent</span>
          <span className="text-right">Deposit</span>
          <span className="text-right">Balance</span>
        </div>
        <ul aria-label="Tenants" aria-busy={busy}>
          {tenants.map((tenant) => (
            <Row key={tenant.id} tenant={tenant} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

const lineLink = 'hover:underline touch:inline-block'

function Row({ tenant }: { tenant: Tenant }) {
  const nameId = useId()
  const expiry = expiryOf(tenant)
  const balance = balanceOf(centsOf(tenant.balance))
  return (
    <li
      aria-labelledby={nameId}
      className={`border-t border-line px-4 py-3 first:border-t-0 @4xl:items-center @4xl:hover:bg-sunken/50 ${columns}`}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            href={paths.tenant(tenant.id)}
            className={`font-medium wrap-anywhere touch:-mt-3 touch:pt-4 touch:pb-2 ${lineLink}`}
          >
            <span id={nameId}>{fullName(tenant)}</span>
          </Link>
          {tenant.leaseState !== 'current' && <LeaseBadge state={tenant.leaseState} />}
        </div>
        {tenant.propertyId ? (
          <p className="text-sm text-ink-2">
            <Link
              href={paths.rentalProperty(tenant.propertyId)}
              className={`touch:relative touch:-mb-6 touch:pt-0.5 touch:pb-6 ${lineLink}`}
            >
              {tenant.propertyAddress ?? 'Property'}
            </Link>
          </p>
        ) : (
          <p className="text-sm text-ink-2">No property</p>
        )}
      </div>
      <dl className="grid grid-cols-[1.7fr_1fr] gap-x-3 gap-y-2 mt-2 sm:grid-cols-[1.7fr_1fr_1fr_1fr] @4xl:contents">
        <Cell name="Lease" note={expiry}>
          {leaseDates(tenant)}
        </Cell>
        <Cell name="Rent" className="max-sm:order-last @4xl:text-right">
          {amountText(tenant.rentToday)}
        </Cell>
        <Cell
          name="Deposit"
          className="max-sm:order-last @4xl:text-right"
          note={{ text: `of ${amountText(tenant.securityDeposit)}`, tone: 'neutral' }}
        >
          {formatDollars(tenant.depositHeld)}
        </Cell>
        <Cell name="Balance" className="@4xl:text-right">
          <b className={toneText[balance.tone]}>{balance.text}</b>
        </Cell>
      </dl>
    </li>
  )
}

interface CellProps {
  /** The column heading, shown as a label in a card. */
  name: string
  /** A second line. */
  note?: ReturnType<typeof expiryOf>
  className?: string
  children: ReactNode
}

function Cell({ name, note, className = '', children }: CellProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-xs text-ink-3 @4xl:sr-only">{name}</dt>
      <dd className="figures">{children}</dd>
      {note?.text && <dd className={`figures text-sm ${toneText[note.tone]}`}>{note.text}</dd>}
    </div>
  )
}
