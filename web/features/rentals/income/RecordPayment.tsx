import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import { addMonths, formatMonth } from '@plumbline/contract/months.ts'
import {
  incomeKindOf,
  incomeTypes,
  PaymentForm,
  paymentMethods,
  rentalIncomeRoutes,
} from '@plumbline/contract/rentalIncome.ts'
import { type Tenant, tenantRoutes } from '@plumbline/contract/tenants.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { fullName } from '../../../api/people.ts'
import { query } from '../../../api/query.ts'
import { DollarField } from '../../../forms/dollarFields.tsx'
import { DateField, SelectField, TextAreaField, TextField } from '../../../forms/fields.tsx'
import { day, dollars, fieldsOf } from '../../../forms/fieldsOf.ts'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { useToday } from '../../../screens/days.ts'
import { Field } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Select } from '../../../ui/Input.tsx'
import { PropertyField } from '../PropertyField.tsx'
import { propertyIdOf, type RentalSearch, useRentalSearch } from '../search.ts'
import { rentMonthQuery } from './api.ts'
import { openOf } from './grid.ts'

/** Initial values of a payment. */
export interface Prefill {
  readonly propertyId?: string | undefined
  readonly tenantId?: string | undefined
  readonly rentMonth?: string | undefined
  readonly kind?: 'deposit' | undefined
  /** In dollars. */
  readonly amount?: string | undefined
}

/** Initial values from the link that opened the dialog, or else from the filters of the tab. */
function prefillOf(search: RentalSearch): Prefill {
  const { forProperty, forTenant, forKind, forAmount, rentMonthTo } = search
  if (forProperty)
    return { propertyId: forProperty, tenantId: forTenant, kind: forKind, amount: forAmount }
  return {
    propertyId: propertyIdOf(search),
    tenantId: search.tenantId,
    // In a range, `rentMonth` is the first month and not the one being paid.
    rentMonth: rentMonthTo ? undefined : search.rentMonth,
  }
}

const { fields, empty } = fieldsOf<z.input<typeof PaymentForm>>({
  propertyId: { label: 'Property', required: true },
  tenantId: { label: 'Tenant', empty: null },
  incomeType: { label: 'What It Is For', required: true },
  rentMonth: { label: 'Rent Month' },
  amount: { label: 'Amount', kind: dollars, required: true },
  dateReceived: { label: 'Date Received', kind: day, required: true },
  paymentMethod: { label: 'Payment Method' },
  description: { label: 'Description' },
})

/** The option that reveals a text field for any other type. */
const OTHER = 'Other'

interface RecordPaymentProps {
  onClose: () => void
  /** Taken from the URL if omitted. */
  prefill?: Prefill | undefined
}

