import { formatDay } from '@plumbline/contract/dates.ts'
import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import { type RentState, rentStateOf } from '@plumbline/contract/rent.ts'
import type { LedgerMonth, Tenant } from '@plumbline/contract/tenants.ts'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { useToday } from '../../../screens/days.ts'
import { Link } from '../../../screens/Link.tsx'
import { QueryList } from '../../../screens/QueryList.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TitledPanel } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { type Tone, toneText } from '../../../ui/status.ts'
import { balanceOf, ledgerQuery, openCentsOf } from './api.ts'

/** The rent owed and paid by month. The open amounts sum to the balance. */
export function Ledger({ tenant }: { tenant: Tenant }) {
  const ledger = useQuery(ledgerQuery(tenant.id))
  return (
    <TitledPanel
      title="Rent by Month"
      action={
        <Button size="sm" onClick={() => print()}>
          <Printer aria-hidden />
          Print
        </Button>
      }
    >
      <QueryList
        list={ledger}
        noun="the rent by month"
        skeleton={<Skeleton className="h-32" />}
        empty={<p className="text-ink-2">No rent is expected yet</p>}
      >
        {(months) => <Months months={months} tenantId={tenant.id} />}
      </QueryList>
    </TitledPanel>
  )
}

const cell = 'px-2 py-2.5 text-right align-top first:pl-0 first:text-left last:pr-0 max-sm:px-1'
const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)

function Months({ months, tenantId }: { months: readonly LedgerMonth[]; tenantId: string }) {
  const due = months.filter(({ isDue }) => isDue)
  const balance = balanceOf(sum(months.map(openCentsOf)))
  return (
    <table
      aria-label="Rent by month"
      className="figures w-full border-collapse max-sm:text-sm max-[24rem]:text-xs sm:table-fixed"
    >
      <thead className="text-xs text-ink-3">
        <tr className="*:font-normal">
          <th scope="col" className={cell}>
            Month
          </th>
          <th scope="col" className={cell}>
            Expected
          </th>
          <th scope="col" className={cell}>
            Received
          </th>
          <th scope="col" className={cell}>
            Open
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <Row key={month.month} month={month} tenantId={tenantId} />
        ))}
      </tbody>
      <tfoot className="font-bold">
        <tr className="border-t border-line-strong">
          <th scope="row" className={cell}>
            Balance
          </th>
          <td className={cell}>{formatCents(sum(due.map((month) => centsOf(month.expected))))}</td>
          <td className={cell}>
            {formatCents(sum(months.map((month) => centsOf(month.received))))}
          </td>
          <td className={`${cell} ${toneText[balance.tone]}`}>{balance.text}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const stateTones: Readonly<Record<RentState, Tone>> = {
  none: 'neutral',
  open: 'neutral',
  paid: 'good',
  paidLate: 'warn',
  part: 'warn',
  missing: 'bad',
  extra: 'info',
}

/** The state of a month: `Paid late Nov 9`, `Due Dec 1`. */
function stateText(state: RentState, { dueOn, paidOn }: LedgerMonth): string {
  const paid = paidOn ? ` ${formatDay(paidOn)}` : ''
  const texts: Readonly<Record<RentState, string>> = {
    none: '',
    open: dueOn ? `Due ${formatDay(dueOn)}` : '',
    paid: `Paid${paid}`,
    paidLate: `Paid late${paid}`,
    part: 'Part paid',
    missing: dueOn ? `Late, was due ${formatDay(dueOn)}` : 'Late',
    extra: 'No rent expected',
  }
  return texts[state]
}

function Row({ month, tenantId }: { month: LedgerMonth; tenantId: string }) {
  const today = useToday()
  const { expected, received, dueOn, paidOn, isDue } = month
  const state = rentStateOf(
    { expected: centsOf(expected), received: centsOf(received), dueOn, paidOn },
    today,
  )
  const open = openCentsOf(month)
  return (
    <tr className="border-t border-line">
      <th scope="row" className={`${cell} font-normal`}>
        <span className="block font-medium">{formatMonth(month.month)}</span>
        <span className={`block text-sm ${toneText[stateTones[state]]}`}>
          {stateText(state, month)}
        </span>
      </th>
      <td className={`${cell} ${isDue ? '' : 'text-ink-3'}`}>{formatDollars(expected)}</td>
      <td className={cell}>
        {centsOf(received) === 0 ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Link
            href={paths.rentalProperties({
              tab: 'income',
              view: 'entries',
              tenantId,
              rentMonth: month.month,
            })}
            className="hover:underline touch:-my-3 touch:inline-block touch:py-3"
          >
            {formatDollars(received)}
          </Link>
        )}
      </td>
      <td className={`${cell} ${toneText[balanceOf(open).tone]}`}>
        {open === 0 ? <span className="text-ink-3">–</span> : formatCents(open)}
      </td>
    </tr>
  )
}
