import { bidRoutes, NewAppointment } from '@plumbline/contract/bids.ts'
import { useCreateForm } from '../forms/useCreateForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { AppointmentFields, type AppointmentValues } from './AppointmentFields.tsx'

const empty: Required<AppointmentValues> = {
  title: '',
  scheduledDate: '',
  duration: 60,
  appointmentType: 'consultation',
  status: 'scheduled',
  assignedToId: null,
  description: '',
  completionNotes: '',
}

interface CreateAppointmentProps {
  bidId: string
  onClose: () => void
}

/** The dialog that makes an appointment about a bid. */
export default function CreateAppointment({ bidId, onClose }: CreateAppointmentProps) {
  const { form, submission } = useCreateForm(bidRoutes.addAppointment, {
    schema: NewAppointment,
    empty,
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
