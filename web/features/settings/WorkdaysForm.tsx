import { formatDay } from '@plumbline/contract/dates.ts'
import { type Settings, Workdays } from '@plumbline/contract/settings.ts'
import { usHolidays } from '@plumbline/contract/usHolidays.ts'
import { Plus, Trash2 } from 'lucide-react'
import { type Control, useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { DateField, TextField, WeekdayField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useToday } from '../../screens/days.ts'
import { Button } from '../../ui/Button.tsx'
import { weekdayNames } from '../../ui/Choices.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

type Values = z.input<typeof Workdays>

const { fields, ...workdaysForm } = fieldsOf<Values, Settings>({
  workingDays: {
    label: 'Working Days',
    empty: [],
    text: ({ workingDays }) => workingDays.map((day) => weekdayNames[day - 1]).join(', '),
  },
  holidays: {
    label: 'Holidays',
    empty: [],
    text: ({ holidays }) =>
      holidays.map(({ day, name }) => `${name} (${formatDay(day)})`).join(', ') || 'none',
  },
})

/** The working days of the week, and the holidays. */
export function WorkdaysForm({ company }: { company: Settings }) {
  const { form, submission } = useSettingsForm(company, { ...workdaysForm, schema: Workdays })
  return (
    <FormPanel
      {...submission}
      title="Working days and holidays"
      text="The schedule counts work on these days only."
      submitLabel="Save"
    >
      <WeekdayField control={form.control} {...fields.workingDays} />
      <Holidays control={form.control} />
    </FormPanel>
  )
}

function Holidays({ control }: { control: Control<Values, unknown, Workdays> }) {
  const { fields: holidays, append, remove } = useFieldArray({ control, name: 'holidays' })
  const thisYear = Number(useToday().slice(0, 4))
  const lastYear = Math.max(...holidays.map(({ day }) => Number(day?.slice(0, 4)) || 0), 0)
  const nextYear = Math.max(thisYear, lastYear + 1)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Holidays</legend>
      {holidays.length === 0 && <p className="text-ink-2">No holidays yet</p>}
      <ul className="flex flex-col gap-2.5">
        {holidays.map((holiday, index) => (
          <li
            key={holiday.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 max-sm:border-t max-sm:border-line max-sm:pt-3 sm:grid-cols-[10.5rem_minmax(0,1fr)_auto]"
          >
            <DateField control={control} name={`holidays.${index}.day`} label="Day" hideLabel />
            <TextField
              control={control}
              name={`holidays.${index}.name`}
              label="Holiday"
              hideLabel
              placeholder="New Year’s Day"
              className="max-sm:order-3 max-sm:col-span-2"
            />
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove ${holiday.name || 'this holiday'}`}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => append({ day: '', name: '' })}>
          <Plus aria-hidden />
          Add Holiday
        </Button>
        <Button onClick={() => append(usHolidays(nextYear))}>
          <Plus aria-hidden />
          Add US holidays of {nextYear}
        </Button>
      </div>
    </fieldset>
  )
}
