import { type Appointment, bidRoutes, NewAppointment } from '@plumbline/contract/bids.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCompany } from '../api/company.ts'
import { type FieldTexts, useEditForm } from '../forms/useEditForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { statusStyle } from '../ui/status.ts'
import { formatMoment } from '../ui/zoned.ts'
import { AppointmentFields, type AppointmentValues } from './AppointmentFields.tsx'
import { appointmentsQuery } from './api.ts'

const valuesOf = (appointment: Appointment): Required<AppointmentValues> => ({
  title: appointment.title,
  scheduledDate: appointment.scheduledDate,
  duration: appointment.duration,
  appointmentType: appointment.appointmentType,
  status: appointment.status,
  assignedToId: appointment.assignedToId,
  description: appointment.description ?? '',
  completionNotes: appointment.completionNotes ?? '',
})

const textsOf = (appointment: Appointment, timeZone: string): FieldTexts<AppointmentValues> => ({
  title: ['Title', appointment.title],
  scheduledDate: ['Date and Time', formatMoment(appointment.scheduledDate, timeZone)],
  duration: ['Minutes', String(appointment.duration)],
  appointmentType: ['Kind', appointment.appointmentType],
  status: ['Status', statusStyle(appointment.status).label],
  assignedToId: ['Person', appointment.assignedToName ?? 'none'],
  description: ['Description', appointment.description ?? 'none'],
  completionNotes: ['Outcome', appointment.completionNotes ?? 'none'],
})

interface EditAppointmentProps {
  appointment: Appointment
  onClose: () => void
}

/** The dialog that changes an appointment. */
export default function EditAppointment({ appointment, onClose }: EditAppointmentProps) {
  const client = useQueryClient()
  const { timeZone } = useCompany()
  const { form, submission } = useEditForm(bidRoutes.updateAppointment, appointment, {
    schema: NewAppointment,
    values: valuesOf,
    texts: (thing) => textsOf(thing, timeZone),
    target: { params: { id: appointment.id } },
    reload: async () => {
      const list = await client.query({ ...appointmentsQuery(appointment.bidId), staleTime: 0 })
      const now = list.find(({ id }) => id === appointment.id)
      if (!now) throw new Error('The appointment was deleted')
      return now
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
