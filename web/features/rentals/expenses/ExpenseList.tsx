import { formatDay } from '@plumbline/contract/dates.ts'
import type { RentalExpense } from '@plumbline/contract/rentalExpenses.ts'
import { cx } from 'class-variance-authority'
import { FileText, Image, Paperclip, Undo2 } from 'lucide-react'
import { type DragEvent, useId } from 'react'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Card.tsx'
import { CorrectionBadge, correctionOf, EntryAmount } from '../Correction.tsx'
import { isPicture, WHOLE_PORTFOLIO } from './api.ts'
import { ReceiptInput } from './ReceiptPicker.tsx'

interface ExpenseActions {
  onCorrect: (expense: RentalExpense) => void
  /** Opens the receipt, or uploads the given file. */
  onReceipt: (expense: RentalExpense, file?: File) => void
}

interface ExpenseListProps extends ExpenseActions {
  expenses: readonly RentalExpense[]
  busy: boolean
}

/** The expenses as a ledger, newest first. */
export function ExpenseList({ expenses, busy, ...actions }: ExpenseListProps) {
  return (
    <Panel className={cx(busy && 'opacity-60')}>
      <ul aria-label="Expenses" aria-busy={busy}>
        {expenses.map((expense) => (
          <ExpenseRow key={expense.id} expense={expense} {...actions} />
        ))}
      </ul>
    </Panel>
  )
}

function ExpenseRow({
  expense,
  onCorrect,
  onReceipt,
}: ExpenseActions & { expense: RentalExpense }) {
  const nameId = useId()
  const { propertyId, propertyAddress, jobId, jobName, vendor } = expense
  const correction = correctionOf(expense)
  const handleDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    // An existing receipt can only be replaced in its dialog.
    if (expense.receiptUrl) onReceipt(expense)
    else onReceipt(expense, file)
  }
  return (
    <li
      aria-labelledby={nameId}
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0 md:grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,11rem)_6.5rem_auto] lg:grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,13rem)_8rem_auto] md:hover:bg-sunken/50"
    >
      <p className="figures text-ink-2 max-md:order-3 max-md:text-sm">
        {formatDay(expense.dateIncurred)}
      </p>
      <div className="min-w-0 max-md:order-1">
        <p id={nameId} className="font-medium wrap-anywhere">
          {expense.description}
        </p>
        {(vendor || jobId || correction) && (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
            {vendor && <span className="wrap-anywhere">{vendor}</span>}
            {jobId && (
              <Link href={paths.job(jobId)} className="action-link">
                Job: {jobName ?? 'open'}
              </Link>
            )}
            <CorrectionBadge entry={expense} />
          </div>
        )}
      </div>
      <div className="min-w-0 text-sm max-md:order-4 max-md:col-span-2">
        {propertyId ? (
          <Link href={paths.rentalProperty(propertyId)} className="hover:underline">
            {propertyAddress}
          </Link>
        ) : (
          WHOLE_PORTFOLIO
        )}
        <span className="text-ink-2 max-md:before:content-['_·_'] md:block">
          {expense.expenseType}
        </span>
      </div>
      <p className="text-right max-md:order-2 max-md:self-start">
        <EntryAmount entry={expense} />
      </p>
      <div className="no-print flex gap-1 max-md:order-3 max-md:justify-end md:w-18 touch:w-24">
        <ReceiptButton expense={expense} nameId={nameId} onReceipt={onReceipt} />
        {!correction && (
          <Button
            variant="quiet"
            size="icon"
            aria-label="Correct"
            title="Correct"
            aria-describedby={nameId}
            onClick={() => onCorrect(expense)}
          >
            <Undo2 aria-hidden />
          </Button>
        )}
      </div>
    </li>
  )
}

/** Opens the receipt, or accepts a selected or dropped file. */
function ReceiptButton({
  expense,
  nameId,
  onReceipt,
}: {
  expense: RentalExpense
  nameId: string
  onReceipt: ExpenseActions['onReceipt']
}) {
  if (expense.receiptUrl) {
    const Icon = isPicture(expense) ? Image : FileText
    return (
      <Button
        variant="quiet"
        size="icon"
        aria-label="Receipt"
        title="Receipt"
        aria-describedby={nameId}
        onClick={() => onReceipt(expense)}
      >
        <Icon aria-hidden className="text-good" />
      </Button>
    )
  }
  return (
    <span className="relative grid size-8 place-items-center rounded-s text-ink-3 focus-within:outline-2 focus-within:outline-focus hover:bg-sunken hover:text-ink touch:size-11">
      <Paperclip aria-hidden className="size-4.5" />
      <ReceiptInput
        label={`Add the receipt of ${expense.description}`}
        onChoose={(file) => onReceipt(expense, file)}
      />
    </span>
  )
}
