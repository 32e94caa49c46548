import { centsOf } from '@plumbline/contract/dollars.ts'
import { centsFromDollars, dollarsFromCents, formatCents } from '@plumbline/contract/money.ts'
import { paymentMethods } from '@plumbline/contract/rentalIncome.ts'
import { NewDepositReturn, type Tenant, tenantRoutes } from '@plumbline/contract/tenants.ts'
import { Plus, Trash2 } from 'lucide-react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { fullName } from '../../../api/people.ts'
import { DollarField } from '../../../forms/dollarFields.tsx'
import { DateField, TextAreaField, TextField } from '../../../forms/fields.tsx'
import { day, dollars, fieldsOf } from '../../../forms/fieldsOf.ts'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { useToday } from '../../../screens/days.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'

type Values = z.input<typeof NewDepositReturn>
type Form = UseFormReturn<Values, unknown, NewDepositReturn>

const { fields, empty } = fieldsOf<Values>({
  returnedOn: { label: 'Date', kind: day, required: true },
  amount: { label: 'Amount Returned', kind: dollars, required: true },
  paymentMethod: { label: 'Payment Method' },
  deductions: { label: 'Kept', empty: [] },
  notes: { label: 'Notes' },
})

interface ReturnDepositProps {
  tenant: Tenant
  /** The amount held, as a decimal string in dollars. */
  held: string
  onClose: () => void
}

/** The dialog that returns a deposit, minus itemized deductions. */
export function ReturnDeposit({ tenant, held, onClose }: ReturnDepositProps) {
  const today = useToday()
  const { form, submission } = useCreateForm(tenantRoutes.returnDeposit, {
    schema: NewDepositReturn,
    empty: { ...empty, returnedOn: today, amount: held },
    target: { params: { id: tenant.id } },
    success: 'Deposit return recorded successfully',
    failure: 'Failed to record the deposit return',
    onDone: onClose,
  })
  const { control } = form
  return (
    <FormDialog
      {...submission}
      title="Return Deposit"
      description={`${fullName(tenant)} · ${formatCents(centsOf(held))} held`}
      wide
      submitLabel="Return Deposit"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField control={control} {...fields.returnedOn} />
        <TextField control={control} {...fields.paymentMethod} suggestions={paymentMethods} />
        <Deductions form={form} />
        <DollarField control={control} {...fields.amount} />
        <Remaining form={form} heldCents={centsOf(held)} />
        <TextAreaField control={control} {...fields.notes} className="sm:col-span-2" />
      </div>
    </FormDialog>
  )
}

/** The deductions, one per line. */
function Deductions({ form: { control } }: { form: Form }) {
  const { fields: lines, append, remove } = useFieldArray({ control, name: 'deductions' })
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">{fields.deductions.label}</legend>
      {lines.length === 0 && <p className="text-ink-2">Nothing is kept</p>}
      <ul className="flex flex-col gap-2.5">
        {lines.map((line, index) => (
          <li
            key={line.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 max-sm:border-t max-sm:border-line max-sm:pt-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto]"
          >
            <TextField
              control={control}
              name={`deductions.${index}.description`}
              label={`Kept for, line ${index + 1}`}
              hideLabel
              placeholder="Repair of the bathroom door"
              className="max-sm:col-span-2"
            />
            <DollarField
              control={control}
              name={`deductions.${index}.amount`}
              label={`Amount kept, line ${index + 1}`}
              hideLabel
            />
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove line ${index + 1}`}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button className="mt-3" onClick={() => append({ description: '', amount: '' })}>
        <Plus aria-hidden />
        Keep an Amount
      </Button>
    </fieldset>
  )
}

/** The cents of a form value, or 0 while it is not a valid amount. */
const typedCents = (value: string | number | null | undefined) =>
  centsFromDollars(String(value ?? '')) ?? 0

/** The amount still held after this return, updated while typing. */
function Remaining({ form: { control, setValue }, heldCents }: { form: Form; heldCents: number }) {
  const [amount, deductions = []] = useWatch({ control, name: ['amount', 'deductions'] })
  const deducted = deductions.reduce((sum, line) => sum + typedCents(line.amount), 0)
  const returnable = heldCents - deducted
  const remaining = returnable - typedCents(amount)
  return (
    <div className="self-end">
      <p role="status" className={`figures font-medium ${remaining < 0 ? 'text-bad' : ''}`}>
        {remaining < 0
          ? `${formatCents(-remaining)} more than is held`
          : `${formatCents(remaining)} remaining`}
      </p>
      <p className="figures text-sm text-ink-2">{formatCents(deducted)} kept</p>
      {remaining !== 0 && returnable >= 0 && (
        <Button
          size="sm"
          className="mt-1.5"
          onClick={() => setValue('amount', dollarsFromCents(returnable))}
        >
          Return {formatCents(returnable)}
        </Button>
      )}
    </div>
  )
}
