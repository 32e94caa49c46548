import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextAreaField, TextField } from '../../forms/fields.tsx'
import { projectTypes } from './api.ts'

/** The name, type and description of a template. */
export function NameFields<V extends FieldValues, Out>({
  control,
}: {
  control: Control<V, unknown, Out>
}) {
  const named = (name: string) => ({ control, name: name as FieldPath<V> })
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <TextField {...named('name')} label="Name" required placeholder="Kitchen Remodel" />
      <TextField {...named('projectType')} label="Type" suggestions={projectTypes} />
      <TextAreaField
        {...named('description')}
        label="Description"
        rows={2}
        className="sm:col-span-2"
      />
    </div>
  )
}
