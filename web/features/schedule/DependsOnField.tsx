import { formatDay } from '@plumbline/contract/dates.ts'
import { entryReaders, readersSentence } from '@plumbline/contract/readers.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { Checkbox } from '../../ui/Choices.tsx'
import { NumberInput, type Typed } from '../../ui/NumberInput.tsx'
import { type EntryForm, jobSchedule } from './api.ts'

interface DependsOnFieldProps {
  form: EntryForm
  jobId: string
  entryId: string | undefined
}

/**
 * The predecessors of an entry among the other entries of its job, each with its lag in working
 * days. Renders nothing for a job without other entries.
 */
export function DependsOnField({ form, jobId, entryId }: DependsOnFieldProps) {
  const { data: entries = [] } = useQuery(jobSchedule(jobId))
  const { field, fieldState } = useController({ control: form.control, name: 'dependsOnIds' })
  const hintId = useId()
  const lag = useController({ control: form.control, name: 'lagDays' })
  const chosen = field.value ?? []
  const lags = lag.field.value ?? {}
  const others = entries.filter(({ id }) => id !== entryId)
  if (others.length === 0) return null
  const problem = fieldState.error?.message ?? lagProblem(lag.fieldState.error)
  const choose = (id: string, isChosen: boolean) => {
    const { [id]: _, ...rest } = lags
    // An entry that is chosen again starts without a lag.
    lag.field.onChange(isChosen ? { ...rest, [id]: 0 } : rest)
    field.onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
  }
  return (
    <fieldset aria-describedby={hintId} className="min-w-0 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">Depends on</legend>
      <div className="max-h-44 overflow-y-auto rounded-s border border-control px-3 py-1">
        {others.map(({ id, title, startDate, endDate }) => (
          <div key={id} className="flex flex-wrap items-start gap-x-3">
            <Checkbox
              checked={chosen.includes(id)}
              onChange={({ target }) => choose(id, target.checked)}
              className="min-w-0 flex-1"
            >
              {title}{' '}
              <span className="figures text-sm text-ink-2">
                {formatDay(startDate)} – {formatDay(endDate)}
              </span>
            </Checkbox>
            {chosen.includes(id) && (
              <LagInput
                title={title}
                value={lags[id] === undefined ? 0 : lags[id]}
                onChange={(days) => lag.field.onChange({ ...lags, [id]: days })}
              />
            )}
          </div>
        ))}
      </div>
      <p id={hintId} className="mt-1.5 text-sm text-ink-2">
        {readersSentence[entryReaders.lagDays]}
      </p>
      {problem && (
        <p className="mt-1.5 flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** The first error message of the lags, which are one field with an error for each entry. */
function lagProblem(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error).map(lagProblem).find(Boolean)
}

interface LagInputProps {
  title: string
  value: Typed<number>
  onChange: (days: Typed<number>) => void
}

/** A field for the working days between the end of the predecessor and the start of the entry. */
function LagInput({ title, value, onChange }: LagInputProps) {
  return (
    <span className="flex items-center gap-1.5 py-0.5 text-sm text-ink-2">
      <NumberInput
        // The digits of a phone have no minus, by which entries overlap.
        inputMode="text"
        aria-label={`Working days after ${title}`}
        value={value}
        onChange={onChange}
        className="h-8 w-17 text-right"
      />
      days after
    </span>
  )
}
