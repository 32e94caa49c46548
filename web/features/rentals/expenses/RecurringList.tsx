import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { type RecurringExpense, rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Plus } from 'lucide-react'
import { useOpened } from '../../../api/typed.ts'
import { ConfirmWrite } from '../../../forms/ConfirmWrite.tsx'
import { QueryList } from '../../../screens/QueryList.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/Card.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/Dialog.tsx'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { RowActions } from '../../../ui/RowActions.tsx'
import { recurringQuery, WHOLE_PORTFOLIO } from './api.ts'
import { EditRecurring, everyText } from './RecurringForm.tsx'

interface RecurringListProps {
  onAdd: () => void
  onClose: () => void
}

/** The dialog that lists all recurring expenses by their next due day. */
export function RecurringList({ onAdd, onClose }: RecurringListProps) {
  const list = useQuery(recurringQuery)
  const [chosen, setChosen] = useOpened<['edit' | 'delete', RecurringExpense] | null>(
    'recurring expense',
    null,
  )
  const close = () => setChosen(null)
  // Shown instead of the list, so that the list receives the focus when it reopens.
  if (chosen?.[0] === 'edit') return <EditRecurring recurring={chosen[1]} onClose={close} />
  if (chosen) return <DeleteRecurring recurring={chosen[1]} onClose={close} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Recurring Expenses"
      description="Proposed two weeks ahead, booked only by you."
      wide
    >
      <DialogBody>
        <QueryList
          list={list}
          noun="recurring expenses"
          skeleton={<RowsSkeleton count={3} />}
          empty={
            <EmptyState
              icon={CalendarClock}
              title="No recurring expenses yet"
              text="Add insurance, taxes and other repeating costs to be reminded in time"
            />
          }
        >
          {(items) => (
            <ul aria-label="Recurring expenses">
              {items.map((recurring) => (
                <RecurringRow
                  key={recurring.id}
                  recurring={recurring}
                  onEdit={() => setChosen(['edit', recurring])}
                  onDelete={() => setChosen(['delete', recurring])}
                />
              ))}
            </ul>
          )}
        </QueryList>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" onClick={onAdd}>
          <Plus aria-hidden />
          Add Recurring
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function DeleteRecurring({
  recurring: { id, description },
  onClose,
}: {
  recurring: RecurringExpense
  onClose: () => void
}) {
  return (
    <ConfirmWrite
      row={rentalExpenseRoutes.removeRecurring}
      args={{ params: { id } }}
      title={`Delete the recurring expense “${description}”?`}
      success="Recurring expense deleted successfully"
      failure="Failed to delete recurring expense"
      onClose={onClose}
    >
      It will not be proposed any more. What was booked stays.
    </ConfirmWrite>
  )
}

interface RecurringRowProps {
  recurring: RecurringExpense
  onEdit: () => void
  onDelete: () => void
}

function RecurringRow({ recurring, onEdit, onDelete }: RecurringRowProps) {
  const { description, expenseType, vendor, propertyAddress, amount, everyMonths, nextOn } =
    recurring
  return (
    <li className="flex items-center gap-2 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{description}</p>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {[vendor, expenseType, propertyAddress ?? WHOLE_PORTFOLIO].filter(Boolean).join(' · ')}
        </p>
        <p className="text-sm text-ink-2">
          <span className="figures">{formatDollars(amount)}</span> {everyText(everyMonths)}, next on{' '}
          <span className="figures">{formatDay(nextOn)}</span>
        </p>
      </div>
      <RowActions
        editLabel={`Edit ${description}`}
        deleteLabel={`Delete ${description}`}
        onEdit={onEdit}
        onDelete={onDelete}
      />
    </li>
  )
}
