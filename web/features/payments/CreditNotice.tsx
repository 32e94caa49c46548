import type { Invoice } from '@plumbline/contract/invoices.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useOpened } from '../../api/typed.ts'
import { Button } from '../../ui/Button.tsx'
import { accountQuery } from './api.ts'
import { ApplyCredit } from './dialogs.tsx'

/** The credit that the customer of an open invoice has, and the way to use it; nothing without. */
export function CreditNotice({ invoice }: { invoice: Pick<Invoice, 'id' | 'customerId'> }) {
  const { id, customerId } = invoice
  const { data: account } = useQuery(accountQuery(customerId))
  const [isOpen, setOpen] = useOpened('apply credit', false)
  if (!account || account.credit <= 0) return null
  return (
    <div className="no-print mt-3 flex items-center gap-3 rounded-s bg-sunken py-1.5 pr-1.5 pl-3">
      <p className="figures mr-auto">{formatCents(account.credit)} credit</p>
      <Button size="sm" onClick={() => setOpen(true)}>
        Apply
      </Button>
      {isOpen && (
        <ApplyCredit customerId={customerId} first={[id]} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
