import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FieldProps } from '../../forms/fields.tsx'
import { ComboboxField } from '../../pickers/pickerFields.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { type ClientForm, useClients } from './useClients.ts'

const InviteClient = lazyPart(() => import('./InviteClient.tsx'))

interface ClientFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  form: ClientForm
}

/**
 * A choice of the client of a job or a bid, which fills in the facts of the customer. One who is
 * not known yet is invited above the form, and is then chosen.
 */
export function ClientField<V extends FieldValues, Out>({
  form,
  ...props
}: ClientFieldProps<V, Out>) {
  const { fillIn, ...clients } = useClients()
  const [inviting, setInviting] = useState<{ readonly typed: string | null } | null>(null)
  return (
    <>
      <ComboboxField
        {...props}
        {...clients}
        className="sm:col-span-2"
        onChosen={(id) => fillIn(form, id)}
        action={{
          labelOf: (name) => `Invite “${name}”`,
          run: (name) => setInviting({ typed: name }),
        }}
      />
      {/* It also shows the link of the invite, after its form was closed. */}
      {inviting && (
        <InviteClient
          typed={inviting.typed}
          onClose={() => setInviting({ typed: null })}
          onInvited={(client) => {
            form.setValue('clientId', client.id, { shouldDirty: true })
            fillIn(form, client.id, client)
          }}
        />
      )}
    </>
  )
}
