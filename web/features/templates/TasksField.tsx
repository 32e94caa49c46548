import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { TextField } from '../../forms/fields.tsx'
import { Field } from '../../ui/Field.tsx'
import { type Option, Select } from '../../ui/Input.tsx'
import type { TemplateForm } from './api.ts'
import { TemplateLine, TemplateLines } from './TemplateLines.tsx'

const columns = 'grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,16rem)_auto]'

/** The tasks of a template as a table that can be edited. */
export function TasksField({ form: { control } }: { form: TemplateForm }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'templateData.tasks' })
  const entries = useWatch({ control, name: 'templateData.entries' }) ?? []
  const options = [
    { value: '', label: 'No deadline' },
    ...entries.map(({ title }, index) => ({
      value: String(index),
      label: `End of ${index + 1} ${title}`,
    })),
  ]
  return (
    <TemplateLines
      title="Tasks"
      columns={columns}
      names={['Name', 'Description', 'Due']}
      addLabel="Add Task"
      onAdd={() => append({ name: '', description: '', entry: null })}
    >
      {fields.map((field, index) => {
        const at = `templateData.tasks.${index}` as const
        return (
          <TemplateLine
            key={field.id}
            kind="Task"
            number={index + 1}
            className={`grid-cols-[minmax(0,1fr)_auto] ${columns}`}
            removeClassName="max-lg:mt-6.5"
            onRemove={() => remove(index)}
          >
            <TextField
              control={control}
              name={`${at}.name`}
              label="Name"
              required
              className="max-lg:col-span-2"
            />
            <TextField
              control={control}
              name={`${at}.description`}
              label="Description"
              className="max-lg:col-span-2"
            />
            <DueField control={control} index={index} options={options} />
          </TemplateLine>
        )
      })}
    </TemplateLines>
  )
}

interface DueFieldProps {
  control: TemplateForm['control']
  index: number
  options: readonly Option[]
}

/** The entry at whose end a task is due. */
function DueField({ control, index, options }: DueFieldProps) {
  const { field, fieldState } = useController({
    control,
    name: `templateData.tasks.${index}.entry`,
  })
  return (
    <Field label="Due" error={fieldState.error?.message}>
      {(frame) => (
        <Select
          {...frame}
          options={options}
          value={field.value === null || field.value === undefined ? '' : String(field.value)}
          onChange={({ target }) =>
            field.onChange(target.value === '' ? null : Number(target.value))
          }
        />
      )}
    </Field>
  )
}
