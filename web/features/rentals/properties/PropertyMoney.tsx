import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { type EntryTotal, rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../../../api/query.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { QueryList } from '../../../screens/QueryList.tsx'
import { TitledPanel } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { CorrectionBadge, type Entry, EntryAmount } from '../Correction.tsx'
import { purposeText } from '../income/entries.ts'

/** The number of latest entries shown, as a query parameter. */
const LATEST_LIMIT = '5'

/** The latest income of a property and its sum, without deposits held for tenants. */
export function PropertyIncome({ propertyId }: { propertyId: string }) {
  const filter = { propertyId, kind: 'income' } as const
  const list = useQuery(
    query(rentalIncomeRoutes.list, { query: { ...filter, limit: LATEST_LIMIT } }),
  )
  const { data: total } = useQuery(query(rentalIncomeRoutes.total, { query: filter }))
  return (
    <TitledPanel
      title="Income"
      action={
        <SumLink
          total={total}
          href={paths.rentalProperties({ tab: 'income', view: 'entries', ...filter })}
        />
      }
    >
      <QueryList
        list={list}
        noun="income"
        skeleton={<Skeleton className="h-16" />}
        empty={<p className="text-ink-2">No income yet</p>}
      >
        {(entries) => (
          <ul className="open-rows -mt-2.5">
            {entries.map((entry) => (
              <EntryRow
                key={entry.id}
                title={purposeText(entry)}
                text={entry.tenantName}
                day={entry.dateReceived}
                entry={entry}
              />
            ))}
          </ul>
        )}
      </QueryList>
    </TitledPanel>
  )
}

/** The latest expenses of a property and their sum. */
export function PropertyExpenses({ propertyId }: { propertyId: string }) {
  const list = useQuery(
    query(rentalExpenseRoutes.list, { query: { propertyId, limit: LATEST_LIMIT } }),
  )
  const { data: total } = useQuery(query(rentalExpenseRoutes.total, { query: { propertyId } }))
  return (
    <TitledPanel
      title="Expenses"
      action={
        <SumLink total={total} href={paths.rentalProperties({ tab: 'expenses', propertyId })} />
      }
    >
      <QueryList
        list={list}
        noun="expenses"
        skeleton={<Skeleton className="h-16" />}
        empty={<p className="text-ink-2">No expenses yet</p>}
      >
        {(entries) => (
          <ul className="open-rows -mt-2.5">
            {entries.map((entry) => (
              <EntryRow
                key={entry.id}
                title={entry.description}
                text={[entry.expenseType, entry.vendor].filter(Boolean).join(' · ')}
                day={entry.dateIncurred}
                entry={entry}
              />
            ))}
          </ul>
        )}
      </QueryList>
    </TitledPanel>
  )
}

/** The sum of all entries, linked to their list. */
function SumLink({ total, href }: { total: EntryTotal | undefined; href: string }) {
  if (!total || total.count === 0) return null
  return (
    <Link href={href} className="action-link figures text-sm">
      All {total.count.toLocaleString('en-US')}: {formatDollars(total.amount)}
    </Link>
  )
}

interface EntryRowProps {
  title: string
  text: ReactNode
  day: string
  entry: Entry
}

/** An income or expense entry. */
function EntryRow({ title, text, day, entry }: EntryRowProps) {
  return (
    <li className="open-row grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
          {title}
          <CorrectionBadge entry={entry} />
        </p>
        {text && <p className="text-sm text-ink-2 wrap-anywhere">{text}</p>}
      </div>
      <div className="text-right">
        <EntryAmount entry={entry} />
        <p className="figures text-sm text-ink-2">{formatDay(day)}</p>
      </div>
    </li>
  )
}
