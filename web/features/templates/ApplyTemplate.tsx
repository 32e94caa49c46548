import { type Subcontractor, subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { templateRoutes, tradesOf } from '@plumbline/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { jobQuery } from '../../api/jobs.ts'
import { query } from '../../api/query.ts'
import { useTypedState } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { useToday } from '../../screens/days.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'
import { jobSchedule } from '../schedule/api.ts'
import { contentText } from './api.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { useTemplateChoice } from './useTemplateChoice.ts'

type Subs = Readonly<Record<string, string | null>>
const noSubs: Subs = {}

/** The dialog that adds the entries and tasks of a template to a job. */
export function ApplyTemplate({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const today = useToday()
  const { data: job } = useQuery(jobQuery(jobId))
  const { data: planned = [] } = useQuery(jobSchedule(jobId))
  const starts = job?.startDate
  const choice = useTemplateChoice(starts && starts > today ? starts : null)
  const [subs, setSubs] = useTypedState<Subs>('subs of the template', noSubs)
  const [missing, setMissing] = useState(false)
  const apply = useWrite(templateRoutes.apply, {
    success: ({ entries, tasks }) => ({
      title: 'Success',
      description: `${contentText(entries, tasks)} added to the job`,
    }),
    failure: 'Failed to apply template',
    onSuccess: onClose,
  })
  const { template, plan, startDate } = choice
  const trades = template ? tradesOf(template.templateData) : []
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    setMissing(!template)
    if (!template || !plan) return
    const assignSubs = Object.fromEntries(trades.map((trade) => [trade, subs[trade] ?? null]))
    apply.mutate({
      params: { id: jobId },
      body: { templateId: template.id, startDate, assignSubs },
    })
  }
  return (
    <FormDialog
      title="Apply Template"
      description={job?.name}
      wide
      submitLabel="Apply"
      onSubmit={onSubmit}
      error={apply.problem}
      pending={apply.isPending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <TemplateFields
          choice={choice}
          none="Choose a template"
          error={missing && !template ? 'Choose a template' : undefined}
        />
        {template && planned.length > 0 && (
          <p className="text-ink-2">
            The job keeps what it has ({plural(planned.length, 'entry', 'entries')}); the template
            adds to it.
          </p>
        )}
        {template && plan && (
          <>
            {trades.length > 0 && <SubFields trades={trades} subs={subs} onChange={setSubs} />}
            <TemplatePreview template={template} plan={plan} startDate={startDate} />
          </>
        )}
      </div>
    </FormDialog>
  )
}

const NOBODY = ''

interface SubFieldsProps {
  trades: readonly string[]
  subs: Subs
  onChange: (subs: Subs) => void
}

/** A field for the sub of each trade. Subs of that trade come first. */
function SubFields({ trades, subs, onChange }: SubFieldsProps) {
  const { data = [] } = useQuery(query(subcontractorRoutes.list))
  const optionsOf = (trade: string) => {
    const isOfTrade = ({ specialty }: Subcontractor) => specialty === trade
    const people = [...data.filter(isOfTrade), ...data.filter((sub) => !isOfTrade(sub))]
    return people.map((sub) => ({
      value: sub.id,
      label: `${sub.firstName} ${sub.lastName}`,
      ...(sub.specialty && { detail: sub.specialty }),
    }))
  }
  return (
    <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <legend className="mb-2 w-full border-b border-line pb-1.5 font-bold">
        Subs, where they are known
      </legend>
      {trades.map((trade) => (
        <Field key={trade} label={trade}>
          {(control) => (
            <Combobox
              {...control}
              options={[{ value: NOBODY, label: 'Nobody yet' }, ...optionsOf(trade)]}
              value={subs[trade] ?? NOBODY}
              onChange={(id) => onChange({ ...subs, [trade]: id || null })}
              placeholder="Nobody yet"
              none="No matching people"
            />
          )}
        </Field>
      ))}
    </fieldset>
  )
}
