import type { ChangeLine, ChangeOrder } from '@plumbline/contract/changeOrders.ts'
import { withoutZeros } from '@plumbline/contract/decimals.ts'
import { lineAmount, totalsOf } from '@plumbline/contract/totals.ts'
import { TitledPanel } from '../../ui/Card.tsx'
import { ClampedText } from '../../ui/ClampedText.tsx'
import { numberText } from '../pricing/draft.ts'
import { dollars, marginText, sumInCents } from '../pricing/margin.ts'
import { columnText } from '../pricing/texts.ts'
import { TotalsList } from './TotalsList.tsx'

/** The columns of the lines and their sums where there is room. */
const columns =
  '@2xl:grid-cols-[minmax(0,1fr)_4rem_3.5rem_6rem_7rem_6rem_4rem] @2xl:gap-x-3 @2xl:gap-y-0'

/** The lines of a change order with the costs and the margin, for the office. */
export function ChangeOrderLines({ changeOrder }: { changeOrder: ChangeOrder }) {
  const { lines, taxRate, total } = changeOrder
  const { totals, costs, cost, withoutCost } = amountsOf(changeOrder)
  return (
    <TitledPanel title="Lines" count={lines.length}>
      {lines.length === 0 ? (
        <p className="text-ink-2">No lines. The price stays as it is.</p>
      ) : (
        <div className="@container -mt-2.5">
          <div
            aria-hidden
            className={`hidden border-b border-line py-1.5 text-right text-xs text-ink-3 @2xl:grid ${columns}`}
          >
            <span className="text-left">Description</span>
            <span>Quantity</span>
            <span className="text-left">Unit</span>
            <span>Price</span>
            <span>Amount</span>
            <span>Our cost</span>
            <span>Margin</span>
          </div>
          <ol>
            {/* Lines have no id. They are replaced all together. */}
            {Object.entries(lines).map(([key, line]) => (
              <Line
                key={key}
                line={line}
                amount={totals.lines[Number(key)] ?? null}
                cost={costs[Number(key)] ?? null}
              />
            ))}
          </ol>
          <TotalsList
            {...{ total, cost, withoutCost, subtotal: totals.subtotal, tax: totals.tax }}
            taxRate={withoutZeros(taxRate)}
            className="mt-2.5 ml-auto w-fit @max-2xl:w-full"
          />
        </div>
      )}
    </TitledPanel>
  )
}

interface LineProps {
  line: ChangeLine
  /** In exact dollars; null where it is not known. */
  amount: string | null
  cost: string | null
}

function Line({ line, amount, cost }: LineProps) {
  const quantity = numberText(line.quantity).replace('-', '−')
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-b border-line py-2 ${columns}`}
    >
      <p className="min-w-0 wrap-anywhere">{line.description}</p>
      <span className="figures hidden text-right @2xl:block">{quantity}</span>
      <span className="hidden truncate text-ink-2 @2xl:block">{line.unit}</span>
      <span className="figures hidden text-right @2xl:block">{columnText(line.unitPrice)}</span>
      <span className="figures text-right font-medium">{columnText(amount)}</span>
      <span className="figures hidden text-right text-ink-2 @2xl:block">
        {cost !== null && columnText(cost)}
      </span>
      <span className="figures hidden text-right text-ink-2 @2xl:block">
        {cost !== null && (marginText(amount, cost) ?? '–')}
      </span>
      <p className="figures col-span-2 text-sm text-ink-2 @2xl:hidden">
        {[quantity, line.unit].filter(Boolean).join(' ')} × {columnText(line.unitPrice)}
        {cost !== null && `, our cost ${columnText(cost)}`}
      </p>
      {line.details && (
        <div className="col-span-full max-w-prose text-sm text-ink-2">
          <ClampedText>{line.details}</ClampedText>
        </div>
      )}
    </li>
  )
}

/** The amounts of a change order, and the costs of its lines where they are known. */
function amountsOf({ lines, taxRate }: Pick<ChangeOrder, 'lines' | 'taxRate'>) {
  const noDiscount = { discount: null, taxRate }
  const costs = lines.map(costOf)
  const known = costs.filter((cost) => cost !== null)
  return {
    totals: totalsOf(lines, noDiscount),
    costs,
    cost: known.length > 0 ? dollars(sumInCents(known)) : null,
    withoutCost: costs.length - known.length,
  }
}

const costOf = ({ quantity, unitCost }: ChangeLine) =>
  unitCost === null ? null : lineAmount({ quantity, unitPrice: unitCost })
