import { centsOf } from '@plumbline/contract/dollars.ts'
import { changeText } from './offerTexts.ts'

/** The change of the amount of the contract. */
export function OfferTotal({ total }: { total: string }) {
  const change = centsOf(total)
  return (
    <p className="min-w-0">
      <span className="block text-sm text-ink-2">{effectText(change)}</span>
      {change !== 0 && (
        <b className="figures block text-lg leading-tight font-bold tracking-tight">
          {changeText(total)}
        </b>
      )}
    </p>
  )
}

/** The effect of a change in cents, before its amount. */
function effectText(change: number): string {
  if (change === 0) return 'No change of the amount'
  return change > 0 ? 'Adds to your contract' : 'Takes off your contract'
}
