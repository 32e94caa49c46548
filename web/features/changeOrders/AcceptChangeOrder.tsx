import {
  AcceptChangeOrder,
  type ChangeOrder,
  changeOrderRoutes,
} from '@plumbline/contract/changeOrders.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { refreshAll } from '../../api/query.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextAreaField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'
import { amountText } from '../pricing/texts.ts'

const { fields, empty } = fieldsOf<z.input<typeof AcceptChangeOrder>>({
  note: {
    label: 'How the customer said yes',
    hint: `Such as on the phone, and when. ${readersSentence.office}`,
    required: true,
  },
})

interface AcceptDialogProps {
  changeOrder: ChangeOrder
  onClose: () => void
}

/** The dialog that approves a change order which the customer accepted in another way. */
export function AcceptDialog({ changeOrder, onClose }: AcceptDialogProps) {
  const client = useQueryClient()
  // A colleague's change must not be approved unseen.
  const [opened] = useState(changeOrder)
  const [isStale, setStale] = useState(false)
  const shown = isStale ? changeOrder : opened
  const { id, number, status, total, daysAdded } = shown
  const { form, submission } = useCreateForm(changeOrderRoutes.accept, {
    schema: AcceptChangeOrder,
    empty,
    target: { params: { id }, version: shown },
    success: `Change ${number} approved`,
    failure: serverMessageOr('Failed to approve the change order'),
    onDone: onClose,
    onStale: async () => {
      await refreshAll(client)
      setStale(true)
    },
  })
  return (
    <FormDialog
      {...submission}
      title="Approve for the Customer"
      description={
        <>
          Change {number}, <b className="figures font-bold text-ink">{amountText(total)}</b>
          {daysAdded > 0 && `, ${plural(daysAdded, 'day', 'days')}`}
        </>
      }
      submitLabel="Approve"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {isStale && (
          <Alert tone="warn">
            <p className="font-medium">The change order was changed meanwhile.</p>
            <p>The total above is the new one. Look at the lines, then approve it.</p>
          </Alert>
        )}
        <p className="text-ink-2">
          It becomes part of the contract and can no longer be edited.
          {status === 'sent' && ' The link that the customer has stops working.'}
        </p>
        <TextAreaField control={form.control} {...fields.note} />
      </div>
    </FormDialog>
  )
}
