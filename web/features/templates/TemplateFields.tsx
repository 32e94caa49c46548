import { Field } from '../../ui/Field.tsx'
import { DateInput, Select } from '../../ui/Input.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import type { TemplateChoice } from './useTemplateChoice.ts'

interface TemplateFieldsProps {
  choice: TemplateChoice
  /** The label of the empty option. */
  none: string
  error?: string | undefined
}

/** The choice of a template and of the day it starts. */
export function TemplateFields({ choice, none, error }: TemplateFieldsProps) {
  const { templates = [], template, choose, startDate, setStartDate } = choice
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <Field
        label="Schedule template"
        error={error}
        {...(choice.templates?.length === 0 && { hint: 'There are no templates yet.' })}
      >
        {(control) => (
          <Select
            {...control}
            options={[
              { value: '', label: none },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={template?.id ?? ''}
            onChange={({ target }) => choose(target.value || null)}
          />
        )}
      </Field>
      {template && (
        <Field label="Work starts" error={startDate ? undefined : 'Start date is required'}>
          {(control) => (
            <DateInput {...control} value={startDate || null} onChange={setStartDate} />
          )}
        </Field>
      )}
    </div>
  )
}

/** An optional choice of a template for another form, with a collapsed preview of what it adds. */
export function OptionalTemplate({ choice }: { choice: TemplateChoice }) {
  const { template, plan, startDate } = choice
  return (
    <div className="flex min-w-0 flex-col gap-3 sm:col-span-2">
      <TemplateFields choice={choice} none="No template" />
      {template && plan && (
        <TemplatePreview template={template} plan={plan} startDate={startDate} folded />
      )}
    </div>
  )
}
