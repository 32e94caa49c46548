import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import type { NewTenant, Tenant, TenantChange } from '@plumbline/contract/tenants.ts'
import type { ReactNode } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { DollarField } from '../../../forms/dollarFields.tsx'
import { DateField, TextAreaField, TextField } from '../../../forms/fields.tsx'
import { choice, day, fieldProps, fieldsOf } from '../../../forms/fieldsOf.ts'
import { StartDateField } from '../../../forms/StartDateField.tsx'
import { FormSection } from '../../../ui/FormPanel.tsx'
import { PropertyField } from '../PropertyField.tsx'
import { amountText } from './api.ts'
import { firstMonthText } from './rentText.ts'

type Values = z.input<typeof TenantChange>

export const statusTexts = { active: 'Still lives here', former: 'Moved out' } as const

const personFields = {
  firstName: { label: 'First Name', required: true },
  lastName: { label: 'Last Name', required: true },
  email: { label: 'Email' },
  phone: { label: 'Phone' },
  emergencyContact: { label: 'Emergency Contact' },
  emergencyPhone: { label: 'Emergency Phone' },
} as const

/** A tenant without the lease. */
export type Person = Pick<Tenant, keyof typeof personFields>
export const { values: personValues } = fieldsOf<
  Pick<z.input<typeof NewTenant>, keyof Person>,
  Person
>(personFields)

export const { fields, ...tenantForm } = fieldsOf<
  z.input<typeof NewTenant> & Pick<Values, 'status'>,
  Tenant
>({
  ...personFields,
  propertyId: {
    label: 'Property',
    empty: null,
    text: ({ propertyAddress }) => propertyAddress,
  },
  leaseStart: { label: 'First Day', kind: day },
  leaseEnd: { label: 'Last Day', kind: day, hint: 'Empty for an open lease' },
  monthlyRent: {
    label: 'Monthly Rent',
    empty: null,
    text: ({ monthlyRent }) => amountText(monthlyRent),
  },
  securityDeposit: {
    label: 'Security Deposit',
    empty: null,
    text: ({ securityDeposit }) => amountText(securityDeposit),
  },
  rentFrom: { label: 'Rent Counts From', kind: day, hint: 'Empty for the first day of the lease' },
  notes: { label: 'Notes' },
  status: { label: 'Moved Out', kind: choice((status) => statusTexts[status], 'active') },
})

/** The control of the create or edit form, which share their field names. */
interface FieldsProps<V extends Values, Out> {
  control: Control<V, unknown, Out>
}

/** The name and contact details of the tenant. */
export function PersonFields<V extends Values, Out>({ control }: FieldsProps<V, Out>) {
  const field = fieldProps(control, fields)
  return (
    <FormSection title="Tenant">
      <TextField {...field('firstName')} />
      <TextField {...field('lastName')} />
      <TextField {...field('phone')} type="tel" />
      <TextField {...field('email')} type="email" />
      <TextField {...field('emergencyContact')} />
      <TextField {...field('emergencyPhone')} type="tel" />
    </FormSection>
  )
}

interface LeaseFieldsProps<V extends Values, Out> extends FieldsProps<V, Out> {
  /** Whether an existing lease is corrected. */
  isStarted?: boolean
  /** Called when a home is selected. */
  onHome?: (home: RentalProperty | undefined) => void
  /** Content below the fields. */
  children?: ReactNode
}

/** The home, dates, rent, and deposit of the lease. */
export function LeaseFields<V extends Values, Out>({
  control,
  isStarted = false,
  onHome,
  children,
}: LeaseFieldsProps<V, Out>) {
  const field = fieldProps(control, fields)
  return (
    <FormSection title="Lease">
      <PropertyField
        {...field('propertyId')}
        className="sm:col-span-2"
        {...(onHome && { onChosen: onHome })}
      />
      <StartDateField {...field('leaseStart')} endName={field('leaseEnd').name} optionalEnd />
      <DateField {...field('leaseEnd')} />
      <DollarField
        {...field('monthlyRent')}
        {...(isStarted && { hint: 'The rent with which the lease began' })}
      />
      <DollarField {...field('securityDeposit')} />
      <DateField {...field('rentFrom')} />
      {children}
    </FormSection>
  )
}

/** The rent for the first month of the lease, updated while typing. */
export function FirstMonth({
  control,
}: {
  control: Control<z.input<typeof NewTenant>, unknown, NewTenant>
}) {
  const [leaseStart, leaseEnd, rentFrom, monthlyRent] = useWatch({
    control,
    name: ['leaseStart', 'leaseEnd', 'rentFrom', 'monthlyRent'],
  })
  const text = firstMonthText({ leaseStart, leaseEnd, rentFrom, monthlyRent })
  return (
    <p role="status" className="figures self-end text-ink-2 sm:pb-1.5">
      {text}
    </p>
  )
}

export function NotesField<V extends Values, Out>({ control }: FieldsProps<V, Out>) {
  return <TextAreaField {...fieldProps(control, fields)('notes')} />
}
