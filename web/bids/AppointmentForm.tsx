import { zodResolver } from '@hookform/resolvers/zod'
import { type Appointment, bidRoutes, NewAppointment } from '@plumbline/contract/bids.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useCompany } from '../api/company.ts'
import { query } from '../api/query.ts'
import { useWrite } from '../api/write.ts'
import { fullName } from '../people/api.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { DateTimeInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Input, Select, Textarea } from '../ui/Input.tsx'
import { APPOINTMENT_TYPES, appointmentOptions } from './options.ts'

interface AppointmentFormProps {
  bidId: string
  /** The one to change, null for a new one. */
  appointment: Appointment | null
  onClose: () => void
}

/** The admins and subs who can keep an appointment. */
function useKeepers() {
  const { data: admins = [] } = useQuery(query(peopleRoutes.projectManagers))
  const { data: subs = [] } = useQuery(query(subcontractorRoutes.list))
  const adminOptions = admins.map((person) => ({
    value: person.id,
    label: `${person.firstName} ${person.lastName}`,
    detail: 'Admin',
  }))
  return [
    ...adminOptions,
    ...subs.map((sub) => ({
      value: sub.id,
      label: fullName(sub),
      detail: sub.specialty ?? 'Subcontractor',
    })),
  ]
}

/** The dialog of an appointment: what, when, for how long, who goes, and how it went. */
export default function AppointmentForm({ bidId, appointment, onClose }: AppointmentFormProps) {
  const { timeZone } = useCompany()
  const keepers = useKeepers()
  const form = useForm<z.input<typeof NewAppointment>, unknown, NewAppointment>({
    defaultValues: {
      title: appointment?.title ?? '',
      scheduledDate: appointment?.scheduledDate ?? '',
      duration: appointment?.duration ?? 60,
      appointmentType: appointment?.appointmentType ?? 'consultation',
      status: appointment?.status ?? 'scheduled',
      assignedToId: appointment?.assignedToId ?? null,
      description: appointment?.description ?? '',
      completionNotes: appointment?.completionNotes ?? '',
    },
    resolver: zodResolver(NewAppointment),
  })
  const add = useWrite(bidRoutes.addAppointment, {
    success: 'Appointment created successfully',
    failure: 'Failed to create appointment',
    form,
    onSuccess: onClose,
  })
  const change = useWrite(bidRoutes.updateAppointment, {
    success: 'Appointment updated successfully',
    failure: 'Failed to update appointment',
    form,
    onSuccess: onClose,
  })
  const status = useWatch({ control: form.control, name: 'status' })
  const write = appointment ? change : add
  const { register, control, formState } = form
  const error = (name: keyof NewAppointment) => formState.errors[name]?.message
  return (
    <FormDialog
      onClose={onClose}
      title={appointment ? 'Edit Appointment' : 'Add Appointment'}
      submitLabel={appointment ? 'Save' : 'Add Appointment'}
      onSubmit={form.handleSubmit((body) =>
        appointment
          ? change.mutate({ params: { id: appointment.id }, body })
          : add.mutate({ params: { id: bidId }, body }),
      )}
      error={write.problem}
      pending={write.isPending}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Title" required error={error('title')} className="sm:col-span-2">
          {(props) => (
            <Input {...props} {...register('title')} placeholder="Site visit" autoComplete="off" />
          )}
        </Field>
        <Controller
          control={control}
          name="scheduledDate"
          render={({ field: { value, onChange, ...field } }) => (
            <Field label="Date and Time" required error={error('scheduledDate')}>
              {(props) => (
                <DateTimeInput
                  {...props}
                  {...field}
                  timeZone={timeZone}
                  value={value || null}
                  onChange={(moment) => onChange(moment ?? '')}
                />
              )}
            </Field>
          )}
        />
        <Field label="Minutes" error={error('duration')}>
          {(props) => (
            <Input
              {...props}
              {...register('duration', { valueAsNumber: true })}
              type="number"
              min="0"
              step="15"
              className="figures"
            />
          )}
        </Field>
        <Field label="Kind" error={error('appointmentType')}>
          {(props) => (
            <>
              <Input
                {...props}
                {...register('appointmentType')}
                list={`${props.id}-list`}
                autoComplete="off"
              />
              <datalist id={`${props.id}-list`}>
                {APPOINTMENT_TYPES.map((type) => (
                  <option key={type} value={type} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="Status" error={error('status')}>
          {(props) => <Select {...props} {...register('status')} options={appointmentOptions} />}
        </Field>
        <Controller
          control={control}
          name="assignedToId"
          render={({ field }) => (
            <Field label="Person" error={error('assignedToId')} className="sm:col-span-2">
              {(props) => (
                <Combobox
                  {...props}
                  options={keepers}
                  value={field.value || null}
                  onChange={field.onChange}
                  placeholder="Nobody yet"
                />
              )}
            </Field>
          )}
        />
        <Field label="Description" error={error('description')} className="sm:col-span-2">
          {(props) => <Textarea {...props} {...register('description')} />}
        </Field>
        {status !== 'scheduled' && (
          <Field label="Outcome" error={error('completionNotes')} className="sm:col-span-2">
            {(props) => <Textarea {...props} {...register('completionNotes')} />}
          </Field>
        )}
      </div>
    </FormDialog>
  )
}
