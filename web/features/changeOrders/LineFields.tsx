import { cx } from 'class-variance-authority'
import { ChevronDown, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import {
  CheckboxField,
  SelectField,
  TextAreaField,
  TextField,
  useField,
} from '../../forms/fields.tsx'
import { UnitPriceField } from '../../forms/UnitPriceField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { SuggestInput } from '../../ui/SuggestInput.tsx'
import { readLine } from '../pricing/amounts.ts'
import { categoryLabels, columnText, optionsOf } from '../pricing/texts.ts'
import { useSuggestions } from '../pricing/useSuggestions.ts'
import { type LinesForm, lineOf, type SavedValues, savedValues } from './draft.ts'

/** The columns of the lines where there is room. The last one has two buttons. */
export const columnsOf = (withCosts: boolean) =>
  withCosts
    ? 'lg:grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_7rem_7rem_2rem_6.5rem_5.75rem] lg:gap-x-2.5'
    : 'lg:grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_7rem_2rem_6.5rem_5.75rem] lg:gap-x-2.5'

const categories = optionsOf(categoryLabels)

interface LineFieldsProps {
  form: LinesForm
  index: number
  withCosts: boolean
  amountName: string
  onEnter: () => void
  onRemove: () => void
}

/** The fields of a line. Those that few lines need are folded away. */
export function LineFields(props: LineFieldsProps) {
  const { form, index, withCosts, amountName, onEnter, onRemove } = props
  const { control, getValues, setValue, setFocus, clearErrors } = form
  const at = `lines.${index}` as const
  const number = index + 1
  const moreId = useId()
  const [isOpen, setOpen] = useState(() => Boolean(getValues(`${at}.details`)))
  const { errors } = useFormState({ control, name: `${at}.details` })
  // A problem is not hidden, and what is open stays so while the problem is solved.
  if (errors.lines?.[index]?.details && !isOpen) setOpen(true)
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, nativeEvent, shiftKey, ctrlKey, metaKey, altKey } = event
    const isField = target instanceof HTMLInputElement && target.type !== 'checkbox'
    const isPlain = !(shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing)
    // Enter may have chosen a suggestion already.
    if (event.key !== 'Enter' || !isField || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    onEnter()
  }
  const fill = (saved: SavedValues) => {
    setValue(at, { ...saved, quantity: getValues(`${at}.quantity`) ?? '1' }, { shouldDirty: true })
    clearErrors(at)
    if (saved.details) setOpen(true)
    setFocus(`${at}.quantity`, { shouldSelect: true })
  }
  return (
    <li className="max-lg:rounded-s max-lg:border max-lg:border-line max-lg:p-3 lg:border-b lg:border-line lg:py-1.5">
      <fieldset onKeyDown={onKeyDown}>
        <legend className="sr-only">Line {number}</legend>
        <div
          className={`grid grid-cols-2 items-start gap-x-3 gap-y-2.5 sm:grid-cols-4 lg:[&_label:not(:has(input))]:sr-only ${columnsOf(withCosts)}`}
        >
          <Description control={control} index={index} onChosen={fill} />
          <TextField control={control} name={`${at}.quantity`} label="Quantity" />
          <TextField control={control} name={`${at}.unit`} label="Unit" />
          <UnitPriceField control={control} name={`${at}.unitPrice`} label="Price" />
          {withCosts && (
            <UnitPriceField control={control} name={`${at}.unitCost`} label="Our cost" />
          )}
          <CheckboxField
            control={control}
            name={`${at}.taxable`}
            label="Taxable"
            className={cx('lg:mouse:pt-1.5 lg:[&_span]:sr-only', !withCosts && 'max-lg:pt-7')}
          />
          <Amount
            control={control}
            index={index}
            name={amountName}
            className={withCosts ? '' : 'max-sm:col-start-2 max-sm:row-start-4'}
          />
          <div className="max-lg:contents lg:flex lg:justify-end">
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove line ${number}`}
              onClick={onRemove}
              className="max-lg:col-start-2 max-lg:row-start-1 max-lg:mt-6.5 max-lg:justify-self-end sm:max-lg:col-start-4"
            >
              <Trash2 aria-hidden />
            </Button>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`More of line ${number}`}
              aria-expanded={isOpen}
              aria-controls={moreId}
              onClick={() => setOpen(!isOpen)}
              className={cx(
                'max-lg:justify-self-start sm:max-lg:row-start-3 lg:px-2',
                withCosts
                  ? 'max-sm:col-span-full max-sm:-ml-3 sm:max-lg:col-start-2'
                  : 'max-lg:col-start-1 max-lg:-ml-3 max-sm:row-start-4',
              )}
            >
              <span className="lg:hidden">More</span>
              <ChevronDown
                aria-hidden
                className={cx('transition-transform', isOpen && 'rotate-180')}
              />
            </Button>
          </div>
        </div>
        <div
          id={moreId}
          hidden={!isOpen}
          className={cx(
            'grid items-start gap-x-3 gap-y-2.5 pt-2.5 lg:gap-x-2.5 lg:pb-2',
            withCosts && 'sm:grid-cols-[minmax(0,1fr)_11rem]',
          )}
        >
          {isOpen && (
            <>
              <TextAreaField
                control={control}
                name={`${at}.details`}
                label="Details"
                hint="The customer reads this below the description."
                rows={3}
              />
              {withCosts && (
                <SelectField
                  control={control}
                  name={`${at}.category`}
                  label="Category"
                  hint="For the office"
                  options={categories}
                />
              )}
            </>
          )}
        </div>
      </fieldset>
    </li>
  )
}

type PartProps = Pick<LinesForm, 'control'> & { index: number }

/** The description, with lines of the price list that fit it. */
function Description({
  control,
  index,
  onChosen,
}: PartProps & { onChosen: (saved: SavedValues) => void }) {
  const { input, frame } = useField({
    ...{ control, name: `lines.${index}.description` as const, label: 'Description' },
    required: true,
    className: 'max-lg:col-span-full max-lg:row-start-1 max-lg:pr-13',
  })
  const text = typeof input.value === 'string' ? input.value : ''
  const [typed, setTyped] = useState('')
  const { found, suggestions } = useSuggestions(typed)
  return (
    <Field {...frame}>
      {(attributes) => (
        <SuggestInput
          {...attributes}
          ref={input.ref}
          value={text}
          onChange={(value) => {
            input.onChange(value)
            setTyped(value)
          }}
          suggestions={suggestions}
          onChoose={(id) => {
            const saved = found.find((one) => one.id === id)
            if (saved) onChosen(savedValues(saved))
          }}
        />
      )}
    </Field>
  )
}

function Amount({
  control,
  index,
  name,
  className,
}: PartProps & { name: string; className: string }) {
  const line = useWatch({ control, name: `lines.${index}` })
  const amount = line ? readLine(lineOf(line)).amount : null
  return (
    <p
      className={`flex items-baseline justify-end gap-2 py-1 sm:max-lg:col-span-2 sm:max-lg:col-start-3 lg:py-2 touch:py-3 ${className}`}
    >
      <span className="text-sm text-ink-2 lg:sr-only">{name}</span>
      <span className="figures">{columnText(amount)}</span>
    </p>
  )
}
