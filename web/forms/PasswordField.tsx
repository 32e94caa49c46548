import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { type FieldProps, useField } from './fields.tsx'

interface PasswordFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  autoComplete: 'current-password' | 'new-password'
}

/** A password, with a button that shows what was typed. */
export function PasswordField<V extends FieldValues, Out>({
  autoComplete,
  ...props
}: PasswordFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const [isShown, setShown] = useState(false)
  return (
    <Field {...frame}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            {...input}
            value={input.value ?? ''}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className="pr-11"
          />
          <Button
            variant="quiet"
            size="icon"
            aria-pressed={isShown}
            title={`Show ${props.label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
            className="absolute top-0.5 right-0.5 aria-pressed:bg-sunken aria-pressed:text-ink touch:top-0 touch:right-0"
          >
            <Eye aria-hidden />
            <span className="sr-only">Show {props.label.toLowerCase()}</span>
          </Button>
        </div>
      )}
    </Field>
  )
}
