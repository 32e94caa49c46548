import { FollowUpInvoice, type Invoice, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { DateField } from '../../forms/fields.tsx'
import { day, fieldsOf } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { invoiceQuery } from './api.ts'

const DueDay = FollowUpInvoice.pick({ dueOn: true }).required()

const { fields, ...dueDayForm } = fieldsOf<z.input<typeof DueDay>, Invoice>({
  dueOn: { label: 'Due Day', kind: day, required: true },
})

/** The dialog that gives an invoice which was issued another due day. */
export function MoveDueDay({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, number } = invoice
  const { form, submission } = useEditForm(invoiceRoutes.followUp, invoice, {
    ...dueDayForm,
    schema: DueDay,
    target: { params: { id } },
    reload: (read) => read(invoiceQuery(id)),
    success: 'Due day moved',
    failure: serverMessageOr('Failed to move the due day'),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Move Due Day"
      description={`Invoice ${number}`}
      submitLabel="Move"
      onClose={onClose}
    >
      <DateField control={form.control} {...fields.dueOn} />
    </FormDialog>
  )
}
