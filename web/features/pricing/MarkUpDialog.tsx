import { useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { exactCost, exactMarkup, markupProblem } from './amounts.ts'
import { ChooseLines } from './ChooseLines.tsx'
import { type DraftLine, linesOf } from './draft.ts'
import type { DraftDialogProps } from './editor.ts'

const hasCost = (line: DraftLine) => exactCost(line) !== null

/** Writes the prices of chosen lines from their cost and a markup. */
export function MarkUpDialog({ draft, actions, onClose }: DraftDialogProps) {
  const withCost = linesOf(draft).filter(hasCost)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(withCost.map(({ key }) => key)),
  )
  const [percent, setPercent] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <FormDialog
      title="Markup"
      description="Writes prices from our cost. Lines without a cost keep their price."
      submitLabel="Write Prices"
      error={null}
      pending={false}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const exact = exactMarkup(percent)
        setProblem(markupProblem(percent))
        if (exact === null) return
        actions.change({ type: 'markUp', keys: chosen, percent: exact })
        onClose()
      }}
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Markup in percent"
          error={problem}
          hint="25 makes a price of 125.00 from a cost of 100.00"
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={percent}
              onChange={({ target }) => setPercent(target.value)}
            />
          )}
        </Field>
        {withCost.length === 0 ? (
          <p className="text-ink-2">No line has a cost yet. Enter what a unit costs you first.</p>
        ) : (
          <ChooseLines
            sections={draft.sections}
            chosen={chosen}
            onChange={setChosen}
            isPossible={hasCost}
          />
        )}
      </div>
    </FormDialog>
  )
}
