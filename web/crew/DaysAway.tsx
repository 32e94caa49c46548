import {
  AbsenceForm,
  absenceRoutes,
  type CrewAbsence,
  type WrittenAbsence,
} from '@plumbline/contract/absences.ts'
import { formatWeekday } from '@plumbline/contract/crewDays.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import { query } from '../api/query.ts'
import { useWrite } from '../api/write.ts'
import { DateField, TextField } from '../forms/fields.tsx'
import { useCreateForm } from '../forms/useCreateForm.ts'
import { useEditForm } from '../forms/useEditForm.ts'
import { LoadProblem } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { SectionHeader } from '../ui/Headings.tsx'
import { Skeleton } from '../ui/Loading.tsx'
import { toast } from '../ui/toasts.ts'
import { absencesQuery } from './api.ts'
import { weekdaySpan } from './texts.ts'

/** How far ahead days away are listed. */
const DAYS = 365

/** The days on which a sub is away: listed, added and removed. */
export function DaysAway({ today }: { today: string }) {
  const period = { first: today, last: addDays(today, DAYS) }
  const { data, error, isFetching, refetch } = useQuery(absencesQuery(period))
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <SectionHeader title="Days away">
        <button type="button" className="action-link gap-1.5" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          Add days away
        </button>
      </SectionHeader>
      <Panel>
        {data ? (
          <ul>
            {data.map((absence) => (
              <AbsenceLine key={absence.id} absence={absence} />
            ))}
            {data.length === 0 && (
              <li className="px-4 py-3 text-ink-2">
                Add the days you cannot work, so that nobody books you then.
              </li>
            )}
          </ul>
        ) : error ? (
          <LoadProblem what="Your days away" pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div className="px-4 py-3">
            <Skeleton className="h-4 w-2/5" />
          </div>
        )}
      </Panel>
      {isAdding && <AddAbsence onClose={() => setAdding(false)} />}
    </>
  )
}

const FAILED = 'Failed to save your days away'

function AbsenceLine({ absence }: { absence: CrewAbsence }) {
  const { id, startDate, endDate, reason } = absence
  const [isEditing, setEditing] = useState(false)
  const span = weekdaySpan(startDate, endDate)
  const putBack = useWrite(absenceRoutes.create, { failure: FAILED })
  const remove = useWrite(absenceRoutes.remove, {
    failure: FAILED,
    onSuccess: () =>
      toast({
        title: 'Removed',
        description: `You can be booked again: ${span}`,
        action: {
          label: 'Undo',
          onClick: () => putBack.mutate({ body: { startDate, endDate, reason } }),
        },
      }),
  })
  return (
    <li className="flex min-h-12 items-center gap-3 border-t border-line px-4 py-1.5 first:border-t-0">
      <p className="figures min-w-0 flex-1">
        <span className="font-medium">{span}</span>
        {reason && <span className="text-ink-2"> · {reason}</span>}
      </p>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Change ${span}`}
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Remove ${span}`}
        pending={remove.isPending}
        onClick={() => remove.mutate({ params: { id } })}
      >
        <Trash2 aria-hidden />
      </Button>
      {isEditing && <EditAbsence absence={absence} onClose={() => setEditing(false)} />}
    </li>
  )
}

function AddAbsence({ onClose }: { onClose: () => void }) {
  const { form, submission } = useCreateForm(absenceRoutes.create, {
    schema: AbsenceForm,
    empty: { startDate: null, endDate: null, reason: '' },
    target: {},
    success: noted,
    failure: FAILED,
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Add days away" submitLabel="Save" onClose={onClose}>
      <Fields control={form.control} />
    </FormDialog>
  )
}

function EditAbsence({ absence, onClose }: { absence: CrewAbsence; onClose: () => void }) {
  const { form, submission } = useEditForm(absenceRoutes.update, absence, {
    schema: AbsenceForm,
    values: ({ startDate, endDate, reason }) => ({ startDate, endDate, reason }),
    texts: ({ startDate, endDate, reason }) => ({
      startDate: ['First day', formatWeekday(startDate)],
      endDate: ['Last day', formatWeekday(endDate)],
      reason: ['Why', reason ?? 'Not set'],
    }),
    target: { params: { id: absence.id } },
    reload: async (read) => {
      const now = (await read(query(absenceRoutes.list))).find(({ id }) => id === absence.id)
      if (!now) throw new Error('It was removed')
      return now
    },
    success: noted,
    failure: FAILED,
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Change days away" submitLabel="Save" onClose={onClose}>
      <Fields control={form.control} />
    </FormDialog>
  )
}

const noted = ({ startDate, endDate, warnings }: WrittenAbsence) => ({
  title: 'Noted',
  description: `You are away ${weekdaySpan(startDate, endDate)}`,
  ...(warnings[0] !== undefined && { note: warnings[0] }),
})

type Values = z.input<typeof AbsenceForm>

function Fields({ control }: { control: Control<Values, unknown, z.output<typeof AbsenceForm>> }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <DateField control={control} name="startDate" label="First day" required />
      <DateField control={control} name="endDate" label="Last day" required />
      <TextField
        control={control}
        name="reason"
        label="Why"
        hint="Read by the office"
        className="col-span-2"
      />
    </div>
  )
}
