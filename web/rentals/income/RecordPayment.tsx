import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import { addMonths, formatMonth } from '@plumbline/contract/months.ts'
import {
  incomeKindOf,
  incomeTypes,
  NewRentalIncome,
  paymentMethods,
  rentalIncomeRoutes,
} from '@plumbline/contract/rentalIncome.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { DollarField } from '../../forms/dollarFields.tsx'
import { DateField, SelectField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useToday } from '../../schedule/days.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useRentalSearch } from '../search.ts'
import { rentMonthQuery } from './api.ts'
import { openOf } from './grid.ts'
import { PropertyPicker } from './PropertyPicker.tsx'

/** What is known of a payment before the dialog opens. */
export interface Prefill {
  readonly propertyId?: string | undefined
  readonly tenantId?: string | undefined
  readonly rentMonth?: string | undefined
}

interface RecordPaymentProps {
  onClose: () => void
  /** Without it, what the filters of the address say. */
  prefill?: Prefill | undefined
}

/** The dialog that records money received. */
export function RecordPayment({ onClose, prefill }: RecordPaymentProps) {
  const search = useRentalSearch()
  const known: Prefill = prefill ?? search
  const today = useToday()
  const { form, submission } = useCreateForm(rentalIncomeRoutes.create, {
    schema: NewRentalIncome,
    empty: {
      propertyId: known.propertyId === 'portfolio' ? '' : (known.propertyId ?? ''),
      tenantId: known.tenantId ?? null,
      incomeType: incomeTypes[0],
      amount: '',
      rentMonth: known.rentMonth ?? today.slice(0, 7),
      dateReceived: today,
      paymentMethod: '',
      description: '',
    },
    target: {},
    // Only rent is for a month.
    toBody: ({ rentMonth, ...body }) =>
      incomeKindOf(body.incomeType) === 'rent' ? { ...body, rentMonth } : body,
    success: ({ amount }) => ({
      title: 'Success',
      description: `${formatDollars(amount)} recorded`,
    }),
    failure: 'Failed to record the payment',
    onDone: onClose,
  })
  const { control } = form
  const [propertyId, tenantId, incomeType, rentMonth] = form.watch([
    'propertyId',
    'tenantId',
    'incomeType',
    'rentMonth',
  ])
  const isRent = incomeKindOf(incomeType) === 'rent'
  const open = useOpenRent(isRent ? propertyId : '', tenantId ?? null, rentMonth ?? '')
  const tenants = useTenants(propertyId)
  return (
    <FormDialog
      {...submission}
      title="Record Payment"
      wide
      submitLabel="Record Payment"
      onClose={onClose}
    >
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <Field
          name="propertyId"
          label="Property"
          required
          error={form.formState.errors.propertyId && 'Choose a property'}
        >
          {(field) => (
            <PropertyPicker
              {...field}
              value={propertyId || null}
              onChange={(id, home) => {
                form.setValue('propertyId', id ?? '', {
                  shouldValidate: form.formState.isSubmitted,
                })
                form.setValue('tenantId', home?.tenantId ?? null)
              }}
            />
          )}
        </Field>
        <SelectField
          control={control}
          name="tenantId"
          label="Tenant"
          options={[{ value: '', label: isRent ? 'Tenant of the month' : 'No tenant' }, ...tenants]}
        />
        <TextField
          control={control}
          name="incomeType"
          label="Type"
          required
          suggestions={incomeTypes}
        />
        {isRent && (
          <SelectField
            control={control}
            name="rentMonth"
            label="For Month"
            options={monthOptions(today.slice(0, 7), known.rentMonth)}
          />
        )}
        <DollarField
          control={control}
          name="amount"
          label="Amount"
          required
          {...(open && rentMonth && { hint: `${open} open for ${formatMonth(rentMonth)}` })}
        />
        <DateField control={control} name="dateReceived" label="Day Received" required />
        <TextField
          control={control}
          name="paymentMethod"
          label="Method"
          suggestions={paymentMethods}
        />
        <TextAreaField
          control={control}
          name="description"
          label="Note"
          rows={2}
          className="sm:col-span-2"
        />
      </div>
    </FormDialog>
  )
}

/** The months of a year back and three ahead, newest first, and the one that was asked for. */
function monthOptions(current: string, wanted: string | undefined) {
  const near = Array.from({ length: 16 }, (_, n) => addMonths(current, 3 - n))
  const months = !wanted || near.includes(wanted) ? near : [...near, wanted].sort().reverse()
  return months.map((value) => ({ value, label: formatMonth(value) }))
}

/** The tenants of a property to choose from. */
function useTenants(propertyId: string) {
  const tenants = useQuery({
    ...query(tenantRoutes.list, { query: { propertyId } }),
    enabled: propertyId !== '',
  })
  return (tenants.data ?? []).map(({ id, firstName, lastName, status }) => ({
    value: id,
    label: `${firstName} ${lastName}${status === 'former' ? ' (moved out)' : ''}`,
  }))
}

/** What is open of the rent of a month, in words; null where nothing is. */
function useOpenRent(propertyId: string, tenantId: string | null, month: string): string | null {
  const { data } = useQuery({
    ...rentMonthQuery(propertyId, month),
    enabled: propertyId !== '' && month !== '',
  })
  const lease =
    data?.leases.find((one) => one.tenantId === tenantId) ??
    (data?.leases.length === 1 && !tenantId ? data.leases[0] : undefined)
  const open = lease && openOf(lease)
  return open && centsOf(open) > 0 ? formatDollars(open) : null
}
