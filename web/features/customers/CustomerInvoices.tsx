import type { Customer } from '@plumbline/contract/customers.ts'
import type { InvoiceKind } from '@plumbline/contract/invoiceStatuses.ts'
import { Plus } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { customerInvoices } from '../invoices/api.ts'
import { InvoiceRow } from '../invoices/JobInvoiceRows.tsx'
import { CustomerBalance } from '../payments/CustomerBalance.tsx'
import { CustomerReminders } from '../reminders/CustomerReminders.tsx'

const CreateInvoice = lazyPart(async () => ({
  default: (await import('../invoices/InvoiceForm.tsx')).CreateInvoice,
}))

interface CustomerInvoicesProps {
  customer: Pick<Customer, 'id' | 'name' | 'remindersOff'>
}

/** The balance of a customer and their invoices, drafts first, then the last ones. */
export function CustomerInvoices({ customer }: CustomerInvoicesProps) {
  const { id } = customer
  const mayWrite = useMay()('finance.write')
  const list = usePagedList(customerInvoices(id))
  const [adding, setAdding] = useOpened<InvoiceKind | null>('new invoice', null)
  return (
    <TitledPanel
      title="Invoices"
      count={list.paging.total}
      action={
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
          {list.paging.total > 0 && (
            <Link href={paths.invoices({ customerId: id })} className="action-link text-sm">
              View all
            </Link>
          )}
          <Link href={paths.statement(id)} className="action-link text-sm">
            Statement
          </Link>
          {mayWrite && (
            <>
              <Button size="sm" variant="quiet" onClick={() => setAdding('creditMemo')}>
                New Credit Memo
              </Button>
              <Button size="sm" onClick={() => setAdding('invoice')}>
                <Plus aria-hidden />
                New Invoice
              </Button>
            </>
          )}
        </div>
      }
    >
      <CustomerBalance customer={customer} />
      <CustomerReminders customer={customer} />
      <QueryList
        list={list}
        noun="invoices"
        skeleton={<RowsSkeleton count={2} />}
        empty={<p className="text-ink-2">No invoices yet</p>}
      >
        {(invoices) => (
          <div className="@container -mt-2.5">
            <ul className="open-rows">
              {invoices.map((invoice) => (
                <InvoiceRow key={invoice.id} invoice={invoice} />
              ))}
            </ul>
          </div>
        )}
      </QueryList>
      {adding && <CreateInvoice kind={adding} customerId={id} onClose={() => setAdding(null)} />}
    </TitledPanel>
  )
}
