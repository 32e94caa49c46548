import type { RentalIncome } from '@plumbline/contract/rentalIncome.ts'
import type { Prefill } from './RecordPayment.tsx'

/** The payment actions available in every view of the tab. */
export interface PaymentActions {
  readonly onOther: (prefill: Prefill) => void
  readonly onCorrect: (entry: RentalIncome) => void
  /** Corrects the last payment of a month, if there is one. */
  readonly onCorrectLast: (propertyId: string, month: string) => void
}

/** The props of every view of the tab. */
export interface ViewProps {
  readonly today: string
  readonly actions: PaymentActions
}