/** The dialog that records money received. */
export function RecordPayment({ onClose, prefill }: RecordPaymentProps) {
  const search = useRentalSearch()
  const initial = prefill ?? prefillOf(search)
  const firstType = initial.kind === 'deposit' ? 'Security deposit' : 'Rent'
  const today = useToday()
  const { form, submission } = useCreateForm(rentalIncomeRoutes.create, {
    schema: PaymentForm,
    empty: {
      ...empty,
      propertyId: initial.propertyId ?? '',
      tenantId: initial.tenantId ?? null,
      incomeType: firstType,
      amount: initial.amount ?? '',
      rentMonth: initial.rentMonth ?? today.slice(0, 7),
      dateReceived: today,
    },
    target: {},
    // Only rent has a month. If the tenant is omitted, the server uses the tenant of that month.
    // Null would mean no tenant.
    toBody: ({ rentMonth, tenantId, ...body }) =>
      incomeKindOf(body.incomeType) === 'rent'
        ? { ...body, rentMonth, ...(tenantId && { tenantId }) }
        : { ...body, tenantId },
    success: ({ amount }) => ({
      title: 'Success',
      description: `${formatDollars(amount)} recorded`,
    }),
    failure: 'Failed to record the payment',
    onDone: onClose,
  })
  const { control, getValues, setValue } = form
  const [propertyId, tenantId, incomeType, rentMonth] = form.watch([
    'propertyId',
    'tenantId',
    'incomeType',
    'rentMonth',
  ])
  const isRent = incomeKindOf(incomeType) === 'rent'
  const open = useOpenRent(isRent ? propertyId : '', tenantId ?? null, rentMonth ?? '')
  const tenants = useTenants(propertyId)

  // Fills in what is open, but keeps an amount that the user entered.
  const filledIn = useRef('')
  useEffect(() => {
    const amount = getValues('amount') ?? ''
    if (amount !== '' && amount !== filledIn.current) return
    filledIn.current = open ?? ''
    if (amount !== filledIn.current) setValue('amount', filledIn.current)
  }, [open, getValues, setValue])

  const [isOther, setIsOther] = useState(false)
  const proposed = useRef<string | null>(null)
  // Proposes the tenant of the month for rent, and the current tenant for anything else, but keeps
  // a tenant that the user selected.
  const proposeTenant = (type: string, currentTenantId: string | null | undefined) => {
    const selected = getValues('tenantId')
    if (selected && selected !== proposed.current) return
    proposed.current = incomeKindOf(type) === 'rent' ? null : (currentTenantId ?? null)
    setValue('tenantId', proposed.current)
  }
  const chooseType = (type: string) => {
    setIsOther(type === OTHER)
    setValue('incomeType', type === OTHER ? '' : type)
    proposeTenant(type, tenants.find(({ leaseState }) => leaseState === 'current')?.id)
  }
  const title = isRent ? 'Record Rent' : 'Record Payment'
  return (
    <FormDialog {...submission} title={title} wide submitLabel={title} onClose={onClose}>
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <PropertyField
          control={control}
          {...fields.propertyId}
          onChosen={(home) => {
            setValue('tenantId', null)
            proposeTenant(getValues('incomeType'), home?.tenantId)
          }}
        />
        <SelectField
          control={control}
          {...fields.tenantId}
          options={[
            { value: '', label: isRent ? 'Tenant on that month’s lease' : 'No tenant' },
            ...tenants.map(tenantOption),
          ]}
        />
        <Field label="Type" required>
          {(field) => (
            <Select
              {...field}
              options={incomeTypes.map((value) => ({ value, label: value }))}
              value={isOther ? OTHER : incomeType}
              onChange={({ target }) => chooseType(target.value)}
            />
          )}
        </Field>
        {isOther && <TextField control={control} {...fields.incomeType} placeholder="Laundry" />}
        {isRent && (
          <SelectField
            control={control}
            {...fields.rentMonth}
            options={monthOptions(today.slice(0, 7), initial.rentMonth)}
          />
        )}
        <DollarField
          control={control}
          {...fields.amount}
          {...(open &&
            rentMonth && { hint: `${formatDollars(open)} open for ${formatMonth(rentMonth)}` })}
        />
        <DateField control={control} {...fields.dateReceived} />
        <TextField control={control} {...fields.paymentMethod} suggestions={paymentMethods} />
        <TextAreaField
          control={control}
          {...fields.description}
          rows={2}
          className="sm:col-span-2"
        />
      </div>
    </FormDialog>
  )
}

/** Month options from three months ahead to twelve months back, plus `requested`. */
function monthOptions(current: string, requested: string | undefined) {
  const near = Array.from({ length: 16 }, (_, n) => addMonths(current, 3 - n))
  const months =
    !requested || near.includes(requested) ? near : [...near, requested].sort().reverse()
  return months.map((value) => ({ value, label: formatMonth(value) }))
}

/** The tenants of a property. */
function useTenants(propertyId: string): readonly Tenant[] {
  const tenants = useQuery({
    ...query(tenantRoutes.list, { query: { propertyId } }),
    enabled: propertyId !== '',
  })
  return tenants.data ?? []
}

const tenantOption = (tenant: Tenant) => ({
  value: tenant.id,
  label: `${fullName(tenant)}${tenant.status === 'former' ? ' (moved out)' : ''}`,
})

/** The open rent of a month in dollars, or null if nothing is open. */
function useOpenRent(propertyId: string, tenantId: string | null, month: string): string | null {
  const { data } = useQuery({
    ...rentMonthQuery(propertyId, month),
    enabled: propertyId !== '' && month !== '',
  })
  const lease =
    data?.leases.find((one) => one.tenantId === tenantId) ??
    (data?.leases.length === 1 && !tenantId ? data.leases[0] : undefined)
  const open = lease && openOf(lease)
  return open && centsOf(open) > 0 ? open : null
}
