import type { InvoiceKind } from '@plumbline/contract/invoiceStatuses.ts'
import { type Invoice, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { linesFormOf, newLineValues, withoutEmptyLines } from '../changeOrders/draft.ts'
import { proposalSettingsQuery } from '../pricing/api.ts'
import { invoiceQuery } from './api.ts'
import { invoiceForm, TypedInvoice } from './draft.ts'
import { InvoiceFields } from './InvoiceFields.tsx'
import { nounOf, titleNoun } from './texts.ts'

interface CreateInvoiceProps {
  kind?: InvoiceKind
  /** The first title. */
  title?: string
  /** The customer or the job that it is for, where they are known. */
  customerId?: string
  jobId?: string
  onClose: () => void
}

/**
 * The dialog that adds an invoice or a credit memo as a draft. Its own screen, where it is issued,
 * opens next.
 */
export function CreateInvoice(props: CreateInvoiceProps) {
  const { data, isPending } = useQuery(proposalSettingsQuery)
  return isPending ? null : <NewForm {...props} taxRate={data?.taxRate ?? '0'} />
}

/** @param taxRate the tax of new lines in percent */
function NewForm({
  kind = 'invoice',
  title = '',
  customerId,
  jobId,
  taxRate,
  onClose,
}: CreateInvoiceProps & { taxRate: string }) {
  const router = useRouter()
  const { form, submission } = useCreateForm(invoiceRoutes.create, {
    schema: TypedInvoice,
    empty: {
      ...invoiceForm.empty,
      ...{ kind, title },
      customerId: customerId ?? null,
      jobId: jobId ?? null,
      taxRate,
      lines: [newLineValues(taxRate !== '0')],
    },
    target: {},
    success: 'Draft added',
    failure: serverMessageOr(`Failed to add the ${nounOf({ kind })}`),
    onDone: ({ id }) => router.navigate({ href: paths.invoice(id) }),
  })
  return (
    <FormDialog
      {...submission}
      onSubmit={withoutEmptyLines(linesFormOf(form), submission.onSubmit)}
      title={`New ${titleNoun({ kind })}`}
      description="It is added as a draft. The customer gets nothing yet."
      wide="table"
      submitLabel="Add Draft"
      onClose={onClose}
    >
      <InvoiceFields kind={kind} form={form} isFilledIn={submission.isFilledIn} />
    </FormDialog>
  )
}

interface EditInvoiceProps {
  invoice: Invoice
  onClose: () => void
}

/** The dialog that edits a draft. */
export function EditInvoice({ invoice, onClose }: EditInvoiceProps) {
  const { id, kind } = invoice
  const { form, submission } = useEditForm(invoiceRoutes.update, invoice, {
    ...invoiceForm,
    schema: TypedInvoice,
    target: { params: { id } },
    whole: true,
    reload: (read) => read(invoiceQuery(id)),
    success: 'Draft saved',
    failure: serverMessageOr(`Failed to save the ${nounOf(invoice)}`),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      onSubmit={withoutEmptyLines(linesFormOf(form), submission.onSubmit)}
      title={`Edit ${titleNoun(invoice)}`}
      description={invoice.title}
      wide="table"
      submitLabel="Save"
      onClose={onClose}
    >
      <InvoiceFields kind={kind} form={form} invoiceId={id} isFilledIn />
    </FormDialog>
  )
}
