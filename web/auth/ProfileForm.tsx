import { OwnDetails, peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { meQuery } from '../api/me.ts'
import { TextField } from '../forms/TextField.tsx'
import { type FieldTexts, useEditForm } from '../forms/useEditForm.ts'
import { isSub } from '../people/api.ts'
import { FormPanel } from '../ui/FormPanel.tsx'

type Values = z.input<typeof OwnDetails>

const valuesOf = (me: User): Required<Values> => ({
  firstName: me.firstName,
  lastName: me.lastName,
  phone: me.phone ?? '',
  specialty: me.specialty ?? '',
})

const textsOf = (me: User): FieldTexts<Values> => ({
  firstName: ['First Name', me.firstName],
  lastName: ['Last Name', me.lastName],
  phone: ['Phone', me.phone ?? 'none'],
  specialty: ['Specialty', me.specialty ?? 'none'],
})

/** Name and phone, and the trade of a sub. Only an admin changes the e-mail address and the role. */
export function ProfileForm({ me }: { me: User }) {
  const client = useQueryClient()
  const { form, submission } = useEditForm(peopleRoutes.update, me, {
    schema: OwnDetails,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: me.id } },
    reload: () => client.query({ ...meQuery, staleTime: 0 }),
    success: 'Your details are saved',
    failure: 'Failed to save your details',
  })
  const { control } = form
  return (
    <FormPanel
      {...submission}
      title="Your details"
      text="How others see you and reach you."
      submitLabel="Save"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="firstName"
          label="First Name"
          required
          autoComplete="given-name"
        />
        <TextField
          control={control}
          name="lastName"
          label="Last Name"
          required
          autoComplete="family-name"
        />
        <TextField control={control} name="phone" label="Phone" type="tel" autoComplete="tel" />
        {isSub(me) && <TextField control={control} name="specialty" label="Specialty" />}
      </div>
    </FormPanel>
  )
}
