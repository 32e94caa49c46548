import { type FieldValues, useController } from 'react-hook-form'
import { Alert } from '../ui/Alert.tsx'
import { WeekdayGroup } from '../ui/Choices.tsx'
import type { FieldProps } from './field.ts'

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
