import { type Invoice, invoiceRoutes, VoidInvoice } from '@plumbline/contract/invoices.ts'
import { useRouter } from '@tanstack/react-router'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { CheckboxField, TextAreaField } from '../../forms/fields.tsx'
import { fieldsOf, yesNo } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { invoiceName, nounOf, titleNoun } from './texts.ts'

const { fields, empty } = fieldsOf<z.input<typeof VoidInvoice>>({
  reason: { label: 'Reason', hint: 'For the office. It stays in the history.', required: true },
  copy: { label: 'Make a corrected copy', kind: yesNo, hint: 'A new draft with the same lines' },
})

interface VoidDialogProps {
  invoice: Invoice
  onClose: () => void
}

/** The dialog that makes an invoice void, and perhaps a draft of the same to correct. */
export function VoidDialog({ invoice, onClose }: VoidDialogProps) {
  const router = useRouter()
  const { id, kind, jobId } = invoice
  const name = invoiceName(invoice)
  const { form, submission } = useCreateForm(invoiceRoutes.void, {
    schema: VoidInvoice,
    empty,
    target: { params: { id }, version: invoice },
    success: `${name} is void`,
    failure: serverMessageOr(`Failed to make the ${nounOf(invoice)} void`),
    onDone: ({ copyId }) =>
      copyId === null ? onClose() : router.navigate({ href: paths.invoice(copyId) }),
  })
  const { control } = form
  return (
    <FormDialog
      {...submission}
      title={`Void ${name}`}
      submitLabel={`Void ${titleNoun(invoice)}`}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          {kind === 'creditMemo'
            ? 'It stays under its number, and nothing of it is credited any more.'
            : 'It stays under its number, and nothing of it is owed any more. What was on it can be invoiced again.'}
          {kind === 'creditMemo' && jobId !== null && ' It counts as invoiced for the job again.'}
        </p>
        <TextAreaField control={control} {...fields.reason} />
        <CheckboxField control={control} {...fields.copy} />
      </div>
    </FormDialog>
  )
}
