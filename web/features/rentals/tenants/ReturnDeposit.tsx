import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents, formatCents } from '@plumbline/contract/money.ts'
import { paymentMethods } from '@plumbline/contract/rentalIncome.ts'
import { NewDepositReturn, type Tenant, tenantRoutes } from '@plumbline/contract/tenants.ts'
import { Plus, Trash2 } from 'lucide-react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { fullName } from '../../../api/people.ts'
import { DollarField } from '../../../forms/dollarFields.tsx'
import { DateField, TextAreaField, TextField } from '../../../forms/fields.tsx'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { useToday } from '../../../screens/days.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'

type Values = z.input<typeof NewDepositReturn>
type Form = UseFormReturn<Values, unknown, NewDepositReturn>

interface ReturnDepositProps {
  tenant: Tenant
  /** What is held, exact dollars. */
  held: string
  onClose: () => void
}

/** The dialog that returns a deposit, less what is kept and why. */
export function ReturnDeposit({ tenant, held, onClose }: ReturnDepositProps) {
  const today = useToday()
  const empty: Required<Values> = {
    returnedOn: today,
    amount: held,
    paymentMethod: '',
    deductions: [],
    notes: '',
  }
  const { form, submission } = useCreateForm(tenantRoutes.returnDeposit, {
    schema: NewDepositReturn,
    empty,
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
        <DateField control={control} name="returnedOn" label="Date" required />
        <TextField
          control={control}
          name="paymentMethod"
          label="Payment Method"
          suggestions={paymentMethods}
        />
        <Deductions form={form} />
        <DollarField control={control} name="amount" label="Amount Returned" required />
        <Remaining form={form} heldCents={centsOf(held)} />
        <TextAreaField control={control} name="notes" label="Notes" className="sm:col-span-2" />
      </div>
    </FormDialog>
  )
}

/** What is kept, line by line. */
function Deductions({ form: { control } }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'deductions' })
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">Kept</legend>
      {fields.length === 0 && <p className="text-ink-2">Nothing is kept</p>}
      <ul className="flex flex-col gap-2.5">
        {fields.map((line, at) => (
          <li
            key={line.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 max-sm:border-t max-sm:border-line max-sm:pt-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto]"
          >
            <TextField
              control={control}
              name={`deductions.${at}.description`}
              label={`Kept for, line ${at + 1}`}
              hideLabel
              placeholder="Repair of the bathroom door"
              className="max-sm:col-span-2"
            />
            <DollarField
              control={control}
              name={`deductions.${at}.amount`}
              label={`Amount kept, line ${at + 1}`}
              hideLabel
            />
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove line ${at + 1}`}
              onClick={() => remove(at)}
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

/** Cents of an amount as the form holds it; nothing while it is no amount. */
const typedCents = (value: string | number | null | undefined) =>
  (value ? centsOf(String(value)) : 0) || 0

/** What stays held after this return, while it is typed. */
function Remaining({ form: { control, setValue }, heldCents }: { form: Form; heldCents: number }) {
  const [amount, deductions = []] = useWatch({ control, name: ['amount', 'deductions'] })
  const kept = deductions.reduce((sum, line) => sum + typedCents(line.amount), 0)
  const rest = heldCents - kept
  const remaining = rest - typedCents(amount)
  return (
    <div className="self-end">
      <p role="status" className={`figures font-medium ${remaining < 0 ? 'text-bad' : ''}`}>
        {remaining < 0
          ? `${formatCents(-remaining)} more than is held`
          : `${formatCents(remaining)} remaining`}
      </p>
      <p className="figures text-sm text-ink-2">{formatCents(kept)} kept</p>
      {remaining !== 0 && rest >= 0 && (
        <Button
          size="sm"
          className="mt-1.5"
          onClick={() => setValue('amount', dollarsFromCents(rest))}
        >
          Return {formatCents(rest)}
        </Button>
      )}
    </div>
  )
}
