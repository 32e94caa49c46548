import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { RentalExpense } from '@plumbline/contract/rentalExpenses.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { useOpened } from '../../../api/typed.ts'
import { QueryList, usePagedList } from '../../../screens/QueryList.tsx'
import { EmptyState } from '../../../ui/Card.tsx'
import { plural } from '../../../ui/format.ts'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { noDialog, propertyIdOf, useRentalSearch, useSetRentalSearch } from '../search.ts'
import { expenseFilterOf, expensePages, expenseText, expenseTotal } from './api.ts'
import { ExpenseFilters } from './ExpenseFilters.tsx'
import { ExpenseList } from './ExpenseList.tsx'
import { Proposals } from './Proposals.tsx'
import { useReceipt } from './ReceiptDialog.tsx'

const AddExpense = lazyPart(async () => ({
  default: (await import('./ExpenseDialogs.tsx')).AddExpense,
}))
const AddRecurring = lazyPart(async () => ({
  default: (await import('./ExpenseDialogs.tsx')).AddRecurring,
}))
const RecurringList = lazyPart(async () => ({
  default: (await import('./ExpenseDialogs.tsx')).RecurringList,
}))
const CorrectEntry = lazyPart(async () => ({
  default: (await import('../CorrectEntry.tsx')).CorrectEntry,
}))

type Filter = ReturnType<typeof expenseFilterOf>

const noFilter = { propertyId: '', category: '', jobId: '', from: '', to: '', search: '' } as const

/** The expenses: recurring ones that are due, and the booked entries. */
export function ExpensesTab() {
  const search = useRentalSearch()
  const setSearch = useSetRentalSearch()
  const filter = expenseFilterOf(search)
  const list = usePagedList(expensePages(filter))
  const receipt = useReceipt()
  const [correcting, setCorrecting] = useOpened<RentalExpense | null>('corrected expense', null)
  const isFiltered = Object.values(filter).some(Boolean)
  const closeNew = () => setSearch(noDialog)

  return (
    <>
      <Proposals />
      <div className="mb-2 sm:mb-4 sm:short:mb-1">
        <Total filter={filter} />
      </div>
      <ExpenseFilters search={search} />
      <QueryList
        list={list}
        noun="expenses"
        skeleton={<RowsSkeleton count={5} />}
        noMatch={
          isFiltered && (
            <NoMatch title="No expenses match these filters" onClear={() => setSearch(noFilter)} />
          )
        }
        empty={
          <EmptyState
            icon={Receipt}
            title="No expenses yet"
            text="Add what a property costs: repairs, insurance, taxes"
          />
        }
      >
        {(expenses, busy) => (
          <ExpenseList
            expenses={expenses}
            busy={busy}
            onCorrect={setCorrecting}
            onReceipt={receipt.open}
          />
        )}
      </QueryList>
      {search.new === 'expense' && (
        <AddExpense
          propertyId={search.forProperty ?? propertyIdOf(search)}
          jobId={search.forJob}
          onClose={closeNew}
          onReceipt={receipt.open}
        />
      )}
      {search.new === 'recurring' && (
        <AddRecurring propertyId={propertyIdOf(search)} onClose={closeNew} />
      )}
      {search.list === 'recurring' && search.new !== 'recurring' && (
        <RecurringList
          onAdd={() => setSearch({ new: 'recurring' })}
          onClose={() => setSearch({ list: '' })}
        />
      )}
      {correcting && (
        <CorrectEntry
          kind="expense"
          entry={correcting}
          about={expenseText(correcting)}
          onClose={() => setCorrecting(null)}
        />
      )}
      {receipt.dialog}
    </>
  )
}

/** The number and sum of the filtered entries. Reversals are subtracted. */
function Total({ filter }: { filter: Filter }) {
  const { data } = useQuery({ ...expenseTotal(filter), placeholderData: keepPreviousData })
  return (
    <p>
      <span className="text-ink-2">{data ? plural(data.count, 'entry', 'entries') : '…'} · </span>
      <b className="figures text-md">{data ? formatDollars(data.amount) : '…'}</b>
    </p>
  )
}
