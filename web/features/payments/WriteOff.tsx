import type { Invoice } from '@plumbline/contract/invoices.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { NewWriteOff, paymentRoutes } from '@plumbline/contract/payments.ts'
import type { z } from 'zod'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { MoneyField, TextAreaField } from '../../forms/fields.tsx'
import { cents, day, fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PastDayField } from './fields.tsx'

const { fields, empty } = fieldsOf<z.input<typeof NewWriteOff>>({
  amount: { label: 'Amount', kind: cents, required: true },
  day: { label: 'Day', kind: day, required: true },
  note: { label: 'Reason', hint: 'For the office alone.', required: true },
})

interface WriteOffProps {
  invoice: Pick<Invoice, 'id' | 'number' | 'owed'>
  onClose: () => void
}

/** The dialog that writes off what is no longer expected of an invoice. */
export function WriteOffDialog({ invoice: { id, number, owed }, onClose }: WriteOffProps) {
  const today = useToday()
  const { form, submission } = useCreateForm(paymentRoutes.writeOff, {
    schema: NewWriteOff,
    empty: { ...empty, amount: owed, day: today },
    target: { params: { id } },
    success: ({ amount }) => ({
      title: 'Success',
      description: `${formatCents(amount)} of invoice ${number} written off`,
    }),
    failure: serverMessageOr('Failed to write the amount off'),
    onDone: onClose,
  })
  const { control } = form
  return (
    <FormDialog
      {...submission}
      title="Write Off"
      description={`Invoice ${number}`}
      submitLabel="Write Off"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          It is no longer owed, and no money came in for it. A write-off can be reversed.
        </p>
        <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
          <MoneyField control={control} {...fields.amount} hint={`${formatCents(owed)} is owed`} />
          <PastDayField control={control} {...fields.day} />
        </div>
        <TextAreaField control={control} {...fields.note} rows={2} />
      </div>
    </FormDialog>
  )
}
