import { Plus, Trash2 } from 'lucide-react'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { TextField } from '../forms/fields.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Section } from '../ui/Headings.tsx'
import { type Option, Select } from '../ui/Input.tsx'
import type { TemplateForm } from './api.ts'

const columns = 'grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,16rem)_auto]'

/** The tasks of a template. */
export function TasksField({ form: { control } }: { form: TemplateForm }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'templateData.tasks' })
  const entries = useWatch({ control, name: 'templateData.entries' }) ?? []
  const options = [
    { value: '', label: 'No deadline' },
    ...entries.map(({ title }, place) => ({
      value: String(place),
      label: `End of ${place + 1} ${title}`,
    })),
  ]
  return (
    <Section title="Tasks">
      <div
        aria-hidden
        className={`gap-2.5 border-b border-line px-4 py-1.5 text-xs text-ink-3 max-lg:hidden ${columns}`}
      >
        <span>Name</span>
        <span>Description</span>
        <span>Due</span>
        <span className="w-8 touch:w-11" />
      </div>
      <ul>
        {fields.map((field, place) => {
          const at = `templateData.tasks.${place}` as const
          return (
            <li key={field.id} className="border-t border-line px-4 py-3 first:border-t-0">
              <fieldset
                className={`grid-cols-[minmax(0,1fr)_auto] items-start gap-2.5 lg:[&_label]:sr-only ${columns}`}
              >
                <legend className="sr-only">Task {place + 1}</legend>
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
                <DueField control={control} place={place} options={options} />
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Remove task ${place + 1}`}
                  className="max-lg:mt-6.5"
                  onClick={() => remove(place)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </fieldset>
            </li>
          )
        })}
      </ul>
      <div className="border-t border-line p-4 first:border-t-0">
        <Button onClick={() => append({ name: '', description: '', entry: null })}>
          <Plus aria-hidden />
          Add Task
        </Button>
      </div>
    </Section>
  )
}

interface DueFieldProps {
  control: TemplateForm['control']
  place: number
  options: readonly Option[]
}

/** The entry at whose end a task is due. */
function DueField({ control, place, options }: DueFieldProps) {
  const { field, fieldState } = useController({
    control,
    name: `templateData.tasks.${place}.entry`,
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
