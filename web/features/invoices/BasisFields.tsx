import type { JobInvoicing } from '@plumbline/contract/invoices.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useController, useFormState, useWatch } from 'react-hook-form'
import { DollarField } from '../../forms/dollarFields.tsx'
import { TextField } from '../../forms/fields.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { type BasisKind, basisKinds, fields, type InvoiceForm, newBasis } from './draft.ts'
import { openSteps, stepAmount } from './jobMoney.ts'

const kindLabels: Readonly<Record<BasisKind, string>> = {
  step: 'Next payment of the schedule',
  percent: 'Percent of the contract so far',
  amount: 'Amount of the contract',
  lines: 'Lines',
}

interface BasisFieldsProps {
  form: InvoiceForm
  job: JobInvoicing
  invoiceId: string | null
  /** The problem with what is chosen; undefined for none. */
  problem: string | undefined
}

/** The way in which an invoice of a job is filled, and what it needs for that. */
export function BasisFields({ form, job, invoiceId, problem }: BasisFieldsProps) {
  const { control, setValue, clearErrors } = form
  const { kind } = useWatch({ control, name: 'basis' })
  const { errors } = useFormState({ control, name: 'basis' })
  const known = basisKinds(job, invoiceId)
  // A draft stays as it is where its way of filling has ended, and says what is wrong.
  const kinds = known.includes(kind) ? known : [kind, ...known]
  const error = errors.basis?.message ?? problem
  if (kinds.length === 1) return null
  return (
    <>
      <Field {...fields.basis} error={kind === 'step' ? undefined : error}>
        {(attributes) => (
          <Select
            {...attributes}
            value={kind}
            onChange={({ target }) => {
              const chosen = kinds.find((one) => one === target.value) ?? kind
              setValue('basis', newBasis(chosen, job, invoiceId), { shouldDirty: true })
              clearErrors('basis')
            }}
            options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
          />
        )}
      </Field>
      {kind === 'step' && <StepField {...{ form, job, invoiceId, error }} />}
      {kind === 'percent' && (
        <TextField
          control={control}
          name="basis.soFar"
          label="Percent so far"
          hint={soFarText(job)}
          inputMode="decimal"
        />
      )}
      {kind === 'amount' && (
        <DollarField control={control} name="basis.amount" label="Amount with tax" />
      )}
      {kind === 'lines' && (
        <p className="self-end pb-2 text-sm text-ink-2">
          Lines count toward the contract. Write extra work as a change order.
        </p>
      )}
    </>
  )
}

/** The part of the contract that is invoiced already. */
function soFarText({ contract, invoiced }: JobInvoicing): string {
  const percent = Math.round((invoiced.amount / contract.amount) * 1000) / 10
  return `${percent}% of ${formatCents(contract.amount)} is invoiced`
}

interface StepFieldProps extends Pick<BasisFieldsProps, 'form' | 'job' | 'invoiceId'> {
  error: string | undefined
}

/** A payment of the signed schedule that is on no other invoice, with its amount. */
function StepField({ form: { control }, job, invoiceId, error }: StepFieldProps) {
  const { field } = useController({ control, name: 'basis.step' })
  const options = openSteps(job, invoiceId).map(({ title, at }) => ({
    value: String(at),
    label: `${title}, ${formatCents(stepAmount(job, at))}`,
  }))
  return (
    <Field name={field.name} label="Payment" error={error}>
      {(attributes) => (
        <Select
          {...attributes}
          ref={field.ref}
          value={String(field.value)}
          onChange={({ target }) => field.onChange(Number(target.value))}
          options={options}
        />
      )}
    </Field>
  )
}
