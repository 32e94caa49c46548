import { schedulePriorities, scheduleTypes } from '@plumbline/contract/schedule.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import {
  CheckboxField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../forms/fields.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Headings.tsx'
import { priorityOptions, priorityStyle, titleCase } from '../ui/status.ts'
import type { TemplateForm } from './api.ts'
import { Fold } from './Fold.tsx'
import { LinksField } from './LinksField.tsx'
import { withoutEntry, withoutEntryOf } from './links.ts'
import { useTrades } from './useTrades.ts'

const typeOptions = scheduleTypes.map((value) => ({ value, label: titleCase(value) }))

const newEntry = { title: '', startDay: 0, days: 1, trade: '', dependsOn: [] }

/** The entries of a template as a table that can be edited. */
export function EntriesField({ form }: { form: TemplateForm }) {
  const { control, getValues, setValue } = form
  const { fields, append } = useFieldArray({ control, name: 'templateData.entries' })
  const trades = useTrades(control)
  const remove = (place: number) => {
    const { entries = [], tasks = [] } = getValues('templateData') ?? {}
    const options = { shouldDirty: true }
    setValue('templateData.entries', withoutEntry(entries, place), options)
    setValue('templateData.tasks', withoutEntryOf(tasks, place), options)
  }
  return (
    <Section title="Entries">
      <p className="border-b border-line px-4 py-2 text-sm text-ink-2">
        Days are working days. “After” names the entries that come first by their numbers, with a
        lag where work waits or overlaps: 2, 3+1, 5-2.
      </p>
      <ol>
        {fields.map((field, place) => (
          <EntryFields
            key={field.id}
            form={form}
            place={place}
            trades={trades}
            onRemove={() => remove(place)}
          />
        ))}
      </ol>
      <div className="border-t border-line p-4 first:border-t-0">
        <Button onClick={() => append(newEntry)}>
          <Plus aria-hidden />
          Add Entry
        </Button>
      </div>
    </Section>
  )
}

interface EntryFieldsProps {
  form: TemplateForm
  place: number
  trades: readonly string[]
  onRemove: () => void
}

function EntryFields({ form: { control }, place, trades, onRemove }: EntryFieldsProps) {
  const at = `templateData.entries.${place}` as const
  const number = place + 1
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0">
      <fieldset className="grid grid-cols-2 items-start gap-x-2.5 gap-y-2.5 lg:grid-cols-[1.5rem_minmax(0,1fr)_5.5rem_4.5rem_minmax(0,13rem)_7.5rem_auto]">
        <legend className="sr-only">Entry {number}</legend>
        <span aria-hidden className="figures self-center pt-6 text-sm text-ink-3 max-lg:hidden">
          {number}
        </span>
        <TextField
          control={control}
          name={`${at}.title`}
          label="Title"
          required
          className="max-lg:col-span-2"
        />
        <NumberField
          control={control}
          name={`${at}.startDay`}
          label="Not before"
          min={0}
          step={1}
        />
        <NumberField control={control} name={`${at}.days`} label="Days" min={1} step={1} />
        <TextField control={control} name={`${at}.trade`} label="Trade" suggestions={trades} />
        <LinksField control={control} name={`${at}.dependsOn`} label="After" />
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Remove entry ${number}`}
          className="lg:mt-6.5"
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      </fieldset>
      <div className="lg:pl-8.5">
        <Fold title={<Summary control={control} place={place} />}>
          <div className="grid gap-x-4 gap-y-3 pt-2 sm:grid-cols-3">
            <SelectField
              control={control}
              name={`${at}.scheduleType`}
              label="Type"
              options={typeOptions}
            />
            <SelectField
              control={control}
              name={`${at}.priority`}
              label="Priority"
              options={priorityOptions(schedulePriorities)}
            />
            <NumberField
              control={control}
              name={`${at}.estimatedHours`}
              label="Estimated Hours"
              min={0}
            />
            <TextAreaField
              control={control}
              name={`${at}.description`}
              label="Description"
              rows={2}
              className="sm:col-span-2"
            />
            <div>
              <CheckboxField
                control={control}
                name={`${at}.weatherDependent`}
                label="Weather dependent"
              />
              <CheckboxField control={control} name={`${at}.indoorWork`} label="Indoor work" />
              <CheckboxField control={control} name={`${at}.internal`} label="Internal" />
            </div>
          </div>
        </Fold>
      </div>
    </li>
  )
}

/** The further fields of an entry at a glance. */
function Summary({ control, place }: { control: TemplateForm['control']; place: number }) {
  const entry = useWatch({ control, name: `templateData.entries.${place}` })
  const facts = [
    titleCase(entry?.scheduleType ?? 'task'),
    priorityStyle(entry?.priority ?? 'medium').label,
    entry?.weatherDependent && 'Weather dependent',
    !(entry?.indoorWork ?? true) && 'Outdoors',
    entry?.internal && 'Internal',
  ]
  return <>{facts.filter(Boolean).join(', ')}</>
}
