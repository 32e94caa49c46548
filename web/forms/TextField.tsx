import type { FieldValues } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { type FieldProps, useField } from './field.ts'

interface TextFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  type?: 'text' | 'email' | 'tel' | 'password'
  placeholder?: string
  autoComplete?: string
  /** Offered while typing; anything else can be typed as well. */
  suggestions?: readonly string[]
}

/** One line of text. */
export function TextField<V extends FieldValues, Out>({
  type = 'text',
  placeholder,
  autoComplete = 'off',
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
