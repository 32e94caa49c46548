import {
  AbsenceForm,
  absenceRoutes,
  type CrewAbsence,
  type WrittenAbsence,
} from '@plumbline/contract/absences.ts'
import { weekdaySpan } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import { useMay } from '../../api/me.ts'
import { query } from '../../api/query.ts'
import { useOpened } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { DateField, TextField } from '../../forms/fields.tsx'
import { day, fieldsOf } from '../../forms/fieldsOf.ts'
import { StartDateField } from '../../forms/StartDateField.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { useToday } from '../../screens/days.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { toast } from '../../ui/toasts.ts'
import { absencesQuery, type Period } from './api.ts'

type Values = z.input<typeof AbsenceForm>

const { fields, ...absenceForm } = fieldsOf<Values, CrewAbsence>({
  startDate: { label: 'First day', kind: day, required: true },
  endDate: { label: 'Last day', kind: day, required: true },
  reason: { label: 'Why', text: ({ reason }) => reason ?? 'Not set' },
})

/** The person whose days away are listed, with the phrases that name them. */
export interface Absentee {
  /** Omitted for the signed-in person. */
  readonly id?: string
  /** `You are`, `Tom Kowalski is`. */
  readonly is: string
  /** `You can`, `Tom Kowalski can`. */
  readonly can: string
  /** The text of an empty list. */
  readonly none: string
  /** A sentence about who can read the reason. */
  readonly readers: string
}

interface AbsencesProps {
  who: Absentee
  period: Period
}

/** Lists the days on which a sub is away, which can be changed and removed. */
export function Absences({ who, period }: AbsencesProps) {
  const { data, error, isFetching, refetch } = useQuery(absencesQuery(period, who.id))
  if (data)
    return (
      <ul>
        {data.map((absence) => (
          <AbsenceLine key={absence.id} absence={absence} who={who} />
        ))}
        {data.length === 0 && <li className="px-4 py-3 text-ink-2">{who.none}</li>}
      </ul>
    )
  if (error)
    return <LoadProblem what="The days away" pending={isFetching} onRetry={() => void refetch()} />
  return (
    <div className="px-4 py-3">
      <Skeleton className="h-4 w-2/5" />
    </div>
  )
}

const FAILED = 'Failed to save the days away'

interface AbsenceProps {
  absence: CrewAbsence
  who: Absentee
}

function AbsenceLine({ absence, who }: AbsenceProps) {
  const { id, subcontractorId, startDate, endDate, reason } = absence
  const may = useMay()
  const today = useToday()
  const [isEditing, setEditing] = useOpened(`absence ${absence.id}`, false)
  const span = weekdaySpan(startDate, endDate, today)
  const restore = useWrite(absenceRoutes.create, { failure: FAILED })
  const remove = useWrite(absenceRoutes.remove, {
    failure: FAILED,
    onSuccess: () =>
      toast({
        title: 'Removed',
        description: `${who.can} be booked again: ${span}`,
        action: {
          label: 'Undo',
          onClick: () => restore.mutate({ body: { subcontractorId, startDate, endDate, reason } }),
        },
      }),
  })
  return (
    <li className="flex min-h-12 items-center gap-3 border-t border-line px-4 py-1.5 first:border-t-0">
      <p className="figures min-w-0 flex-1">
        <span className="font-medium">{span}</span>
        {reason && <span className="text-ink-2"> · {reason}</span>}
      </p>
      {may('absence.update', absence) && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Change ${span}`}
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden />
        </Button>
      )}
      {may('absence.delete', absence) && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Remove ${span}`}
          pending={remove.isPending}
          onClick={() => remove.mutate({ params: { id } })}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
      {isEditing && <EditAbsence absence={absence} who={who} onClose={() => setEditing(false)} />}
    </li>
  )
}

interface AddAbsenceProps {
  who: Absentee
  onClose: () => void
}

/** The dialog that adds days on which a sub is away. */
export function AddAbsence({ who, onClose }: AddAbsenceProps) {
  const today = useToday()
  const { form, submission } = useCreateForm(absenceRoutes.create, {
    schema: AbsenceForm,
    empty: absenceForm.empty,
    target: {},
    toBody: (values) => ({ ...values, subcontractorId: who.id }),
    success: savedToast(who, today),
    failure: FAILED,
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Add days away" submitLabel="Save" onClose={onClose}>
      <Fields control={form.control} who={who} />
    </FormDialog>
  )
}

function EditAbsence({ absence, who, onClose }: AbsenceProps & { onClose: () => void }) {
  const today = useToday()
  const { form, submission } = useEditForm(absenceRoutes.update, absence, {
    ...absenceForm,
    schema: AbsenceForm,
    target: { params: { id: absence.id } },
    reload: async (read) => {
      const { subcontractorId } = absence
      const all = await read(query(absenceRoutes.list, { query: { subcontractorId } }))
      const now = all.find(({ id }) => id === absence.id)
      if (!now) throw new Error('It was removed')
      return now
    },
    success: savedToast(who, today),
    failure: FAILED,
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Change days away" submitLabel="Save" onClose={onClose}>
      <Fields control={form.control} who={who} />
    </FormDialog>
  )
}

const savedToast =
  ({ is }: Absentee, today: string) =>
  ({ startDate, endDate, warnings }: WrittenAbsence) => ({
    title: 'Noted',
    description: `${is} away ${weekdaySpan(startDate, endDate, today)}`,
    ...(warnings[0] !== undefined && { note: warnings[0] }),
  })

interface FieldsProps {
  control: Control<Values, unknown, z.output<typeof AbsenceForm>>
  who: Absentee
}

function Fields({ control, who }: FieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <StartDateField control={control} {...fields.startDate} endName="endDate" />
      <DateField control={control} {...fields.endDate} />
      <TextField control={control} {...fields.reason} hint={who.readers} className="col-span-2" />
    </div>
  )
}
