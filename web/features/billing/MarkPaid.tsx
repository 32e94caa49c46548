import { billingRoutes, type CompletedJob, PaidMark } from '@plumbline/contract/billing.ts'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { day, fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PastDayField } from '../payments/fields.tsx'

const { fields, empty } = fieldsOf<z.input<typeof PaidMark>>({
  day: { label: 'Paid On', kind: day, required: true },
})

interface MarkPaidProps {
  job: Pick<CompletedJob, 'id' | 'name' | 'payment'>
  onClose: () => void
}

/** The dialog that marks a job without invoices as paid, or changes the day of the mark. */
export function MarkPaid({ job: { id, name, payment }, onClose }: MarkPaidProps) {
  const today = useToday()
  const { form, submission } = useCreateForm(billingRoutes.markPaid, {
    schema: PaidMark,
    empty: { ...empty, day: payment.paidOn ?? today },
    target: { params: { id } },
    success: 'Job marked as paid',
    failure: serverMessageOr('Failed to mark the job as paid'),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Mark as Paid"
      description={name}
      submitLabel="Mark as Paid"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          For a job that was paid without invoices here. No money is recorded, and the mark can be
          taken back.
        </p>
        <PastDayField control={form.control} {...fields.day} />
      </div>
    </FormDialog>
  )
}
