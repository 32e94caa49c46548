import { appointmentStatuses } from '@plumbline/contract/bidStatuses.ts'
import { type Appointment, bidRoutes } from '@plumbline/contract/bids.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../api/call.ts'
import { useCompany } from '../../api/company.ts'
import { useOpened } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { QueryList } from '../../screens/QueryList.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { formatMoment } from '../../ui/format.ts'
import { Select } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { statusOptions, titleCase } from '../../ui/status.ts'
import { appointmentsQuery } from './api.ts'

const CreateAppointment = lazyPart(async () => ({
  default: (await import('./AppointmentForm.tsx')).CreateAppointment,
}))
const EditAppointment = lazyPart(async () => ({
  default: (await import('./AppointmentForm.tsx')).EditAppointment,
}))

/** The appointments of a bid, by date. */
export function Appointments({ bidId }: { bidId: string }) {
  const appointments = useQuery(appointmentsQuery(bidId))
  const [creating, setCreating] = useOpened('new appointment', false)
  const [editing, setEditing] = useOpened<Appointment | null>('appointment', null)
  const [deleting, setDeleting] = useState<Appointment | null>(null)
  return (
    <TitledPanel
      title="Appointments"
      action={
        <Button size="sm" onClick={() => setCreating(true)}>
          <Plus aria-hidden />
          Add Appointment
        </Button>
      }
    >
      <QueryList
        list={appointments}
        noun="the appointments"
        skeleton={<Skeleton className="h-16" />}
        empty={<p className="text-ink-2">No appointments yet</p>}
      >
        {(items) => (
          <ul className="open-rows -mt-2.5">
            {items.map((appointment) => (
              <Row
                key={appointment.id}
                appointment={appointment}
                onEdit={() => setEditing(appointment)}
                onDelete={() => setDeleting(appointment)}
              />
            ))}
          </ul>
        )}
      </QueryList>
      {creating && <CreateAppointment bidId={bidId} onClose={() => setCreating(false)} />}
      {editing && <EditAppointment appointment={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteAppointment appointment={deleting} onClose={() => setDeleting(null)} />}
    </TitledPanel>
  )
}

interface RowProps {
  appointment: Appointment
  onEdit: () => void
  onDelete: () => void
}

function Row({ appointment, onEdit, onDelete }: RowProps) {
  const { timeZone } = useCompany()
  const { title, status } = appointment
  const move = useWrite(bidRoutes.updateAppointment, {
    success: 'Appointment updated successfully',
    failure: 'Failed to update appointment',
  })
  return (
    <li className="open-row flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {title}
          <StatusBadge status={status} />
        </p>
        <p className="figures text-sm text-ink-2">
          {formatMoment(appointment.scheduledDate, timeZone)} · {appointment.duration} min ·{' '}
          {titleCase(appointment.appointmentType)}
          {appointment.assignedToName && ` · ${appointment.assignedToName}`}
        </p>
        {appointment.description && (
          <p className="mt-1 whitespace-pre-wrap">{appointment.description}</p>
        )}
        {appointment.completionNotes && (
          <p className="mt-1 whitespace-pre-wrap">
            <span className="text-ink-2">Outcome:</span> {appointment.completionNotes}
          </p>
        )}
      </div>
      <div className="no-print flex min-w-0 max-w-full items-center gap-1">
        <Select
          aria-label={`Status of ${title}`}
          className="w-36 min-w-0"
          options={statusOptions(appointmentStatuses)}
          value={move.isPending ? (move.variables.body?.status ?? status) : status}
          onChange={(event) => {
            const next = statusOptions(appointmentStatuses).find(
              ({ value }) => value === event.target.value,
            )?.value
            if (next) move.mutate({ params: { id: appointment.id }, body: { status: next } })
          }}
        />
        <a
          href={addressOf(calendarRoutes.appointment.path, { params: { id: appointment.id } })}
          download
          aria-label={`Add ${title} to calendar`}
          title="Add to calendar"
          className={buttonVariants({ variant: 'quiet', size: 'icon' })}
        >
          <CalendarPlus aria-hidden />
        </a>
        <RowActions
          editLabel={`Edit ${title}`}
          deleteLabel={`Delete ${title}`}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      </div>
    </li>
  )
}

function DeleteAppointment({
  appointment,
  onClose,
}: {
  appointment: Appointment
  onClose: () => void
}) {
  return (
    <ConfirmWrite
      row={bidRoutes.removeAppointment}
      args={{ params: { id: appointment.id } }}
      title={`Delete the appointment ${appointment.title}?`}
      success="Appointment deleted successfully"
      failure="Failed to delete appointment"
      onClose={onClose}
    >
      To keep a record of it, set its status to Cancelled instead.
    </ConfirmWrite>
  )
}
