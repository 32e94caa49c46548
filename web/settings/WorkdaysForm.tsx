import { zodResolver } from '@hookform/resolvers/zod'
import { type Settings, SettingsChange, settingsRoutes } from '@plumbline/contract/settings.ts'
import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/Button.tsx'
import { WeekdayGroup } from '../ui/Choices.tsx'
import { DateInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Input } from '../ui/Input.tsx'

/** The weekdays one works and the holidays one does not. */
export function WorkdaysForm({ company }: { company: Settings }) {
  const form = useForm<z.input<typeof SettingsChange>, unknown, SettingsChange>({
    values: { workingDays: company.workingDays, holidays: [...company.holidays] },
    resolver: zodResolver(SettingsChange),
  })
  const holidays = useFieldArray({ control: form.control, name: 'holidays' })
  const save = useWrite(settingsRoutes.update, {
    success: 'Settings are saved',
    failure: 'Failed to save the settings',
    form,
  })
  const { errors } = form.formState
  return (
    <FormPanel
      title="Working days and holidays"
      text="The schedule counts work on these days only."
      submitLabel="Save"
      onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
      error={save.problem ?? errors.workingDays?.message ?? null}
      pending={save.isPending}
    >
      <Controller
        control={form.control}
        name="workingDays"
        render={({ field }) => (
          <WeekdayGroup label="Working Days" value={field.value ?? []} onChange={field.onChange} />
        )}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Holidays</legend>
        {holidays.fields.length === 0 && <p className="text-ink-2">None yet.</p>}
        <ul className="flex flex-col gap-2.5">
          {holidays.fields.map((holiday, index) => {
            const wrong = errors.holidays?.[index]
            return (
              <li
                key={holiday.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 max-sm:border-t max-sm:border-line max-sm:pt-3 sm:grid-cols-[10.5rem_minmax(0,1fr)_auto]"
              >
                <Controller
                  control={form.control}
                  name={`holidays.${index}.day`}
                  render={({ field: { value, onChange, ...field } }) => (
                    <Field label="Day" hideLabel error={wrong?.day?.message}>
                      {(control) => (
                        <DateInput
                          {...control}
                          {...field}
                          value={value || null}
                          onChange={(day) => onChange(day ?? '')}
                        />
                      )}
                    </Field>
                  )}
                />
                <Field
                  label="Holiday"
                  hideLabel
                  error={wrong?.name?.message}
                  className="max-sm:order-3 max-sm:col-span-2"
                >
                  {(control) => (
                    <Input
                      {...control}
                      {...form.register(`holidays.${index}.name`)}
                      placeholder="New Year’s Day"
                    />
                  )}
                </Field>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Remove ${holiday.name || 'this holiday'}`}
                  onClick={() => holidays.remove(index)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </li>
            )
          })}
        </ul>
        <Button className="mt-3" onClick={() => holidays.append({ day: '', name: '' })}>
          <Plus aria-hidden />
          Add a Holiday
        </Button>
      </fieldset>
    </FormPanel>
  )
}
