import { jobStatuses, type NewJob } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { query } from '../api/query.ts'
import { ComboboxField } from '../forms/ComboboxField.tsx'
import { DateField } from '../forms/DateField.tsx'
import { MoneyField } from '../forms/MoneyField.tsx'
import { ProgressField } from '../forms/ProgressField.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TextAreaField } from '../forms/TextAreaField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { fullName, isCard } from '../people/api.ts'
import { FormSection } from '../ui/FormSection.tsx'
import { statusOptions } from '../ui/status.ts'
import { CustomerFields } from './CustomerFields.tsx'

export type JobValues = z.input<typeof NewJob>
type Form = UseFormReturn<JobValues, unknown, NewJob>

/** The fields of a job in their four sections. A manager is chosen here only for an existing job. */
export function JobFields({ form, withManager = false }: { form: Form; withManager?: boolean }) {
  const { control } = form
  return (
    <div className="flex flex-col gap-6">
      <FormSection title="Job Information">
        <TextField
          control={control}
          name="name"
          label="Name"
          required
          placeholder="Kitchen remodel"
          className="sm:col-span-2"
        />
        <TextField
          control={control}
          name="address"
          label="Address"
          required
          placeholder="418 Alder Ct, Elgin"
          className="sm:col-span-2"
        />
        <SelectField
          control={control}
          name="status"
          label="Status"
          options={statusOptions(jobStatuses)}
        />
        <ProgressField control={control} name="progress" label="Progress" />
        <ClientField form={form} />
        {withManager && <ManagerField form={form} />}
        <TextAreaField control={control} name="notes" label="Notes" className="sm:col-span-2" />
      </FormSection>
      <CustomerFields title="Customer Information" control={control} />
      <FormSection title="Financial Information">
        <MoneyField
          control={control}
          name="approvedAmount"
          label="Approved Amount"
          hint="In dollars; empty counts as $0.00"
        />
      </FormSection>
      <FormSection title="Project Timeline">
        <DateField control={control} name="startDate" label="Start Date" />
        <DateField control={control} name="endDate" label="End Date" />
      </FormSection>
    </div>
  )
}

/** Choosing a client fills in the customer's name, e-mail and phone where they are still empty. */
function ClientField({ form }: { form: Form }) {
  const { data: people = [] } = useQuery(query(peopleRoutes.list, { query: { role: 'client' } }))
  const clients = people.filter(isCard)
  const fillIn = (id: string | null) => {
    const client = clients.find((person) => person.id === id)
    if (!client) return
    const known = {
      customerName: fullName(client),
      customerEmail: client.email,
      customerPhone: client.phone ?? '',
    }
    for (const [name, value] of Object.entries(known) as [keyof typeof known, string][]) {
      if (!form.getValues(name)) form.setValue(name, value, { shouldDirty: true })
    }
  }
  return (
    <ComboboxField
      control={form.control}
      name="clientId"
      label="Client"
      hint="Sees this job when signed in"
      className="sm:col-span-2"
      options={clients.map((client) => ({
        value: client.id,
        label: fullName(client),
        detail: client.email,
      }))}
      onChosen={fillIn}
      placeholder="No client"
      none="No client with that name. Invite one in User Management."
    />
  )
}

/** The project manager, or none. */
function ManagerField({ form }: { form: Form }) {
  const { data: managers = [] } = useQuery(query(peopleRoutes.projectManagers))
  return (
    <SelectField
      control={form.control}
      name="projectManagerId"
      label="Project Manager"
      className="sm:col-span-2"
      options={[
        { value: '', label: 'No project manager' },
        ...managers.map((person) => ({ value: person.id, label: fullName(person) })),
      ]}
    />
  )
}
