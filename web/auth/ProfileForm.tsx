import { zodResolver } from '@hookform/resolvers/zod'
import { peopleRoutes, type User, UserChange } from '@plumbline/contract/people.ts'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../api/write.ts'
import { Field } from '../ui/Field.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Input } from '../ui/Input.tsx'

/** Name and phone; a sub's trade too. The e-mail and the role are an admin's to change. */
export function ProfileForm({ me }: { me: User }) {
  const form = useForm<z.input<typeof UserChange>, unknown, UserChange>({
    values: {
      firstName: me.firstName,
      lastName: me.lastName,
      phone: me.phone ?? '',
      ...(me.role === 'subcontractor' && { specialty: me.specialty ?? '' }),
    },
    resolver: zodResolver(UserChange),
  })
  const save = useWrite(peopleRoutes.update, {
    success: 'Your details are saved',
    failure: 'Failed to save your details',
    form,
  })
  const { errors } = form.formState
  return (
    <FormPanel
      title="Your details"
      text="How others see you and reach you."
      submitLabel="Save"
      onSubmit={form.handleSubmit((body) => save.mutate({ params: { id: me.id }, body }))}
      error={save.problem}
      pending={save.isPending}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First Name" required error={errors.firstName?.message}>
          {(control) => (
            <Input {...control} {...form.register('firstName')} autoComplete="given-name" />
          )}
        </Field>
        <Field label="Last Name" required error={errors.lastName?.message}>
          {(control) => (
            <Input {...control} {...form.register('lastName')} autoComplete="family-name" />
          )}
        </Field>
        <Field label="Phone" error={errors.phone?.message}>
          {(control) => (
            <Input {...control} {...form.register('phone')} type="tel" autoComplete="tel" />
          )}
        </Field>
        {me.role === 'subcontractor' && (
          <Field label="Specialty" error={errors.specialty?.message}>
            {(control) => <Input {...control} {...form.register('specialty')} />}
          </Field>
        )}
      </div>
    </FormPanel>
  )
}
