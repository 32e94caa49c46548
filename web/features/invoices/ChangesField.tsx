import type { JobInvoicing } from '@plumbline/contract/invoices.ts'
import { CircleAlert } from 'lucide-react'
import { useController } from 'react-hook-form'
import { Checkbox } from '../../ui/Choices.tsx'
import { changeName } from '../changeOrders/api.ts'
import { columnCents } from '../changeOrders/contractTexts.ts'
import type { InvoiceForm } from './draft.ts'
import { openChanges } from './jobMoney.ts'

interface ChangesFieldProps {
  form: InvoiceForm
  job: JobInvoicing
  invoiceId: string | null
  /** The problem with what is chosen; undefined for none. */
  problem: string | undefined
}

/** The approved change orders of the job that are on no other invoice. */
export function ChangesField({ form: { control }, job, invoiceId, problem }: ChangesFieldProps) {
  const { field, fieldState } = useController({ control, name: 'changeOrderIds' })
  const changes = openChanges(job, invoiceId)
  const chosen = field.value ?? []
  const error = fieldState.error?.message ?? problem
  if (changes.length === 0 && !error) return null
  return (
    <fieldset data-field={field.name}>
      <legend className="text-sm font-medium">Approved change orders, as lines of their own</legend>
      {changes.map((change) => {
        const { id, amount } = change
        return (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              field.onChange(
                target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
              )
            }
            className="border-b border-line [&>span]:flex [&>span]:flex-1 [&>span]:justify-between [&>span]:gap-4"
          >
            <span className="min-w-0 wrap-anywhere">{changeName(change)}</span>
            <span className="figures">{columnCents(amount)}</span>
          </Checkbox>
        )
      })}
      {error && (
        <p role="alert" className="mt-1.5 flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
