import type { FieldValues } from 'react-hook-form'
import { useOpened } from '../../api/typed.ts'
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
  const { fillIn, isKnown, ...clients } = useClients()
  const [inviting, setInviting] = useOpened<{ readonly typed: string | null } | null>(
    'invited client',
    null,
  )
  return (
    <>
      <ComboboxField
        {...props}
        {...clients}
        className="sm:col-span-2"
        onChosen={(id) => fillIn(form, id)}
        {...(isKnown && {
          action: {
            labelOf: (name: string) => `Invite “${name}”`,
            run: (name: string) => setInviting({ typed: name }),
          },
        })}
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
