import type { Job } from '@plumbline/contract/jobs.ts'
import { useMay } from '../../api/me.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { ContractPanel } from '../changeOrders/ContractPanel.tsx'

// Not what a client loads.
const JobInvoices = lazyPart(
  async () => ({
    default: (await import('../invoices/JobInvoices.tsx')).JobInvoices,
  }),
  () => <RowsSkeleton count={2} />,
)

const ClientJobInvoices = lazyPart(async () => ({
  default: (await import('../invoices/ClientJobInvoices.tsx')).ClientJobInvoices,
}))

interface JobMoneyProps {
  job: Job
  /** The class of each section. */
  className: string
}

/** The contract of a job, and what is invoiced of it: for the client, the invoices to them. */
export function JobMoney({ job, className }: JobMoneyProps) {
  const may = useMay()
  return (
    <>
      {/* Empty for a client who has signed nothing. */}
      <div id="contract" className={`${className} empty:hidden`}>
        <ContractPanel job={job} />
      </div>
      {may('finance.read') && (
        <div id="money" className={className}>
          <JobInvoices job={job} />
        </div>
      )}
      {may('clientInvoice.list') && (
        <div id="invoices" className={`${className} empty:hidden`}>
          <ClientJobInvoices jobId={job.id} />
        </div>
      )}
    </>
  )
}
