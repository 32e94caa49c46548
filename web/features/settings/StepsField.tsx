import {
  MAX_REMINDER_STEPS,
  type ReminderSettingsChange,
} from '@plumbline/contract/reminderRoutes.ts'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { plural } from '../../ui/format.ts'
import { Select } from '../../ui/Input.tsx'
import { NumberInput, type Typed } from '../../ui/NumberInput.tsx'

export type ReminderValues = z.input<typeof ReminderSettingsChange>

/** A step in words: `3 days before`, `on the due day`, `14 days after`. */
export function stepName(days: number): string {
  if (days === 0) return 'on the due day'
  return `${plural(Math.abs(days), 'day', 'days')} ${days < 0 ? 'before' : 'after'}`
}

const sides = [
  { value: '-1', label: 'before the due day' },
  { value: '1', label: 'after the due day' },
]

interface StepsFieldProps {
  control: Control<ReminderValues, unknown, unknown>
}

/** The steps of reminders, each of which is added and removed on its own. */
export function StepsField({ control }: StepsFieldProps) {
  const hintId = useId()
  const { field, fieldState } = useController({ control, name: 'steps' })
  const steps = field.value ?? []
  const problem = problemIn(fieldState.error)
  const change = (next: readonly number[]) => field.onChange([...next].sort((a, b) => a - b))
  return (
    <fieldset data-field="steps" aria-describedby={hintId}>
      <legend className="text-sm font-medium">Reminders</legend>
      <p id={hintId} className="mb-3 text-sm text-ink-2">
        At 9:00 of that day. None is sent on or before the day of issue. If several have passed,
        only the last is sent.
      </p>
      {steps.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-2">
          {steps.map((days) => (
            <li
              key={days}
              className="inline-flex h-9 items-center rounded-full bg-sunken pl-3 text-sm touch:h-11"
            >
              <span className="figures">{stepName(days)}</span>
              <button
                type="button"
                aria-label={`Remove ${stepName(days)}`}
                onClick={() => change(steps.filter((one) => one !== days))}
                className="grid size-9 shrink-0 place-items-center rounded-full text-ink-2 hover:text-ink touch:size-11"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {steps.length < MAX_REMINDER_STEPS && (
        <NewStep steps={steps} onAdd={(days) => change([...steps, days])} />
      )}
      {problem && <p className="mt-1.5 text-sm text-bad">{problem}</p>}
    </fieldset>
  )
}

/** The problem of the list, or of its first step that has one. */
function problemIn(error: unknown): string | undefined {
  if (error === undefined || error === null) return undefined
  if (typeof error === 'object' && 'message' in error && typeof error.message === 'string')
    return error.message
  const parts: unknown[] = Array.isArray(error) ? error : []
  return parts.map(problemIn).find((message) => message !== undefined)
}

interface NewStepProps {
  steps: readonly number[]
  onAdd: (days: number) => void
}

function NewStep({ steps, onAdd }: NewStepProps) {
  const [days, setDays] = useState<Typed<number>>(null)
  const [side, setSide] = useState('1')
  // Adding 0 makes -0 of the due day 0.
  const step = typeof days === 'number' ? Number(side) * days + 0 : null
  const mayAdd = step !== null && Number.isInteger(step) && !steps.includes(step)
  const add = () => {
    if (!mayAdd) return
    onAdd(step)
    setDays(null)
  }
  const addByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form is not sent with a step that is being typed.
    event.preventDefault()
    add()
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-20">
        <NumberInput
          aria-label="Days"
          placeholder="7"
          inputMode="numeric"
          value={days}
          onChange={setDays}
          onKeyDown={addByKey}
        />
      </div>
      <Select
        aria-label="Before or after"
        options={sides}
        value={side}
        onChange={({ target }) => setSide(target.value)}
        className="w-48"
      />
      <Button disabled={!mayAdd} onClick={add}>
        <Plus aria-hidden />
        Add
      </Button>
    </div>
  )
}
