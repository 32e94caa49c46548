import type { NewAppointment } from '@plumbline/contract/bids.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { query } from '../api/query.ts'
import { ComboboxField } from '../forms/ComboboxField.tsx'
import { DateTimeField } from '../forms/DateTimeField.tsx'
import { NumberField } from '../forms/NumberField.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TextAreaField } from '../forms/TextAreaField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { fullName } from '../people/api.ts'
import { appointmentStatusOptions } from './api.ts'

/** What people meet for; any other kind can be typed. */
const APPOINTMENT_TYPES = ['consultation', 'site visit', 'measurement', 'presentation', 'signing']

export type AppointmentValues = z.input<typeof NewAppointment>

/** The admins and subs an appointment can be given to. */
function useAssignees() {
  const { data: admins = [] } = useQuery(query(peopleRoutes.projectManagers))
  const { data: subs = [] } = useQuery(query(subcontractorRoutes.list))
  return [
    ...admins.map((person) => ({ value: person.id, label: fullName(person), detail: 'Admin' })),
    ...subs.map((sub) => ({
      value: sub.id,
      label: fullName(sub),
      detail: sub.specialty ?? 'Subcontractor',
    })),
  ]
}

/** The fields of an appointment: what, when, for how long, who goes, and how it went. */
export function AppointmentFields({
  form: { control },
}: {
  form: UseFormReturn<AppointmentValues, unknown, NewAppointment>
}) {
  const assignees = useAssignees()
  const status = useWatch({ control, name: 'status' })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="title"
        label="Title"
        required
        placeholder="Site visit"
        className="sm:col-span-2"
      />
      <DateTimeField control={control} name="scheduledDate" label="Date and Time" required />
      <NumberField control={control} name="duration" label="Minutes" min={0} step={15} />
      <TextField
        control={control}
        name="appointmentType"
        label="Kind"
        suggestions={APPOINTMENT_TYPES}
      />
      <SelectField
        control={control}
        name="status"
        label="Status"
        options={appointmentStatusOptions}
      />
      <ComboboxField
        control={control}
        name="assignedToId"
        label="Person"
        options={assignees}
        placeholder="Nobody yet"
        className="sm:col-span-2"
      />
      <TextAreaField
        control={control}
        name="description"
        label="Description"
        className="sm:col-span-2"
      />
      {status !== 'scheduled' && (
        <TextAreaField
          control={control}
          name="completionNotes"
          label="Outcome"
          className="sm:col-span-2"
        />
      )}
    </div>
  )
}
