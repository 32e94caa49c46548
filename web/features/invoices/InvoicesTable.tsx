import { shortDay } from '@plumbline/contract/dates.ts'
import { type InvoiceListItem, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { ListTable, type TableProps } from '../../lists/ListTable.tsx'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { NameCell } from '../../screens/NameCell.tsx'
import { Button } from '../../ui/Button.tsx'
import { plural } from '../../ui/format.ts'
import { MarkedWord } from '../../ui/StatusWord.tsx'
import { useShownColumns } from '../../ui/table/columns.ts'
import { TableSums } from '../../ui/table/TableSums.tsx'
import type { Column } from '../../ui/table/tableProps.ts'
import { RecordPayment } from '../payments/dialogs.tsx'
import { type InvoiceFilter, invoiceTotals } from './api.ts'
import { lateness, listedTitle, reminderWords, shownNumber, stateToday } from './listTexts.ts'
import { styleOf } from './statuses.ts'
import { centsText } from './texts.ts'

/** The table of filtered invoices, with the sums of what they come to and of what is owed. */
function InvoicesTable(props: TableProps<InvoiceListItem, InvoiceFilter>) {
  const mayWrite = useMay()('finance.write')
  const [paid, setPaid] = useOpened<Paid | null>('payment of a row', null)
  const shown = useShownColumns(columns, props.columns)
  return (
    <>
      <ListTable
        {...props}
        label="Invoices"
        columns={mayWrite ? withPayment(shown, setPaid) : shown}
        nameOf={(invoice) => `${shownNumber(invoice)}, ${listedTitle(invoice)}`}
        readAll={() => call(invoiceRoutes.list, { query: props.filter })}
        amountOf={({ total }) => total}
        foot={<Sums filter={props.filter} />}
        actions={() => null}
        fileName="invoices"
        printoutOf={async (rows) => {
          const { invoicesOnPaper } = await import('./printed.ts')
          return invoicesOnPaper({ filter: 'Selected invoices', rows })
        }}
      />
      {paid && (
        <RecordPayment customer={paid.customer} first={[paid.id]} onClose={() => setPaid(null)} />
      )}
    </>
  )
}

/** The invoice for which a payment is being recorded. */
interface Paid {
  readonly id: string
  readonly customer: { readonly id: string; readonly name: string }
}

/** The columns with a button in place of the reminder, on the row under the pointer. */
const withPayment = (
  shown: readonly Column<InvoiceListItem>[],
  onPay: (paid: Paid) => void,
): readonly Column<InvoiceListItem>[] =>
  shown.map((column) =>
    column.key === 'reminder'
      ? { ...column, cell: (invoice) => <ReminderOrPay invoice={invoice} onPay={onPay} /> }
      : column,
  )

interface ReminderOrPayProps {
  invoice: InvoiceListItem
  onPay: (paid: Paid) => void
}

/** The reminder of an invoice; with the pointer on its row, the button that records a payment. */
function ReminderOrPay({ invoice, onPay }: ReminderOrPayProps) {
  const { id, owed, reminder, customerId, customerName } = invoice
  if (owed <= 0) return reminder && <ReminderWords reminder={reminder} />
  return (
    <div className="grid items-center *:col-start-1 *:row-start-1">
      <span className="mouse:group-hover:invisible">
        {reminder && <ReminderWords reminder={reminder} />}
      </span>
      <Button
        size="sm"
        // By keyboard, the page of the invoice has it.
        tabIndex={-1}
        aria-label={`Record Payment of ${shownNumber(invoice)}`}
        onClick={() => onPay({ id, customer: { id: customerId, name: customerName } })}
        className="justify-self-start opacity-0 focus-visible:opacity-100 mouse:group-hover:opacity-100 touch:hidden"
      >
        Record Payment
      </Button>
    </div>
  )
}

/** The columns of the table of invoices. */
const columns: readonly Column<InvoiceListItem>[] = [
  {
    label: 'Invoice',
    width: 'minmax(8rem,1.2fr)',
    cell: (invoice) => (
      <NameCell
        href={paths.invoice(invoice.id)}
        name={shownNumber(invoice)}
        detail={listedTitle(invoice)}
      />
    ),
  },
  {
    label: 'Customer',
    key: 'customer',
    width: 'minmax(8.5rem,1.8fr)',
    cell: ({ customerName, jobName }) => (
      <>
        <span className="block truncate">{customerName}</span>
        {jobName && <span className="block truncate text-ink-2">{jobName}</span>}
      </>
    ),
  },
  {
    label: 'State',
    key: 'state',
    width: '6rem',
    cell: (invoice) => <StateWord invoice={invoice} />,
  },
  {
    label: 'Issued',
    key: 'issued',
    when: 'wide',
    width: '5rem',
    sort: 'issued',
    cell: ({ issuedOn }) => issuedOn && <IssueDay day={issuedOn} />,
  },
  {
    label: 'Due',
    key: 'due',
    width: '6rem',
    sort: 'due',
    cell: (invoice) => <DueCell invoice={invoice} />,
  },
  {
    label: 'Reminder',
    key: 'reminder',
    when: 'wide',
    width: '9rem',
    cell: ({ reminder }) => reminder && <ReminderWords reminder={reminder} />,
  },
  {
    label: 'Total',
    key: 'total',
    width: '6.5rem',
    sort: 'total',
    figures: true,
    cell: ({ total }) => <span className="text-ink-2">{centsText(total)}</span>,
  },
  {
    label: 'Paid',
    key: 'paid',
    when: 'wide',
    width: '6rem',
    figures: true,
    cell: ({ paid }) => paid !== 0 && <span className="text-ink-2">{centsText(paid)}</span>,
  },
  {
    label: 'Owed',
    key: 'owed',
    width: '6.5rem',
    figures: true,
    cell: ({ kind, status, owed }) =>
      kind === 'invoice' &&
      status !== 'draft' &&
      status !== 'void' && (
        <span className={owed > 0 ? 'font-medium' : 'text-ink-3'}>{formatCents(owed)}</span>
      ),
  },
]

function StateWord({ invoice }: { invoice: InvoiceListItem }) {
  const { label, tone, mark } = styleOf({ ...invoice, status: stateToday(invoice, useToday()) })
  return (
    <MarkedWord tone={tone} mark={mark}>
      {label}
    </MarkedWord>
  )
}

const IssueDay = ({ day }: { day: string }) => (
  <span className="text-ink-2">{shortDay(day, useToday())}</span>
)

/** The reminders that were sent, and when the next one is. */
function ReminderWords({ reminder }: { reminder: NonNullable<InvoiceListItem['reminder']> }) {
  const today = useToday()
  return <span className="text-ink-2">{reminderWords(reminder, today)}</span>
}

/** The due day, and how late the invoice is. */
function DueCell({ invoice }: { invoice: InvoiceListItem }) {
  const today = useToday()
  if (invoice.dueOn === null) return null
  const isLate = stateToday(invoice, today) === 'overdue'
  const late = lateness(invoice, today)
  return (
    <>
      <span className={late ? undefined : 'text-ink-2'}>{shortDay(invoice.dueOn, today)}</span>
      {late && <span className={cx('block', isLate ? 'text-bad' : 'text-ink-2')}>{late}</span>}
    </>
  )
}

/** The number and the sums of all filtered invoices. */
function Sums({ filter }: { filter: InvoiceFilter }) {
  const { data } = useQuery({ ...invoiceTotals(filter), placeholderData: keepPreviousData })
  if (!data) return '…'
  return (
    <TableSums
      count={plural(data.count, 'invoice', 'invoices')}
      parts={[]}
      sums={[
        ['Total', centsText(data.total)],
        ['Owed', formatCents(data.owed)],
      ]}
    />
  )
}

export default { Table: InvoicesTable, columns }
