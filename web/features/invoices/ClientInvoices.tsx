import { useQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { ClientInvoiceRows } from './ClientInvoiceRows.tsx'
import { clientFigures, clientInvoicePages } from './clientApi.ts'
import { centsText } from './texts.ts'

/** The invoices to the client who is signed in, the last ones first. */
export function ClientInvoices() {
  const list = usePagedList(clientInvoicePages())
  return (
    <>
      <ScreenHeader title="Invoices" />
      <QueryList
        list={list}
        noun="invoices"
        skeleton={<RowsSkeleton count={4} />}
        empty={
          <EmptyState
            icon={Receipt}
            title="No invoices yet"
            text="Invoices for your projects appear here"
          />
        }
      >
        {(invoices) => (
          <>
            <Owed />
            <div className="@container max-w-4xl border-t border-line-strong">
              <ClientInvoiceRows invoices={invoices} namesJob />
            </div>
          </>
        )}
      </QueryList>
    </>
  )
}

/** The sum of all that the client owes. */
function Owed() {
  const { data, error } = useQuery(clientFigures)
  if (error && !data) return null
  return (
    <div className="mb-4 min-h-12">
      <h2 className="text-sm font-normal text-ink-2">Owed</h2>
      <p className="figures text-xl font-bold tracking-tight">
        {data && 'unpaidOwed' in data && centsText(data.unpaidOwed)}
      </p>
    </div>
  )
}
