import type { ChangeOrder, Effect } from '@plumbline/contract/changeOrders.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { ReactNode } from 'react'
import { plural } from '../../ui/format.ts'

interface ChangeEffectProps {
  changeOrder: Pick<ChangeOrder, 'daysAdded' | 'movesEnd'>
  effect: Effect
}

/** The contract and the end of the job, before and after a change. */
export function ChangeEffect({ changeOrder, effect }: ChangeEffectProps) {
  const { daysAdded, movesEnd } = changeOrder
  const { amountBefore, amountAfter, endBefore, endAfter } = effect
  return (
    <dl>
      <Fact name="Contract">
        <Change before={formatCents(amountBefore)} after={formatCents(amountAfter)} />
      </Fact>
      {daysAdded > 0 && (
        <Fact name="Days added">
          {plural(daysAdded, 'working day', 'working days')}
          {!movesEnd && ', the end date stays'}
        </Fact>
      )}
      <Fact name="Finish">
        {endBefore === endAfter ? (
          `${formatDay(endBefore)}${endBefore ? ', no change' : ''}`
        ) : (
          <Change before={formatDay(endBefore)} after={formatDay(endAfter)} />
        )}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 first:pt-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  )
}

function Change({ before, after }: { before: string; after: string }) {
  return (
    <>
      <span className="text-ink-2">{before}</span> <span aria-hidden>→</span>
      <span className="sr-only">to</span> <b className="font-bold">{after}</b>
    </>
  )
}
