import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { LoadProblem } from '../../ui/Alert.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'
import { ClientInvoiceRows } from './ClientInvoiceRows.tsx'
import { jobClientInvoices } from './clientApi.ts'

/**
 * The invoices of a job to its client. Nothing while there are none. Not printed, because job
 * sheets are handed around.
 */
export function ClientJobInvoices({ jobId }: { jobId: string }) {
  const { data, error, isFetching, refetch } = useQuery(jobClientInvoices(jobId))
  if (!error && (!data || data.length === 0)) return null
  return (
    <section aria-label="Invoices" className="no-print @container">
      <PanelHeader title="Invoices">
        <Link href={paths.invoices()} className="action-link text-sm">
          View all
        </Link>
      </PanelHeader>
      {data ? (
        <div className="border-t border-line-strong">
          <ClientInvoiceRows invoices={data} />
        </div>
      ) : (
        <LoadProblem what="The invoices" pending={isFetching} onRetry={() => void refetch()} />
      )}
    </section>
  )
}
