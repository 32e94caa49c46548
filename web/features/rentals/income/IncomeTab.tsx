import type { RentalIncome } from '@plumbline/contract/rentalIncome.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toastFailure } from '../../../api/failureToast.ts'
import { messageOf } from '../../../api/serverMessage.ts'
import { useOpened } from '../../../api/typed.ts'
import { useToday } from '../../../screens/days.ts'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { toast } from '../../../ui/toasts.ts'
import { PHONE, useMedia } from '../../../ui/useMedia.ts'
import { useRentalSearch } from '../search.ts'
import { isCorrectable, rentMonthQuery } from './api.ts'
import { EntriesView } from './EntriesView.tsx'
import { paymentText } from './entries.ts'
import { GridView } from './GridView.tsx'
import { PhoneView } from './PhoneView.tsx'
import type { Prefill } from './RecordPayment.tsx'
import type { PaymentActions } from './views.ts'

const RecordPayment = lazyPart(async () => ({
  default: (await import('./RecordPayment.tsx')).RecordPayment,
}))
const CorrectEntry = lazyPart(async () => ({
  default: (await import('../CorrectEntry.tsx')).CorrectEntry,
}))

/** The income of the portfolio, as a grid of rent by home and month or as a list of entries. */
export function IncomeTab() {
  const client = useQueryClient()
  const today = useToday()
  const isPhone = useMedia(PHONE)
  const { view } = useRentalSearch()
  const [prefill, setPrefill] = useOpened<Prefill | null>('payment', null)
  const [entry, setEntry] = useOpened<RentalIncome | null>('corrected payment', null)

  const actions: PaymentActions = useMemo(() => {
    const correctLast = async (propertyId: string, month: string) => {
      try {
        const { entries } = await client.query(rentMonthQuery(propertyId, month))
        const last = entries.findLast(isCorrectable)
        if (last) setEntry(last)
        else toast({ description: 'There is no payment to correct in this month' })
      } catch (error) {
        toastFailure(error, messageOf(error), { isRead: true })
      }
    }
    return {
      onOther: setPrefill,
      onCorrect: setEntry,
      onCorrectLast: (propertyId, month) => void correctLast(propertyId, month),
    }
  }, [client, setPrefill, setEntry])

  const viewProps = { today, actions }
  return (
    <>
      {view === 'entries' ? (
        <EntriesView {...viewProps} />
      ) : isPhone ? (
        <PhoneView {...viewProps} />
      ) : (
        <GridView {...viewProps} />
      )}
      {prefill && <RecordPayment prefill={prefill} onClose={() => setPrefill(null)} />}
      {entry && (
        <CorrectEntry
          kind="payment"
          entry={entry}
          about={paymentText(entry)}
          onClose={() => setEntry(null)}
        />
      )}
    </>
  )
}
