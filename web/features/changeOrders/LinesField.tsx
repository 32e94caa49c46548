import { Plus } from 'lucide-react'
import { useFieldArray, useFormState } from 'react-hook-form'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { isEmpty, type LinesForm, newLineValues } from './draft.ts'
import { columnsOf, LineFields } from './LineFields.tsx'

interface LinesFieldProps {
  form: LinesForm
  /** The most lines. */
  max: number
  /** Whether the lines have a cost and a category, which stay in the office. */
  withCosts?: boolean
  /** The name of the amount of each. */
  amountName?: string
  /** A problem with all of them, besides those that the form finds. */
  problem?: string | undefined
}

/**
 * The lines of a change order or an invoice: a table that is edited, or a card for each where it is
 * narrow.
 */
export function LinesField({
  form,
  max,
  withCosts = false,
  amountName = 'Amount',
  problem: other,
}: LinesFieldProps) {
  const { control, getValues, setFocus } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  const { errors } = useFormState({ control, name: 'lines' })
  const isFull = fields.length >= max
  const problem = errors.lines?.message ?? errors.lines?.root?.message ?? other
  const add = () => {
    const { lines = [], taxRate } = getValues()
    const isTaxed = !['', '0'].includes(String(taxRate ?? '').trim())
    append(newLineValues(lines.at(-1)?.taxable ?? isTaxed), {
      focusName: `lines.${lines.length}.description`,
    })
  }
  /** Goes to the next line. After the last one, adds one. */
  const enter = (index: number) => {
    const line = getValues(`lines.${index}`)
    if (index + 1 < fields.length) setFocus(`lines.${index + 1}.description`)
    else if (line && !isEmpty(line) && !isFull) add()
  }
  return (
    <section aria-label="Lines" data-field="lines">
      <div
        aria-hidden
        className={`hidden border-b border-line-strong pb-1.5 text-xs text-ink-3 lg:grid ${columnsOf(withCosts)}`}
      >
        <span>Description</span>
        <span>Quantity</span>
        <span>Unit</span>
        <span>Price</span>
        {withCosts && <span>Our cost</span>}
        <span>Tax</span>
        <span className="text-right">{amountName}</span>
      </div>
      <ol className="flex flex-col gap-3 lg:gap-0">
        {fields.map((field, index) => (
          <LineFields
            key={field.id}
            form={form}
            index={index}
            withCosts={withCosts}
            amountName={amountName}
            onEnter={() => enter(index)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {problem && <Alert className="mt-3">{problem}</Alert>}
      {!isFull && (
        <Button size="sm" className="mt-3" onClick={add}>
          <Plus aria-hidden />
          Add Line
        </Button>
      )}
    </section>
  )
}
