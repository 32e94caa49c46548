import { MAX_STEPS } from '@plumbline/contract/pricing.ts'
import { Plus, Trash2 } from 'lucide-react'
import { newKey } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { draftTotals, paymentsOf, shareProblem } from './amounts.ts'
import type { DraftStep, ShareKind } from './draft.ts'
import type { DraftDialogProps } from './editor.ts'
import { ScheduleWarnings } from './PriceAside.tsx'
import { amountText, columnText } from './texts.ts'

const kinds = [
  { value: 'percent', label: '%' },
  { value: 'amount', label: '$' },
]

const newStep = (title = ''): DraftStep => ({ key: newKey(), title, kind: 'percent', value: '' })

/** The payments in their order. The last one is the rest. */
export function ScheduleDialog({ draft, actions, onClose }: DraftDialogProps) {
  const { schedule } = draft
  const { total } = draftTotals(draft)
  const payments = paymentsOf(draft, total)
  const set = (steps: readonly DraftStep[]) =>
    actions.change({ type: 'set', to: { schedule: steps } })
  const add = () =>
    set(
      schedule.length === 0
        ? [newStep('On signing'), newStep('On completion')]
        : // The last one stays the rest.
          [...schedule.slice(0, -1), newStep(), ...schedule.slice(-1)],
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Payment schedule"
      description={`Total ${amountText(total)}`}
      wide
    >
      <DialogBody className="flex flex-col gap-3">
        {schedule.length === 0 && (
          <p className="text-ink-2">
            Say when the customer pays which part. The last payment is the rest.
          </p>
        )}
        <ol className="flex flex-col gap-3">
          {schedule.map((step, index) => (
            <Step
              key={step.key}
              step={step}
              number={index + 1}
              isLast={index === schedule.length - 1}
              amount={payments[index] ?? null}
              onChange={(to) =>
                set(schedule.map((one) => (one === step ? { ...one, ...to } : one)))
              }
              onRemove={() => set(schedule.filter((one) => one !== step))}
            />
          ))}
        </ol>
        {schedule.length < MAX_STEPS && (
          <Button className="self-start" onClick={add}>
            <Plus aria-hidden />
            Add Payment
          </Button>
        )}
        <ScheduleWarnings draft={draft} />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface StepProps {
  step: DraftStep
  number: number
  isLast: boolean
  amount: string | null
  onChange: (to: Partial<DraftStep>) => void
  onRemove: () => void
}

function Step({ step, number, isLast, amount, onChange, onRemove }: StepProps) {
  const { title, kind, value } = step
  return (
    <li>
      <fieldset className="grid grid-cols-[minmax(0,1fr)_4.5rem_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_6rem_4.5rem_6.5rem_auto]">
        <legend className="sr-only">Payment {number}</legend>
        <Field label={`When payment ${number} is due`} hideLabel className="max-sm:col-span-2">
          {(control) => (
            <Input
              {...control}
              placeholder="On signing"
              value={title}
              onChange={({ target }) => onChange({ title: target.value })}
            />
          )}
        </Field>
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Remove payment ${number}`}
          onClick={onRemove}
          className="sm:order-last"
        >
          <Trash2 aria-hidden />
        </Button>
        {isLast ? (
          <span className="self-center text-ink-2 sm:col-span-2">The rest</span>
        ) : (
          <>
            <Field
              label={`Share of payment ${number}`}
              hideLabel
              error={value.trim() === '' ? undefined : shareProblem(kind, value)}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  autoComplete="off"
                  className="figures text-right"
                  value={value}
                  onChange={({ target }) => onChange({ value: target.value })}
                />
              )}
            </Field>
            <Select
              aria-label={`Payment ${number} in percent or dollars`}
              options={kinds}
              value={kind}
              onChange={({ target }) => onChange({ kind: target.value as ShareKind })}
            />
          </>
        )}
        <span className="figures self-center text-right max-sm:min-w-11 max-sm:text-sm">
          {columnText(amount)}
        </span>
      </fieldset>
    </li>
  )
}
