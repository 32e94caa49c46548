import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { customerPayments } from './api.ts'
import { PaymentRows } from './PaymentRows.tsx'

interface CustomerPaymentsProps {
  customerId: string
}

/** The payments, refunds and write-offs of a customer, the last one first. */
export function CustomerPayments({ customerId }: CustomerPaymentsProps) {
  const list = usePagedList(customerPayments(customerId))
  return (
    <TitledPanel title="Payments" count={list.paging.total}>
      <QueryList
        list={list}
        noun="payments"
        skeleton={<RowsSkeleton count={2} />}
        empty={<p className="text-ink-2">No payments yet</p>}
      >
        {(payments) => (
          <div className="-mt-2.5">
            <PaymentRows payments={payments} />
          </div>
        )}
      </QueryList>
    </TitledPanel>
  )
}
