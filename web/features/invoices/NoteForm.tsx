import { FollowUpInvoice, type Invoice, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { useEffect } from 'react'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { TextAreaField } from '../../forms/fields.tsx'
import { useEditForm } from '../../forms/useEditForm.ts'
import { FormProblems } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { invoiceQuery } from './api.ts'

const OfficeNote = FollowUpInvoice.pick({ note: true })

interface NoteFormProps {
  invoice: Invoice
  onClose: () => void
}

/** The form of the office's note, which has the focus when it opens. */
export function NoteForm({ invoice, onClose }: NoteFormProps) {
  const { id } = invoice
  const { form, submission } = useEditForm(invoiceRoutes.followUp, invoice, {
    schema: OfficeNote,
    values: ({ note }: Invoice) => ({ note: note ?? '' }),
    texts: ({ note }: Invoice) => ({ note: ['Note', note ?? 'none'] as const }),
    target: { params: { id } },
    reload: (read) => read(invoiceQuery(id)),
    success: 'Note saved',
    failure: serverMessageOr('Failed to save the note'),
    onDone: onClose,
  })
  const { setFocus } = form
  useEffect(() => setFocus('note'), [setFocus])
  const { onSubmit, error, pending, conflict, isFilledIn } = submission
  return (
    <form noValidate onSubmit={onSubmit}>
      <FormProblems error={error} conflict={conflict} isFilledIn={isFilledIn} className="mb-3" />
      <TextAreaField control={form.control} name="note" label="Note" hideLabel rows={3} />
      <div className="mt-2.5 flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" pending={pending}>
          Save
        </Button>
      </div>
    </form>
  )
}
