import type { NewTemplate, ScheduleTemplate } from '@plumbline/contract/templates.ts'
import type { Control, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { TextAreaField, TextField } from '../../forms/fields.tsx'
import { fieldProps, fieldsOf, hidden } from '../../forms/fieldsOf.ts'
import { contentText, projectTypes, type TemplateValues } from './api.ts'

type Values = z.input<typeof NewTemplate> & Pick<TemplateValues, 'isActive'>

const { fields, ...templateForm } = fieldsOf<Values, ScheduleTemplate>({
  name: { label: 'Name', required: true },
  description: { label: 'Description' },
  projectType: { label: 'Type' },
  isActive: hidden,
  templateData: {
    label: 'Entries and tasks',
    empty: { entries: [], tasks: [] },
    text: ({ templateData: { entries, tasks } }) => contentText(entries.length, tasks.length),
  },
})

export { templateForm }

/** The name, type and description of a template. */
export function NameFields<V extends FieldValues, Out>({
  control,
}: {
  control: Control<V, unknown, Out>
}) {
  const field = fieldProps(control, fields)
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <TextField {...field('name')} placeholder="Kitchen Remodel" />
      <TextField {...field('projectType')} suggestions={projectTypes} />
      <TextAreaField {...field('description')} rows={2} className="sm:col-span-2" />
    </div>
  )
}
