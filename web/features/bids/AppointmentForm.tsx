import { appointmentStatuses } from '@plumbline/contract/bidStatuses.ts'
import { type Appointment, bidRoutes, NewAppointment } from '@plumbline/contract/bids.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useCompany } from '../../api/company.ts'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import {
  DateTimeField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../forms/fields.tsx'
import { choice, fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { ComboboxField } from '../../pickers/pickerFields.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatMoment } from '../../ui/format.ts'
import { statusOptions, statusStyle } from '../../ui/status.ts'
import { appointmentsQuery } from './api.ts'

type AppointmentValues = z.input<typeof NewAppointment>

const { fields, ...appointmentForm } = fieldsOf<AppointmentValues, Appointment>({
  title: { label: 'Title', required: true },
  scheduledDate: { label: 'Date and Time', required: true },
  duration: { label: 'Minutes', empty: 60 },
  appointmentType: { label: 'Kind', empty: 'consultation' },
  status: { label: 'Status', kind: choice((status) => statusStyle(status).label, 'scheduled') },
  assignedToId: {
    label: 'Person',
    empty: null,
    text: ({ assignedToName }) => assignedToName,
  },
  description: { label: 'Description', hint: readersSentence.office },
  completionNotes: { label: 'Outcome', hint: readersSentence.office },
})

interface CreateAppointmentProps {
  bidId: string
  onClose: () => void
}

/** The dialog that creates an appointment for a bid. */
export function CreateAppointment({ bidId, onClose }: CreateAppointmentProps) {
  const { form, submission } = useCreateForm(bidRoutes.addAppointment, {
    schema: NewAppointment,
    empty: appointmentForm.empty,
    target: { params: { id: bidId } },
    success: 'Appointment created successfully',
    failure: 'Failed to create appointment',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Add Appointment"
      submitLabel="Add Appointment"
      onClose={onClose}
    >
      <AppointmentFields form={form} />
    </FormDialog>
  )
}

interface EditAppointmentProps {
  appointment: Appointment
  onClose: () => void
}

/** The dialog that changes an appointment. */
export function EditAppointment({ appointment, onClose }: EditAppointmentProps) {
  const { timeZone } = useCompany()
  const { form, submission } = useEditForm(bidRoutes.updateAppointment, appointment, {
    ...appointmentForm,
    texts: (thing) => ({
      ...appointmentForm.texts(thing),
      scheduledDate: [fields.scheduledDate.label, formatMoment(thing.scheduledDate, timeZone)],
    }),
    schema: NewAppointment,
    target: { params: { id: appointment.id } },
    reload: async (read) => {
      const list = await read(appointmentsQuery(appointment.bidId))
      const latest = list.find(({ id }) => id === appointment.id)
      if (!latest) throw new Error('The appointment was deleted')
      return latest
    },
    success: 'Appointment updated successfully',
    failure: 'Failed to update appointment',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Edit Appointment" submitLabel="Save" onClose={onClose}>
      <AppointmentFields form={form} />
    </FormDialog>
  )
}

/** Suggested types. Any other type can be typed. */
const APPOINTMENT_TYPES = ['consultation', 'site visit', 'measurement', 'presentation', 'signing']

/** The admins and subs an appointment can be assigned to. */
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

/** The fields of an appointment: type, time, duration, assignee, and outcome. */
function AppointmentFields({
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
        {...fields.title}
        placeholder="Site visit"
        className="sm:col-span-2"
      />
      <DateTimeField control={control} {...fields.scheduledDate} />
      <NumberField control={control} {...fields.duration} isWhole />
      <TextField control={control} {...fields.appointmentType} suggestions={APPOINTMENT_TYPES} />
      <SelectField
        control={control}
        {...fields.status}
        options={statusOptions(appointmentStatuses)}
      />
      <ComboboxField
        control={control}
        {...fields.assignedToId}
        options={assignees}
        placeholder="Unassigned"
        className="sm:col-span-2"
      />
      <TextAreaField control={control} {...fields.description} className="sm:col-span-2" />
      {status !== 'scheduled' && (
        <TextAreaField control={control} {...fields.completionNotes} className="sm:col-span-2" />
      )}
    </div>
  )
}
