import { type Appointment, bidRoutes } from '@plumbline/contract/bids.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCompany } from '../api/company.ts'
import { useWrite } from '../api/write.ts'
import { StatusBadge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Section } from '../ui/Headings.tsx'
import { Select } from '../ui/Input.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { titleCase } from '../ui/status.ts'
import { formatMoment } from '../ui/zoned.ts'
import { appointmentsQuery } from './api.ts'
import { appointmentOptions } from './options.ts'

const AppointmentForm = lazy(() => import('./AppointmentForm.tsx'))

/** The meetings about a bid, by date. */
export function Appointments({ bidId }: { bidId: string }) {
  const { data: appointments, error } = useQuery(appointmentsQuery(bidId))
  const [editing, setEditing] = useState<Appointment | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Appointment | null>(null)
  return (
    <Section
      title="Appointments"
      action={
        <Button size="sm" onClick={() => setEditing('new')}>
          <Plus aria-hidden />
          Add Appointment
        </Button>
      }
    >
      {appointments ? (
        <ul>
          {appointments.map((appointment) => (
            <Row
              key={appointment.id}
              appointment={appointment}
              onEdit={() => setEditing(appointment)}
              onDelete={() => setLeaving(appointment)}
            />
          ))}
          {appointments.length === 0 && (
            <li className="px-4 py-5 text-ink-2">No appointments yet</li>
          )}
        </ul>
      ) : error ? (
        <p className="p-4 text-ink-2">The appointments could not be loaded</p>
      ) : (
        <Skeleton className="m-4 h-16" />
      )}
      <Suspense>
        {editing && (
          <AppointmentForm
            bidId={bidId}
            appointment={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
      {leaving && <DeleteAppointment appointment={leaving} onClose={() => setLeaving(null)} />}
    </Section>
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
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0">
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
      <div className="no-print flex items-center gap-1">
        <Select
          aria-label={`Status of ${title}`}
          className="w-36"
          options={appointmentOptions}
          value={move.isPending ? (move.variables.body?.status ?? status) : status}
          onChange={(event) => {
            const next = appointmentOptions.find(({ value }) => value === event.target.value)?.value
            if (next) move.mutate({ params: { id: appointment.id }, body: { status: next } })
          }}
        />
        <Button variant="quiet" size="icon" aria-label={`Edit ${title}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
        <Button variant="quiet" size="icon" aria-label={`Delete ${title}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
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
  const remove = useWrite(bidRoutes.removeAppointment, {
    success: 'Appointment deleted successfully',
    failure: 'Failed to delete appointment',
    onSuccess: onClose,
  })
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Delete the appointment ${appointment.title}?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutate({ params: { id: appointment.id } })}
      error={remove.problem}
      pending={remove.isPending}
    >
      To keep it on record, set it to Cancelled instead.
    </Confirm>
  )
}
