import { isDeposit } from '@plumbline/contract/deposits.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useId } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { draftTotals, isAbove, isNegative, largestDeposit, paymentsOf } from './amounts.ts'
import { proposalSettingsQuery } from './api.ts'
import type { Draft } from './draft.ts'
import { amountText, columnText } from './texts.ts'

interface PriceAsideProps {
  ref: Ref<HTMLElement>
  draft: Draft
  isReadOnly: boolean
  onOpen: (kind: 'schedule' | 'texts') => void
  /** The panel about what is sent. */
  children: ReactNode
}

/** The payment schedule beside the lines, and the texts around them. */
export function PriceAside({ ref, draft, isReadOnly, onOpen, children }: PriceAsideProps) {
  const { schedule, terms, introduction, validDays } = draft
  const payments = paymentsOf(draft, draftTotals(draft).total)
  return (
    <aside
      ref={ref}
      tabIndex={-1}
      aria-label="Payments and texts"
      className="scroll-mt-14 border-line px-4 outline-none py-4 max-[90rem]:border-t sm:px-7 min-[90rem]:border-l min-[90rem]:pl-6"
    >
      <div className="flex flex-col gap-5.5 min-[90rem]:sticky min-[90rem]:top-[calc(4.25rem+var(--view-bar))]">
        {children}
        <Part
          title="Payment schedule"
          editLabel="Edit the payment schedule"
          onEdit={isReadOnly ? undefined : () => onOpen('schedule')}
        >
          {schedule.length === 0 && <p className="py-2 text-ink-2">No schedule</p>}
          <ul>
            {schedule.map(({ key, title, kind, value }, index) => (
              <li
                key={key}
                className="grid grid-cols-[minmax(0,1fr)_auto_6rem] gap-x-2 border-b border-line py-1.5"
              >
                <span className="wrap-anywhere">{title || `Payment ${index + 1}`}</span>
                <span className="figures text-ink-2">
                  {index === schedule.length - 1 ? 'rest' : kind === 'percent' && `${value}%`}
                </span>
                <span className="figures text-right">{columnText(payments[index] ?? null)}</span>
              </li>
            ))}
          </ul>
          <ScheduleWarnings draft={draft} />
        </Part>
        <Part
          title="Proposal text"
          editLabel="Edit the proposal text"
          onEdit={isReadOnly ? undefined : () => onOpen('texts')}
        >
          <dl>
            <Fact name="Valid">{`${validDays} days`}</Fact>
            <Fact name="Introduction">{introduction.trim() || 'None'}</Fact>
            <Fact name="Terms">{terms.map(({ title }) => title).join(', ') || 'None'}</Fact>
          </dl>
        </Part>
      </div>
    </aside>
  )
}

/** The problems with the payments that are allowed but should be looked at. */
export function ScheduleWarnings({ draft }: { draft: Draft }) {
  const { data: settings } = useQuery(proposalSettingsQuery)
  const { total } = draftTotals(draft)
  const payments = paymentsOf(draft, total)
  const first = payments[0]
  const limit = settings ? largestDeposit(settings, total) : null
  const isOver = payments.some((one) => one !== null && isNegative(one)) && !isNegative(total)
  const isTooLarge =
    first &&
    limit &&
    isDeposit(draft.schedule[0]?.title ?? '', payments.length) &&
    isAbove(first, limit)
  if (!isOver && !isTooLarge) return null
  return (
    <Alert tone="warn" className="mt-2 text-sm">
      {isOver && <p>The payments are above the total.</p>}
      {isTooLarge && (
        <p>
          The {payments.length > 1 ? 'first ' : ''}payment is above the largest deposit of{' '}
          {amountText(limit)}, which is set in Settings.
        </p>
      )}
    </Alert>
  )
}

interface PartProps {
  title: string
  editLabel: string
  onEdit: (() => void) | undefined
  children: ReactNode
}

function Part({ title, editLabel, onEdit, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center border-b border-line-strong pb-1.5">
        <h2 id={id}>{title}</h2>
        {onEdit && (
          <button
            type="button"
            aria-label={editLabel}
            aria-haspopup="dialog"
            onClick={onEdit}
            className="action-link ml-auto justify-end text-sm font-normal text-ink-2 touch:min-w-11"
          >
            Edit
          </button>
        )}
      </div>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-2 border-b border-line py-1.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="line-clamp-2 wrap-anywhere">{children}</dd>
    </div>
  )
}
