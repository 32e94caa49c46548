import { leftOf } from '@plumbline/contract/invoiceAmounts.ts'
import type { JobInvoicing, ListedInvoice } from '@plumbline/contract/invoices.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { Banknote, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RecordPayment } from '../payments/dialogs.tsx'
import { JobPayments } from '../payments/JobPayments.tsx'
import { jobInvoicing } from './api.ts'
import { JobInvoiceRows } from './JobInvoiceRows.tsx'
import { centsText } from './texts.ts'

const CreateInvoice = lazyPart(async () => ({
  default: (await import('./InvoiceForm.tsx')).CreateInvoice,
}))

/**
 * The money of a job for the office: what is invoiced of the contract, its invoices, and the
 * payments that are left. Not printed, because job sheets are handed around.
 */
export function JobInvoices({ job: { id } }: { job: Pick<Job, 'id'> }) {
  const mayWrite = useMay()('finance.write')
  const { data, isFetching, refetch } = useQuery(jobInvoicing(id))
  const [isAdding, setAdding] = useOpened('new invoice', false)
  const [isPaying, setPaying] = useOpened('payment of job', false)
  const add = mayWrite ? () => setAdding(true) : undefined
  const unpaid = data?.invoices.filter(({ owed }) => owed > 0) ?? []
  return (
    <section aria-label="Money" className="no-print @container">
      <PanelHeader title="Money">
        {mayWrite && unpaid.length > 0 && (
          <Button size="sm" onClick={() => setPaying(true)}>
            <Banknote aria-hidden />
            Record Payment
          </Button>
        )}
        {add && (
          <Button size="sm" onClick={add}>
            <Plus aria-hidden />
            New Invoice
          </Button>
        )}
      </PanelHeader>
      {data ? (
        <>
          <Content invoicing={data} onInvoice={add} />
          {data.invoices.some(({ kind, paid }) => kind === 'invoice' && paid > 0) && (
            <JobPayments jobId={id} invoices={data.invoices} />
          )}
        </>
      ) : isFetching ? (
        <RowsSkeleton count={2} />
      ) : (
        <LoadProblem what="The money" pending={false} onRetry={() => void refetch()} />
      )}
      {isAdding && <CreateInvoice jobId={id} onClose={() => setAdding(false)} />}
      {isPaying && (
        <RecordPayment
          customer={onlyCustomer(unpaid)}
          first={unpaid.map((invoice) => invoice.id)}
          onClose={() => setPaying(false)}
        />
      )}
    </section>
  )
}

/** The customer of invoices; undefined for those of several. */
function onlyCustomer([first, ...others]: readonly ListedInvoice[]) {
  if (!first || others.some(({ customerId }) => customerId !== first.customerId)) return undefined
  return { id: first.customerId, name: first.customerName }
}

interface ContentProps {
  invoicing: JobInvoicing
  /** Opens the form; undefined for those who may not. */
  onInvoice: (() => void) | undefined
}

function Content({ invoicing, onInvoice }: ContentProps) {
  const { contract, invoiced, paid, owed, steps, invoices } = invoicing
  if (contract.amount === 0 && steps.length === 0 && invoices.length === 0)
    return <p className="border-t border-line-strong py-4 text-ink-2">Nothing is invoiced yet.</p>
  return (
    <>
      {contract.amount > 0 && (
        <>
          <dl className="flex flex-wrap gap-x-9 gap-y-2.5 [align-items:last_baseline]">
            <Figure name="Contract" isLead>
              {centsText(contract.amount)}
            </Figure>
            <Figure name="Invoiced">{centsText(invoiced.amount)}</Figure>
            <Figure name="Paid" look="paid">
              {centsText(paid)}
            </Figure>
            <Figure name="Not paid" look="owed">
              {centsText(owed)}
            </Figure>
            <Figure name="Left to invoice" look="left">
              {centsText(leftOf(invoicing))}
            </Figure>
          </dl>
          <Bar paid={paid} owed={owed} left={Math.max(leftOf(invoicing), 0)} />
        </>
      )}
      <JobInvoiceRows invoicing={invoicing} onInvoice={onInvoice} />
    </>
  )
}

/** The look of each part of the bar: hatched is what waits, as on other screens. */
const looks = {
  paid: { background: 'var(--good)' },
  owed: {
    background: 'repeating-linear-gradient(-45deg,var(--warn-soft) 0 3px,var(--warn) 3px 4px)',
  },
  left: { background: 'var(--line-strong)' },
} as const

interface BarProps {
  /** Cents. */
  readonly paid: number
  readonly owed: number
  readonly left: number
}

/** The parts of the money of a job, whose amounts stand above it. */
function Bar(amounts: BarProps) {
  return (
    <div aria-hidden className="mt-2.5 mb-4 flex h-1.5 gap-px overflow-hidden rounded-xs">
      {(['paid', 'owed', 'left'] as const).map(
        (part) =>
          amounts[part] > 0 && <span key={part} style={{ ...looks[part], flex: amounts[part] }} />,
      )}
    </div>
  )
}

interface FigureProps {
  name: string
  /** Whether it is larger than the others, and on a phone alone in its line. */
  isLead?: boolean
  /** The part of the bar that it names. */
  look?: keyof typeof looks
  children: ReactNode
}

function Figure({ name, isLead = false, look, children }: FigureProps) {
  return (
    <div className={isLead ? '@max-md:w-full @md:mr-3' : undefined}>
      <dt className="flex items-center gap-1.5 text-sm text-ink-2">
        {look && <span aria-hidden className="size-2 rounded-xs" style={looks[look]} />}
        {name}
      </dt>
      <dd className={`figures font-bold tracking-tight ${isLead ? 'text-lg' : 'text-md'}`}>
        {children}
      </dd>
    </div>
  )
}
