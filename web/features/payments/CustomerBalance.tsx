import { formatCents } from '@plumbline/contract/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { Button } from '../../ui/Button.tsx'
import { accountQuery } from './api.ts'
import { ApplyCredit, RecordPayment, RefundCredit } from './dialogs.tsx'

interface CustomerBalanceProps {
  customer: { readonly id: string; readonly name: string }
}

/** The balance of a customer: the amount owed and their credit, with the actions on them. */
export function CustomerBalance({ customer }: CustomerBalanceProps) {
  const mayWrite = useMay()('finance.write')
  const { data: account } = useQuery(accountQuery(customer.id))
  const [opened, setOpened] = useOpened<'record' | 'apply' | 'refund' | null>('balance', null)
  const close = () => setOpened(null)
  const { credit = 0, openCount = 0 } = account ?? {}
  return (
    <div className="mb-2.5 flex flex-wrap items-end gap-x-9 gap-y-2.5 border-b border-line pb-3">
      <dl className="flex flex-wrap items-end gap-x-9 gap-y-2.5">
        <Figure name="Owed" isLead>
          {account ? formatCents(account.owed) : '…'}
        </Figure>
        {credit > 0 && <Figure name="Credit">{formatCents(credit)}</Figure>}
      </dl>
      {mayWrite && (
        <div className="no-print flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setOpened('record')}>
            Record Payment
          </Button>
          {credit > 0 && openCount > 0 && (
            <Button size="sm" onClick={() => setOpened('apply')}>
              Apply credit
            </Button>
          )}
          {credit > 0 && (
            <Button size="sm" onClick={() => setOpened('refund')}>
              Refund
            </Button>
          )}
        </div>
      )}
      {opened === 'record' && <RecordPayment customer={customer} onClose={close} />}
      {opened === 'apply' && <ApplyCredit customerId={customer.id} onClose={close} />}
      {opened === 'refund' && <RefundCredit {...{ customer, credit }} onClose={close} />}
    </div>
  )
}

interface FigureProps {
  name: string
  isLead?: boolean
  children: string
}

function Figure({ name, isLead = false, children }: FigureProps) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className={`figures font-bold tracking-tight ${isLead ? 'text-lg' : 'text-md'}`}>
        {children}
      </dd>
    </div>
  )
}
