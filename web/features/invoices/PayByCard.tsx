import { cardPaymentRoutes } from '@plumbline/contract/cardPayments.ts'
import { refusedText } from '@plumbline/contract/cardStates.ts'
import type { ClientInvoice } from '@plumbline/contract/clientInvoices.ts'
import { CreditCard } from 'lucide-react'
import { useEffect } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { centsText } from './texts.ts'

/** The payment by card of what is owed, and the words about one that the bank refused. */
export function PayByCard({ invoice }: { invoice: ClientInvoice }) {
  const { refused } = invoice
  return (
    <>
      {refused !== null && <Alert className="mt-4">{refusedText(refused)}</Alert>}
      <Pay invoice={invoice} />
    </>
  )
}

/** The button to pay, or the words about a payment that the bank has not answered. */
function Pay({ invoice }: { invoice: ClientInvoice }) {
  const { id, owed, takesCard, processing } = invoice
  const me = useMe()
  const isAddressee = useMay()('clientInvoice.answer', { addresseeId: me.id })
  const pay = useWrite(cardPaymentRoutes.pay, {
    failure: serverMessageOr('The payment page could not be opened. No new payment was made'),
    onSuccess: ({ url }) => location.assign(url),
  })
  if (processing !== null)
    return (
      <p role="status" className="mt-4">
        Your payment of {centsText(processing)} is being processed. There is nothing more to do.
      </p>
    )
  if (!takesCard || !isAddressee) return null
  return (
    <div className="no-print mt-4">
      <Button
        variant="primary"
        className="w-full"
        disabled={pay.isPending}
        onClick={() => pay.mutate({ params: { id } })}
      >
        <CreditCard aria-hidden />
        Pay {centsText(owed)}
      </Button>
      <p className="mt-1.5 text-center text-sm text-ink-2">
        On Stripe’s page. We never see your card.
      </p>
    </div>
  )
}

/**
 * Asks the server about the payment from which a client returns, once.
 * @param session the one that Stripe added to the address
 * @param onDone runs after the answer, of which the screen shows what it changed
 */
export function useReturnFromCard(
  id: string,
  session: string | undefined,
  onDone: () => unknown,
): void {
  const { mutate } = useWrite(cardPaymentRoutes.settle, {
    failure: 'Stripe could not be asked about your payment. It is shown here once it has arrived',
  })
  useEffect(() => {
    if (session !== undefined)
      mutate({ params: { id }, body: { session } }, { onSettled: () => void onDone() })
  }, [id, session, mutate, onDone])
}
