import { byLetters } from '@plumbline/contract/naturalOrder.ts'
import { schedulePriorities, scheduleTypes } from '@plumbline/contract/schedule.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { useQuery } from '@tanstack/react-query'
import { useFieldArray, useWatch } from 'react-hook-form'
import { query } from '../../api/query.ts'
import {
  CheckboxField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../forms/fields.tsx'
import { priorityOptions, priorityStyle, titleCase } from '../../ui/status.ts'
import type { TemplateForm } from './api.ts'
import { Fold } from './Fold.tsx'
import { LinksField } from './LinksField.tsx'
import { tasksWithoutEntry, withoutEntry } from './links.ts'
import { TemplateLine, TemplateLines } from './TemplateLines.tsx'

const typeOptions = scheduleTypes.map((value) => ({ value, label: titleCase(value) }))

const columns = 'grid lg:grid-cols-[1.5rem_minmax(0,1fr)_5.5rem_4.5rem_minmax(0,13rem)_7.5rem_auto]'

const newEntry = { title: '', startDay: 0, days: 1, trade: '', dependsOn: [] }

/** The entries of a template as a table that can be edited. */
export function EntriesField({ form }: { form: TemplateForm }) {
  const { control, getValues, setValue } = form
  const { fields, append } = useFieldArray({ control, name: 'templateData.entries' })
  const trades = useTrades(control)
  const remove = (index: number) => {
    const { entries = [], tasks = [] } = getValues('templateData') ?? {}
    const options = { shouldDirty: true }
    setValue('templateData.entries', withoutEntry(entries, index), options)
    setValue('templateData.tasks', tasksWithoutEntry(tasks, index), options)
  }
  return (
    <TemplateLines
      title="Entries"
      hint="Days are working days. “Not before” counts them from the start of the job, which is 0. “After” names the entries that come first by their numbers, with a lag where work waits or overlaps: 2, 3+1, 5-2."
      columns={columns}
      names={['No.', 'Title', 'Not before', 'Days', 'Trade', 'After']}
      addLabel="Add Entry"
      onAdd={() => append(newEntry)}
    >
      {fields.map((field, index) => (
        <EntryFields
          key={field.id}
          form={form}
          index={index}
          trades={trades}
          onRemove={() => remove(index)}
        />
      ))}
    </TemplateLines>
  )
}

interface EntryFieldsProps {
  form: TemplateForm
  index: number
  trades: readonly string[]
  onRemove: () => void
}

function EntryFields({ form: { control }, index, trades, onRemove }: EntryFieldsProps) {
  const at = `templateData.entries.${index}` as const
  const number = index + 1
  return (
    <TemplateLine
      kind="Entry"
      number={number}
      className={`grid-cols-2 ${columns}`}
      removeClassName="max-lg:order-first max-lg:justify-self-end"
      onRemove={onRemove}
      more={<MoreFields control={control} index={index} />}
    >
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
      <NumberField control={control} name={`${at}.startDay`} label="Not before" isWhole />
      <NumberField control={control} name={`${at}.days`} label="Days" isWhole />
      <TextField control={control} name={`${at}.trade`} label="Trade" suggestions={trades} />
      <LinksField control={control} name={`${at}.dependsOn`} label="After" />
    </TemplateLine>
  )
}

interface IndexProps {
  control: TemplateForm['control']
  index: number
}

/** The fields that most entries leave at their defaults. */
function MoreFields({ control, index }: IndexProps) {
  const at = `templateData.entries.${index}` as const
  return (
    <div className="lg:pl-8.5">
      <Fold title={<Summary control={control} index={index} />}>
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
          <NumberField control={control} name={`${at}.estimatedHours`} label="Estimated Hours" />
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
  )
}

/** The values of the collapsed fields in one line. */
function Summary({ control, index }: IndexProps) {
  const entry = useWatch({ control, name: `templateData.entries.${index}` })
  const facts = [
    titleCase(entry?.scheduleType ?? 'task'),
    priorityStyle(entry?.priority ?? 'medium').label,
    entry?.weatherDependent && 'Weather dependent',
    !(entry?.indoorWork ?? true) && 'Outdoors',
    entry?.internal && 'Internal',
  ]
  return <>{facts.filter(Boolean).join(', ')}</>
}

/** The trades of the company's subs and of the template, by name. */
function useTrades(control: TemplateForm['control']): readonly string[] {
  const { data: subs = [] } = useQuery(query(subcontractorRoutes.list))
  const entries = useWatch({ control, name: 'templateData.entries' }) ?? []
  const named = [
    ...subs.map(({ specialty }) => specialty),
    ...entries.map(({ trade }) => trade?.trim()),
  ]
  return [
    ...new Set(named.filter((trade) => trade !== undefined && trade !== null && trade !== '')),
  ]
    .map(String)
    .sort(byLetters)
}
