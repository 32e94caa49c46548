import { leftOf } from '@plumbline/contract/invoiceAmounts.ts'
import type { JobInvoicing } from '@plumbline/contract/invoices.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
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
  const add = mayWrite ? () => setAdding(true) : undefined
  return (
    <section aria-label="Money" className="no-print @container">
      <PanelHeader title="Money">
        {add && (
          <Button size="sm" onClick={add}>
            <Plus aria-hidden />
            New Invoice
          </Button>
        )}
      </PanelHeader>
      {data ? (
        <Content invoicing={data} onInvoice={add} />
      ) : isFetching ? (
        <RowsSkeleton count={2} />
      ) : (
        <LoadProblem what="The money" pending={false} onRetry={() => void refetch()} />
      )}
      {isAdding && <CreateInvoice jobId={id} onClose={() => setAdding(false)} />}
    </section>
  )
}

interface ContentProps {
  invoicing: JobInvoicing
  /** Opens the form; undefined for those who may not. */
  onInvoice: (() => void) | undefined
}

function Content({ invoicing, onInvoice }: ContentProps) {
  const { contract, invoiced, steps, invoices } = invoicing
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
            <Figure name="Invoiced" swatch="bg-good">
              {centsText(invoiced.amount)}
            </Figure>
            <Figure name="Left to invoice" swatch="bg-line-strong">
              {centsText(leftOf(invoicing))}
            </Figure>
          </dl>
          <Bar share={invoiced.amount / contract.amount} />
        </>
      )}
      <JobInvoiceRows invoicing={invoicing} onInvoice={onInvoice} />
    </>
  )
}

/** The part of the contract that is invoiced, whose amounts stand above it. */
function Bar({ share }: { share: number }) {
  const percent = Math.min(Math.max(share, 0), 1) * 100
  return (
    <div aria-hidden className="mt-2.5 mb-4 flex h-1.5 gap-px overflow-hidden rounded-xs">
      {percent > 0 && <span className="bg-good" style={{ width: `${percent}%` }} />}
      {percent < 100 && <span className="flex-1 bg-line-strong" />}
    </div>
  )
}

interface FigureProps {
  name: string
  /** Whether it is larger than the others, and on a phone alone in its line. */
  isLead?: boolean
  /** The color of its part of the bar. */
  swatch?: string
  children: ReactNode
}

function Figure({ name, isLead = false, swatch, children }: FigureProps) {
  return (
    <div className={isLead ? '@max-md:w-full @md:mr-3' : undefined}>
      <dt className="flex items-center gap-1.5 text-sm text-ink-2">
        {swatch && <span aria-hidden className={`size-2 rounded-xs ${swatch}`} />}
        {name}
      </dt>
      <dd className={`figures font-bold tracking-tight ${isLead ? 'text-lg' : 'text-md'}`}>
        {children}
      </dd>
    </div>
  )
}
