import type { NewJob } from '@plumbline/contract/jobs.ts'
import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { query } from '../api/query.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { DateInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { FormSection } from '../ui/FormSection.tsx'
import { Input } from '../ui/Input.tsx'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { Select } from '../ui/Select.tsx'
import { Slider } from '../ui/Slider.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { statusOptions } from './statusOptions.ts'

type Form = UseFormReturn<z.input<typeof NewJob>, unknown, NewJob>

/** The fields of a job in their four sections. A manager is chosen here only for a job that is there. */
export function JobFields({ form, withManager = false }: { form: Form; withManager?: boolean }) {
  const { register, control, formState } = form
  const error = (name: keyof NewJob) => formState.errors[name]?.message
  return (
    <div className="flex flex-col gap-6">
      <FormSection title="Job Information">
        <Field label="Name" required error={error('name')} className="sm:col-span-2">
          {(props) => <Input {...props} {...register('name')} placeholder="Kitchen remodel" />}
        </Field>
        <Field label="Address" required error={error('address')} className="sm:col-span-2">
          {(props) => (
            <Input
              {...props}
              {...register('address')}
              placeholder="418 Alder Ct, Elgin"
              autoComplete="off"
            />
          )}
        </Field>
        <Field label="Status" error={error('status')}>
          {(props) => <Select {...props} {...register('status')} options={statusOptions} />}
        </Field>
        <Controller
          control={control}
          name="progress"
          render={({ field }) => (
            <div className="flex flex-col gap-1.5">
              <span className="flex text-sm font-medium">
                Progress<span className="figures ml-auto text-ink-2">{field.value ?? 0}%</span>
              </span>
              <Slider label="Progress" value={field.value ?? 0} onChange={field.onChange} />
            </div>
          )}
        />
        <ClientField form={form} error={error('clientId')} />
        {withManager && <ManagerField form={form} error={error('projectManagerId')} />}
        <Field label="Notes" error={error('notes')} className="sm:col-span-2">
          {(props) => <Textarea {...props} {...register('notes')} />}
        </Field>
      </FormSection>
      <CustomerFields
        title="Customer Information"
        register={(name) => register(name)}
        error={error}
      />
      <FormSection title="Financial Information">
        <Controller
          control={control}
          name="approvedAmount"
          render={({ field: { value, ...field } }) => (
            <Field
              label="Approved Amount"
              error={error('approvedAmount')}
              hint="In dollars; empty counts as $0.00"
            >
              {(props) => <MoneyInput {...props} {...field} value={value ?? null} />}
            </Field>
          )}
        />
      </FormSection>
      <FormSection title="Project Timeline">
        {(['startDate', 'endDate'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { value, ...field } }) => (
              <Field label={name === 'startDate' ? 'Start Date' : 'End Date'} error={error(name)}>
                {(props) => <DateInput {...props} {...field} value={value ?? null} />}
              </Field>
            )}
          />
        ))}
      </FormSection>
    </div>
  )
}

/** Choosing a client fills in the customer's name, e-mail and phone where nothing stands yet. */
function ClientField({ form, error }: { form: Form; error: string | undefined }) {
  const { data: people = [] } = useQuery(query(peopleRoutes.list, { query: { role: 'client' } }))
  const clients = people.filter((person): person is User => 'email' in person)
  const choose = (id: string | null) => {
    form.setValue('clientId', id, { shouldDirty: true, shouldValidate: true })
    const client = clients.find((person) => person.id === id)
    if (!client) return
    const known = {
      customerName: `${client.firstName} ${client.lastName}`,
      customerEmail: client.email,
      customerPhone: client.phone ?? '',
    }
    for (const [name, value] of Object.entries(known) as [keyof typeof known, string][]) {
      if (!form.getValues(name)) form.setValue(name, value, { shouldDirty: true })
    }
  }
  return (
    <Controller
      control={form.control}
      name="clientId"
      render={({ field }) => (
        <Field
          label="Client"
          error={error}
          hint="Sees this job when signed in"
          className="sm:col-span-2"
        >
          {(props) => (
            <Combobox
              {...props}
              options={clients.map(({ id, firstName, lastName, email }) => ({
                value: id,
                label: `${firstName} ${lastName}`,
                detail: email,
              }))}
              value={field.value ?? null}
              onChange={choose}
              placeholder="No client"
              none="No client of that name; invite one in User Management"
            />
          )}
        </Field>
      )}
    />
  )
}

/** Who manages the job, or nobody. */
function ManagerField({ form, error }: { form: Form; error: string | undefined }) {
  const { data: managers = [] } = useQuery(query(peopleRoutes.projectManagers))
  return (
    <Controller
      control={form.control}
      name="projectManagerId"
      render={({ field }) => (
        <Field label="Project Manager" error={error} className="sm:col-span-2">
          {(props) => (
            <Select
              {...props}
              {...field}
              value={field.value ?? ''}
              onChange={(event) => field.onChange(event.target.value || null)}
              options={[
                { value: '', label: 'No project manager' },
                ...managers.map((person) => ({
                  value: person.id,
                  label: `${person.firstName} ${person.lastName}`,
                })),
              ]}
            />
          )}
        </Field>
      )}
    />
  )
}
