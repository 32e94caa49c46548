import { formatDay, shortDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { type RecurringExpense, rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/call.ts'
import { refreshAll } from '../../../api/query.ts'
import { serverMessageOr } from '../../../api/serverMessage.ts'
import { useOpened } from '../../../api/typed.ts'
import { useWrite } from '../../../api/write.ts'
import { ConfirmWrite } from '../../../forms/ConfirmWrite.tsx'
import { useToday } from '../../../screens/days.ts'
import { Button } from '../../../ui/Button.tsx'
import { TitledPanel } from '../../../ui/Card.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { booked, recurringQuery, WHOLE_PORTFOLIO } from './api.ts'

const BookRecurring = lazyPart(async () => ({
  default: (await import('./ExpenseDialogs.tsx')).BookRecurring,
}))

/** The recurring expenses that are due soon, each to be booked or skipped. */
export function Proposals() {
  const due = useQuery(recurringQuery).data?.filter(({ isDue }) => isDue) ?? []
  if (due.length === 0) return null
  return (
    <div className="no-print mb-6.5">
      <TitledPanel title={`${due.length} due`}>
        <ul aria-label="Expenses due" className="open-rows -mt-2.5">
          {due.map((recurring) => (
            <Proposal key={`${recurring.id} ${recurring.nextOn}`} recurring={recurring} />
          ))}
        </ul>
      </TitledPanel>
    </div>
  )
}

function Proposal({ recurring }: { recurring: RecurringExpense }) {
  const client = useQueryClient()
  const today = useToday()
  const book = useWrite(rentalExpenseRoutes.bookRecurring, booked)
  const [asking, setAsking] = useOpened<'amount' | 'skip' | null>(`proposal ${recurring.id}`, null)
  const { id, vendor, description, expenseType, propertyAddress, amount, nextOn } = recurring
  const name = vendor ?? description
  const close = () => setAsking(null)
  // Someone else booked it first. Refresh to show the next one.
  const onError = (error: Error) =>
    void (error instanceof ApiError && error.code === 'alreadyBooked' && refreshAll(client))
  return (
    <li className="open-row flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-48 flex-1">
        <p className="font-medium wrap-anywhere">
          {name}, {expenseType}
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {[vendor && description, propertyAddress ?? WHOLE_PORTFOLIO].filter(Boolean).join(' · ')}
        </p>
      </div>
      <p className="figures">
        <b>{formatDollars(amount)}</b>, {shortDay(nextOn, today)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Book ${name}`}
          pending={book.isPending}
          onClick={() => book.mutate({ params: { id }, body: { nextOn } }, { onError })}
        >
          Book
        </Button>
        <Button size="sm" aria-label={`Skip ${name}`} onClick={() => setAsking('skip')}>
          Skip
        </Button>
        <Button size="sm" aria-label={`Edit amount of ${name}`} onClick={() => setAsking('amount')}>
          Edit amount
        </Button>
      </div>
      {asking === 'amount' && <BookRecurring recurring={recurring} onClose={close} />}
      {asking === 'skip' && (
        <ConfirmWrite
          row={rentalExpenseRoutes.skipRecurring}
          args={{ params: { id }, body: { nextOn } }}
          title={`Skip ${name} of ${formatDay(nextOn)}?`}
          confirmLabel="Skip"
          success="Expense skipped"
          failure={serverMessageOr('Failed to skip the expense')}
          onClose={close}
        >
          Nothing is booked for that day. The next one is proposed when its day is near.
        </ConfirmWrite>
      )}
    </li>
  )
}
