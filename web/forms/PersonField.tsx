import type { Role } from '@plumbline/contract/policy.ts'
import type { FieldValues } from 'react-hook-form'
import { PersonPicker } from '../people/PersonPicker.tsx'
import { Field } from '../ui/Field.tsx'
import { type FieldProps, useField } from './field.ts'

interface PersonFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  /** The job the person is chosen for: says who would join it. */
  jobId: string | null
  /** Whose work it can be. */
  roles: readonly Role[]
  /** The words for none. */
  nobody: string
}

/** A choice of one person by id, or null for nobody. */
export function PersonField<V extends FieldValues, Out>({
  jobId,
  roles,
  nobody,
  ...props
}: PersonFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <PersonPicker
          {...control}
          jobId={jobId}
          roles={roles}
          nobody={nobody}
          value={input.value ?? null}
          onChange={input.onChange}
        />
      )}
    </Field>
  )
}
