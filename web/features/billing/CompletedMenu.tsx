import { billingRoutes, type CompletedJob } from '@plumbline/contract/billing.ts'
import { CalendarCheck, Check, Receipt, Undo2 } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'

/** An action on a completed job that is asked about in a dialog. */
export type CompletedAction = 'markPaid' | 'invoice'

interface CompletedMenuProps {
  job: CompletedJob
  onAction: (action: CompletedAction) => void
}

/** The actions on a completed job. Where it has invoices, these say whether it is paid. */
export function CompletedMenu({ job: { id, name, payment }, onAction }: CompletedMenuProps) {
  const mayWrite = useMay()('finance.write')
  const unmark = useWrite(billingRoutes.unmarkPaid, {
    success: 'Job no longer marked as paid',
    failure: 'Failed to take the mark back',
  })
  if (!mayWrite) return null
  const isMarked = payment.paidOn !== null
  return (
    <MoreActions isMenu label={`Payment of ${name}`}>
      {!payment.isInvoiced && (
        <Button variant="quiet" onClick={() => onAction('markPaid')}>
          {isMarked ? <CalendarCheck aria-hidden /> : <Check aria-hidden />}
          {isMarked ? 'Change Day' : 'Mark as Paid'}
        </Button>
      )}
      {isMarked && (
        <Button variant="quiet" onClick={() => unmark.submit({ params: { id } })}>
          <Undo2 aria-hidden />
          Not Paid
        </Button>
      )}
      <Button variant="quiet" onClick={() => onAction('invoice')}>
        <Receipt aria-hidden />
        Invoice
      </Button>
    </MoreActions>
  )
}
