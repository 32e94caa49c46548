import { type FieldValues, useController } from 'react-hook-form'
import { Slider } from '../ui/Slider.tsx'
import type { FieldProps } from './field.ts'

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
