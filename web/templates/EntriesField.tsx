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

const columns = 'grid lg:grid-cols-[1.5rem_minmax(0,1fr)_5.5rem_4.5rem_minmax(0,13rem)_7.5rem_auto]'

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
        Days are working days. “Not before” counts them from the start of the job, which is 0.
        “After” names the entries that come first by their numbers, with a lag where work waits or
        overlaps: 2, 3+1, 5-2.
      </p>
      <div
        aria-hidden
        className={`gap-x-2.5 border-b border-line px-4 py-1.5 text-xs text-ink-3 max-lg:hidden ${columns}`}
      >
        <span>No.</span>
        <span>Title</span>
        <span>Not before</span>
        <span>Days</span>
        <span>Trade</span>
        <span>After</span>
        <span className="w-8 touch:w-11" />
      </div>
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
      <fieldset
        className={`grid-cols-2 items-start gap-x-2.5 gap-y-2.5 lg:[&_label]:sr-only ${columns}`}
      >
        <legend className="sr-only">Entry {number}</legend>
        <span
          aria-hidden
          className="figures pt-2 text-sm text-ink-3 max-lg:order-first max-lg:self-center max-lg:pt-0"
        >
          <span className="lg:hidden">Entry </span>
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
          className="max-lg:order-first max-lg:justify-self-end"
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
