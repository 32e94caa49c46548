import { CheckboxField, TextField } from '../../forms/fields.tsx'
import { fields, type PaymentForm } from './draft.ts'

/** Whether the receipt is sent by email, and where. */
export function ReceiptFields({ form }: { form: PaymentForm }) {
  const { control } = form
  return (
    <div>
      <CheckboxField control={control} {...fields.sendsReceipt} />
      {form.watch('sendsReceipt') && (
        <TextField control={control} {...fields.email} type="email" className="mt-1.5" />
      )}
    </div>
  )
}
