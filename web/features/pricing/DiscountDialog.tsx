import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { draftTotals, shareProblem } from './amounts.ts'
import type { DraftDialogProps } from './editor.ts'
import { amountText } from './texts.ts'

const kinds = [
  { value: 'none', label: 'None' },
  { value: 'percent', label: '%' },
  { value: 'amount', label: '$' },
] as const

/** The discount, in percent of the subtotal or in dollars. */
export function DiscountDialog({ draft, actions, onClose }: DraftDialogProps) {
  const { discountKind: kind, discount } = draft
  const totals = draftTotals(draft)
  const problem = kind === 'none' ? undefined : shareProblem(kind, discount)
  return (
    <Dialog open onOpenChange={onClose} title="Discount" description="Taken off before tax">
      <DialogBody className="flex flex-col gap-4">
        <Segmented
          label="Discount as"
          options={kinds}
          value={kind}
          onChange={(discountKind) => actions.change({ type: 'set', to: { discountKind } })}
        />
        {kind !== 'none' && (
          <Field
            label={kind === 'percent' ? 'Percent of the subtotal' : 'Amount in dollars'}
            error={discount.trim() === '' ? undefined : problem}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                value={discount}
                onChange={({ target }) =>
                  actions.change({ type: 'set', to: { discount: target.value } })
                }
              />
            )}
          </Field>
        )}
        <p className="figures text-ink-2">
          Subtotal {amountText(totals.subtotal)}, discount {amountText(totals.discount)}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
