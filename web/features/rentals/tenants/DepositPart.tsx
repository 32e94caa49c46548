import { formatDay } from '@plumbline/contract/dates.ts'
import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import {
  type DepositReturn,
  type Deposits,
  type Tenant,
  tenantRoutes,
} from '@plumbline/contract/tenants.ts'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../../api/people.ts'
import { useOpened } from '../../../api/typed.ts'
import { ConfirmWrite } from '../../../forms/ConfirmWrite.tsx'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { LoadProblem } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, buttonVariants } from '../../../ui/Button.tsx'
import { Facts, TitledPanel } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { amountText, depositsQuery } from './api.ts'

const ReturnDeposit = lazyPart(async () => ({
  default: (await import('./ReturnDeposit.tsx')).ReturnDeposit,
}))

/** A tenant's deposit: the amount held, and its returns and deductions. */
export function DepositPart({ tenant }: { tenant: Tenant }) {
  const deposits = useQuery(depositsQuery(tenant.id))
  const [dialog, setDialog] = useOpened<'return' | DepositReturn | null>('deposit', null)
  const { data } = deposits
  const close = () => setDialog(null)
  return (
    <TitledPanel
      title="Deposit"
      action={
        data && (
          <div className="flex flex-wrap justify-end gap-2">
            <RecordDeposit tenant={tenant} deposits={data} />
            {centsOf(data.held) > 0 && (
              <Button size="sm" onClick={() => setDialog('return')}>
                Return Deposit
              </Button>
            )}
          </div>
        )
      }
    >
      {data ? (
        <Held deposits={data} onReverse={setDialog} />
      ) : deposits.error ? (
        <LoadProblem
          what="The deposit"
          pending={deposits.isFetching}
          onRetry={() => void deposits.refetch()}
        />
      ) : (
        <Skeleton className="h-16" />
      )}
      {data && dialog === 'return' && (
        <ReturnDeposit tenant={tenant} held={data.held} onClose={close} />
      )}
      {dialog !== null && dialog !== 'return' && (
        <ConfirmWrite
          row={tenantRoutes.reverseReturn}
          args={{ params: { id: dialog.id } }}
          title={`Reverse the return of ${formatDollars(dialog.amount)}?`}
          confirmLabel="Reverse"
          success="Deposit return reversed"
          failure="Failed to reverse the deposit return"
          onClose={close}
        >
          An entry of the opposite amount is added, and one for each amount that was kept. The
          deposit of {fullName(tenant)} is held again.
        </ConfirmWrite>
      )}
    </TitledPanel>
  )
}

/**
 * Links to the dialog that records the missing part of the agreed deposit. Hidden once any of it
 * was returned or deducted.
 */
function RecordDeposit({ tenant, deposits }: { tenant: Tenant; deposits: Deposits }) {
  const { propertyId, id } = tenant
  const { agreed, received, returned, deducted } = deposits
  const open = agreed ? centsOf(agreed) - centsOf(received) : 0
  const isSettled = centsOf(returned) > 0 || centsOf(deducted) > 0
  if (!propertyId || open <= 0 || isSettled) return null
  return (
    <Link
      href={paths.rentalProperties({
        ...{ tab: 'income', new: 'rent', forProperty: propertyId, forTenant: id },
        ...{ forKind: 'deposit', forAmount: dollarsFromCents(open) },
      })}
      className={buttonVariants({ size: 'sm' })}
    >
      Record Deposit
    </Link>
  )
}

interface HeldProps {
  deposits: Deposits
  onReverse: (entry: DepositReturn) => void
}

function Held({ deposits, onReverse }: HeldProps) {
  return (
    <>
      <Facts
        className="sm:grid-cols-3"
        items={[
          ['Held', <b key="held">{formatDollars(deposits.held)}</b>],
          ['Agreed', amountText(deposits.agreed)],
          ['Received', formatDollars(deposits.received)],
          ['Returned', formatDollars(deposits.returned)],
          ['Kept', formatDollars(deposits.deducted)],
        ]}
      />
      {deposits.returns.length > 0 && (
        <ol aria-label="Returns of the deposit" className="mt-3">
          {deposits.returns.map((entry) => (
            <ReturnLine key={entry.id} entry={entry} onReverse={() => onReverse(entry)} />
          ))}
        </ol>
      )}
    </>
  )
}

function ReturnLine({ entry, onReverse }: { entry: DepositReturn; onReverse: () => void }) {
  const {
    returnedOn,
    amount,
    paymentMethod,
    notes,
    deductions,
    reversesId,
    reversedById,
    recordedByName,
  } = entry
  return (
    <li className="border-t border-line py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="figures flex-1">
          <b>{formatDollars(amount)}</b> {reversesId ? 'reversed' : 'returned'}
          <span className="block text-sm text-ink-2">
            {[formatDay(returnedOn), paymentMethod, recordedByName && `by ${recordedByName}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        {reversedById && <Badge variant="outline">Reversed</Badge>}
        {!reversesId && !reversedById && (
          <Button size="sm" className="no-print" onClick={onReverse}>
            Reverse
          </Button>
        )}
      </div>
      {deductions.map(({ id, description, amount: deducted }) => (
        <p key={id} className="figures mt-1 flex gap-3 text-sm">
          <span className="min-w-0 flex-1 wrap-anywhere">Kept for {description}</span>
          <span>{formatDollars(deducted)}</span>
        </p>
      ))}
      {notes && <p className="mt-1 text-sm whitespace-pre-wrap text-ink-2">{notes}</p>}
    </li>
  )
}
