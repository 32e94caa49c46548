import { cx } from 'class-variance-authority'
import { ArrowDown, Check, CircleAlert, CloudOff, Lock } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { draftTotals, sumsOf } from './amounts.ts'
import type { Draft } from './draft.ts'
import { officeClasses } from './layout.ts'
import { less, marginText } from './margin.ts'
import { PriceSettings } from './PriceSettings.tsx'
import type { SaveState } from './session.ts'
import { amountText, columnText, savingProblem } from './texts.ts'

interface PriceFootProps {
  draft: Draft
  state: SaveState
  isReadOnly: boolean
  /** Opens the discount or the tax, unless that is done elsewhere. */
  onOpen: ((kind: 'discount' | 'tax') => void) | undefined
  /** Leads to the proposal, where it is below the lines. */
  onProposal: (() => void) | undefined
  onRetry: () => void
}

/** The total of the lines, always in view, and whether it is saved. */
export function PriceFoot(props: PriceFootProps) {
  const { draft, state, isReadOnly, onOpen, onProposal, onRetry } = props
  const totals = draftTotals(draft)
  const { cost, withoutCost } = sumsOf(draft.sections)
  const revenue = less(totals.subtotal, totals.discount)
  const margin = cost === null ? null : less(revenue, cost)
  const isComplete = cost !== null && withoutCost === 0
  return (
    <div className="sticky bottom-(--bottom-bar) z-20 border-t border-line-strong bg-surface min-[90rem]:grid min-[90rem]:grid-cols-[minmax(0,1fr)_21.75rem]">
      <div className="@container/price min-w-0">
        <div className="grid h-full min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 @min-[52rem]/price:grid-cols-[minmax(0,1fr)_auto_252px] @min-[52rem]/price:gap-x-2.5 @min-[52rem]/price:pr-0 sm:pl-14">
          <div className="min-w-0">
            {onOpen && <PriceSettings draft={draft} isReadOnly={isReadOnly} onOpen={onOpen} />}
            {onProposal && (
              <Button size="sm" onClick={onProposal}>
                <ArrowDown aria-hidden />
                Proposal
              </Button>
            )}
          </div>
          <p className="flex items-baseline gap-3.5 py-1.5 font-bold whitespace-nowrap">
            Total
            <output aria-label="Total" className="figures text-md tracking-tight">
              {amountText(totals.total)}
            </output>
          </p>
          <div className={cx(officeClasses, 'self-stretch')}>
            <span />
            <span className="figures">{cost !== null && columnText(cost)}</span>
            <b className="figures font-bold">{isComplete && (marginText(revenue, cost) ?? '–')}</b>
          </div>
        </div>
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 text-sm text-ink-2 max-[90rem]:border-t max-[90rem]:border-line sm:px-7 min-[90rem]:min-h-13 min-[90rem]:border-l min-[90rem]:border-line min-[90rem]:pl-6">
        {margin !== null && (
          <p className="flex items-center gap-1.5">
            <Lock aria-hidden className="size-3" />
            Our margin
            <b className="figures text-base font-bold text-ink">{amountText(margin)}</b>
            <span className="figures @min-[52rem]/price:hidden min-[90rem]:hidden">
              {isComplete && marginText(revenue, cost)}
            </span>
          </p>
        )}
        {cost !== null && withoutCost > 0 && (
          <p>{withoutCost === 1 ? '1 line has no cost' : `${withoutCost} lines have no cost`}</p>
        )}
        <SavedNote state={state} isReadOnly={isReadOnly} onRetry={onRetry} />
      </div>
    </div>
  )
}

interface SavedNoteProps {
  state: SaveState
  isReadOnly: boolean
  onRetry: () => void
}

/** Whether the price is saved as it is typed. */
function SavedNote({ state, isReadOnly, onRetry }: SavedNoteProps) {
  const problem = savingProblem(state)
  const note = 'ml-auto flex items-center gap-1.5 [&_svg]:size-3.5 [&_svg]:shrink-0'
  if (isReadOnly)
    return (
      <p className={note}>
        <Lock aria-hidden />
        Read only
      </p>
    )
  if (state.kind === 'invalid' || state.kind === 'failed')
    return (
      <p role="status" className={cx(note, 'min-w-0 text-bad')}>
        <CircleAlert aria-hidden />
        <span className="min-w-0 wrap-anywhere">{problem}</span>
        {state.kind === 'failed' && (
          <button type="button" onClick={onRetry} className="action-link">
            Try again
          </button>
        )}
      </p>
    )
  if (state.kind === 'offline' || state.kind === 'conflict')
    return (
      <p role="status" className={note}>
        <CloudOff aria-hidden />
        {problem}
      </p>
    )
  const isSaved = state.kind === 'saved'
  return (
    <p role="status" className={note}>
      {/* Hidden rather than removed: an element that comes or goes has the whole page measured. */}
      <Check aria-hidden style={{ opacity: isSaved ? 1 : 0 }} />
      {isSaved ? 'Saved' : 'Saving…'}
    </p>
  )
}
