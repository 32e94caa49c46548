import type { Effect, Offer } from '@plumbline/contract/changeOrders.ts'
import { shortDay } from '@plumbline/contract/dates.ts'
import { centsOf } from '@plumbline/contract/dollars.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useToday } from '../../screens/days.ts'
import { TitledPanel } from '../../ui/Card.tsx'
import { plural } from '../../ui/format.ts'
import { numberText } from '../pricing/draft.ts'
import { amountText } from '../pricing/texts.ts'

/** The lines of a change order with their amounts, its tax and its total. */
export function OfferLines({ offer }: { offer: Offer }) {
  const { lines, tax, taxName, taxRate, total } = offer
  // The lines of a version never move.
  const numbered = lines.map((line, at) => ({ line, at }))
  return (
    <TitledPanel title="What you get">
      <ul className="-mt-2.5">
        {numbered.map(({ line, at }) => (
          <Line key={at} line={line} />
        ))}
      </ul>
      <dl className="border-t border-line-strong pt-2">
        {centsOf(tax) !== 0 && (
          <Row name={`${taxName}, ${taxRate}%`}>
            <span className="figures">{amountText(tax)}</span>
          </Row>
        )}
        <Row name="Total">
          <b className="figures font-bold">{amountText(total)}</b>
        </Row>
      </dl>
    </TitledPanel>
  )
}

type OfferLine = Offer['lines'][number]

/**
 * The quantity and price of a line where its amount alone does not say them: `4 each × $185.00`,
 * `Credit`, `Credit, 2 × $250.00`. Empty for one piece.
 */
export function quantityText({
  quantity,
  unit,
  unitPrice,
}: Pick<OfferLine, 'quantity' | 'unit' | 'unitPrice'>): string {
  const isCredit = quantity.startsWith('-')
  const count = numberText(isCredit ? quantity.slice(1) : quantity)
  const each =
    count === '1' ? '' : `${[count, unit].filter(Boolean).join(' ')} × ${amountText(unitPrice)}`
  return [isCredit && 'Credit', each].filter(Boolean).join(', ')
}

function Line({ line }: { line: OfferLine }) {
  const quantity = quantityText(line)
  return (
    <li className="flex items-baseline gap-4 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-pretty">{line.description}</p>
        {quantity && <p className="figures text-sm text-ink-2">{quantity}</p>}
        {line.details && <p className="text-sm whitespace-pre-line text-ink-2">{line.details}</p>}
      </div>
      <span className="figures shrink-0">{amountText(line.amount)}</span>
    </li>
  )
}

/** The contract and the end date of the job before and after the change. */
export function OfferEffect({ effect, daysAdded }: { effect: Effect | null; daysAdded: number }) {
  const today = useToday()
  if (!effect && daysAdded === 0) return null
  return (
    <TitledPanel title="What it changes">
      <dl>
        {effect && (
          <>
            <Change
              name="Contract"
              before={formatCents(effect.amountBefore)}
              after={formatCents(effect.amountAfter)}
            />
            {effect.endBefore && effect.endAfter && (
              <Change
                name="Finish"
                before={shortDay(effect.endBefore, today, effect.endAfter)}
                after={shortDay(effect.endAfter, today, effect.endBefore)}
              />
            )}
          </>
        )}
        {daysAdded > 0 && (
          <Row name="Extra time">{plural(daysAdded, 'working day', 'working days')}</Row>
        )}
      </dl>
    </TitledPanel>
  )
}

interface ChangeProps {
  name: string
  before: string
  after: string
}

/** A fact before and after the change, or that it stays. */
function Change({ name, before, after }: ChangeProps) {
  if (before === after)
    return (
      <Row name={name}>
        <b className="figures font-bold">{after}</b>, no change
      </Row>
    )
  return (
    <Row name={name}>
      <span className="figures">{before}</span>
      <span className="sr-only"> becomes </span>
      <ArrowRight aria-hidden className="mx-2 inline size-3.5 text-ink-2" />
      <b className="figures font-bold whitespace-nowrap">{after}</b>
    </Row>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="min-w-0 text-ink-2 wrap-anywhere">{name}</dt>
      <dd className="min-w-0 shrink-0 text-right max-w-3/4">{children}</dd>
    </div>
  )
}
