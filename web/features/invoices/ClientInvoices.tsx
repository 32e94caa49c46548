import { Receipt } from 'lucide-react'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { ClientInvoiceRows } from './ClientInvoiceRows.tsx'
import { clientInvoicePages } from './clientApi.ts'

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
          <div className="@container max-w-4xl border-t border-line-strong">
            <ClientInvoiceRows invoices={invoices} namesJob />
          </div>
        )}
      </QueryList>
    </>
  )
}
