import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { draftTotals, taxProblem } from './amounts.ts'
import { proposalSettingsQuery } from './api.ts'
import { ChooseLines } from './ChooseLines.tsx'
import { linesOf } from './draft.ts'
import type { DraftDialogProps } from './editor.ts'
import { amountText } from './texts.ts'

/** The rate of tax, and which lines are taxed. */
export function TaxDialog({ draft, actions, onClose }: DraftDialogProps) {
  const { data: settings } = useQuery(proposalSettingsQuery)
  const totals = draftTotals(draft)
  const taxable = new Set(linesOf(draft).flatMap((line) => (line.taxable ? [line.key] : [])))
  return (
    <Dialog open onOpenChange={onClose} title={settings?.taxName ?? 'Sales tax'}>
      <DialogBody className="flex flex-col gap-4">
        <Field label="Rate in percent" error={taxProblem(draft.taxRate)}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={draft.taxRate}
              onChange={({ target }) =>
                actions.change({ type: 'set', to: { taxRate: target.value } })
              }
            />
          )}
        </Field>
        <p className="figures text-ink-2">
          {amountText(totals.tax)} on {amountText(totals.taxable)} after the discount
        </p>
        <div>
          <h3 className="mb-1 text-sm font-medium">Taxable lines</h3>
          <ChooseLines
            sections={draft.sections}
            chosen={taxable}
            onChange={(keys) => actions.change({ type: 'taxable', keys })}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
