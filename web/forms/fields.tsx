import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useCompany } from '../api/company.ts'
import { Alert } from '../ui/Alert.tsx'
import { Checkbox, RadioGroup, WeekdayGroup } from '../ui/Choices.tsx'
import { Field } from '../ui/Field.tsx'
import { DateInput, DateTimeInput, Input, type Option, Select, Textarea } from '../ui/Input.tsx'
import { MoneyInput, NumberInput } from '../ui/NumberInput.tsx'
import { Slider } from '../ui/Slider.tsx'

/** The props of every form field: its form, name and label. */
export interface FieldProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  name: FieldPath<V>
  label: string
  hint?: ReactNode
  required?: boolean
  /** Shows the label to screen readers only, for a field whose place makes its purpose clear. */
  hideLabel?: boolean
  className?: string
}

/**
 * Connects a field to its form: `input` for the control, `frame` for the label, hint and error
 * around it.
 */
export function useField<V extends FieldValues, Out>({
  control,
  name,
  label,
  hint,
  required,
  hideLabel,
  className,
}: FieldProps<V, Out>) {
  const { field, fieldState } = useController({ control, name })
  return {
    input: field,
    frame: {
      name,
      label,
      error: fieldState.error?.message,
      ...(hint !== undefined && { hint }),
      ...(required && { required }),
      ...(hideLabel && { hideLabel }),
      ...(className && { className }),
    },
  }
}

interface TextFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  type?: 'text' | 'email' | 'tel'
  placeholder?: string
  autoComplete?: string
  /** The keyboard that a phone shows. */
  inputMode?: 'numeric' | 'decimal'
  /** Suggestions while typing. Any other text is allowed too. */
  suggestions?: readonly string[]
}

/** One line of text. */
export function TextField<V extends FieldValues, Out>({
  type = 'text',
  placeholder,
  autoComplete = 'off',
  inputMode,
  suggestions,
  ...props
}: TextFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <>
          <Input
            {...control}
            {...input}
            value={input.value ?? ''}
            type={type}
            placeholder={placeholder}
            autoComplete={autoComplete}
            inputMode={inputMode}
            list={suggestions && `${control.id}-suggestions`}
          />
          {suggestions && (
            <datalist id={`${control.id}-suggestions`}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

/** Several lines of text. */
export function TextAreaField<V extends FieldValues, Out>({
  rows,
  ...props
}: FieldProps<V, Out> & { rows?: number }) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <Textarea {...control} {...input} value={input.value ?? ''} {...(rows && { rows })} />
      )}
    </Field>
  )
}

/** A number; null when empty. */
export function NumberField<V extends FieldValues, Out>({
  isWhole = false,
  ...props
}: FieldProps<V, Out> & { isWhole?: boolean }) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <NumberInput
          {...control}
          {...input}
          value={input.value ?? null}
          inputMode={isWhole ? 'numeric' : 'decimal'}
        />
      )}
    </Field>
  )
}

/** An amount, typed in dollars and stored in whole cents; null when empty. */
export function MoneyField<V extends FieldValues, Out>({
  isReadOnly = false,
  ...props
}: FieldProps<V, Out> & { isReadOnly?: boolean }) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <MoneyInput {...control} {...input} value={input.value ?? null} readOnly={isReadOnly} />
      )}
    </Field>
  )
}

/** A calendar day, `YYYY-MM-DD`; null when empty. */
export function DateField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => <DateInput {...control} {...input} value={input.value ?? null} />}
    </Field>
  )
}

/** A time of day, `HH:MM`; null when empty. */
export function TimeField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <Input
          {...control}
          {...input}
          type="time"
          value={input.value ?? ''}
          onChange={({ target }) => input.onChange(target.value || null)}
          className="figures"
        />
      )}
    </Field>
  )
}

/**
 * A date and time of day in the company's time zone, stored as an ISO date-time in UTC; null when
 * empty.
 */
export function DateTimeField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { timeZone } = useCompany()
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <DateTimeInput {...control} {...input} timeZone={timeZone} value={input.value || null} />
      )}
    </Field>
  )
}

/** A boolean. */
export function CheckboxField<V extends FieldValues, Out>({
  control,
  name,
  label,
  hint,
  className,
}: Pick<FieldProps<V, Out>, 'control' | 'name' | 'label' | 'hint' | 'className'>) {
  const id = useId()
  const {
    field: { value, ...input },
    fieldState: { error },
  } = useController({ control, name })
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <Checkbox
        {...input}
        checked={value ?? false}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      >
        {label}
      </Checkbox>
      {error && (
        <p
          id={`${id}-error`}
          className="flex items-start gap-1.5 pl-6.5 text-sm text-bad touch:pl-7.5"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error.message}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="pl-6.5 text-sm text-ink-2 touch:pl-7.5">
          {hint}
        </p>
      )}
    </div>
  )
}

interface SelectFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  options: readonly Option[]
  /** Runs after the value was set. */
  onChosen?: (value: string | null) => void
}

/** A choice from a few options. The value of an empty option is null. */
export function SelectField<V extends FieldValues, Out>({
  options,
  onChosen,
  ...props
}: SelectFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <Select
          {...control}
          {...input}
          value={input.value ?? ''}
          onChange={(event) => {
            const value = event.target.value || null
            input.onChange(value)
            onChosen?.(value)
          }}
          options={options}
        />
      )}
    </Field>
  )
}

type RadioGroupFieldProps<V extends FieldValues, Out> = Omit<
  FieldProps<V, Out>,
  'hint' | 'hideLabel' | 'className'
> & { options: readonly Option[] }

/** A choice from a few numbers, side by side; null before one is chosen. */
export function RadioGroupField<V extends FieldValues, Out>({
  options,
  ...props
}: RadioGroupFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const value: number | null = input.value ?? null
  return (
    <RadioGroup
      {...frame}
      options={options}
      value={value === null ? null : String(value)}
      onChange={(chosen) => input.onChange(Number(chosen))}
    />
  )
}

/** Some of the seven weekdays, as ISO numbers: Monday 1 to Sunday 7. */
export function WeekdayField<V extends FieldValues, Out>({
  control,
  name,
  label,
}: Pick<FieldProps<V, Out>, 'control' | 'name' | 'label'>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <>
      {fieldState.error && <Alert>{fieldState.error.message}</Alert>}
      <WeekdayGroup label={label} value={field.value ?? []} onChange={field.onChange} />
    </>
  )
}

/** Percent, 0 to 100 in steps of 5. */
export function ProgressField<V extends FieldValues, Out>({
  control,
  name,
  label,
}: Pick<FieldProps<V, Out>, 'control' | 'name' | 'label'>) {
  const { field } = useController({ control, name })
  const value: number = field.value ?? 0
  return (
    <div data-field={name} className="flex flex-col gap-1.5">
      <span className="flex text-sm font-medium">
        {label}
        <span className="figures ml-auto text-ink-2">{value}%</span>
      </span>
      <Slider label={label} value={value} onChange={field.onChange} />
    </div>
  )
}
