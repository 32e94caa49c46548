import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import type { NewTenant, TenantChange } from '@plumbline/contract/tenants.ts'
import type { ReactNode } from 'react'
import { type Control, type FieldPath, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { DollarField } from '../../../forms/dollarFields.tsx'
import { DateField, TextAreaField, TextField } from '../../../forms/fields.tsx'
import { StartDateField } from '../../../forms/StartDateField.tsx'
import { FormSection } from '../../../ui/FormPanel.tsx'
import { PropertyField } from '../PropertyField.tsx'
import { firstMonthText } from './rentText.ts'

type Values = z.input<typeof TenantChange>

/** The control of the create or edit form, which share their field names. */
interface FieldsProps<V extends Values, Out> {
  control: Control<V, unknown, Out>
}

const field = <V extends Values, Out>(control: Control<V, unknown, Out>, name: keyof Values) => ({
  control,
  name: name as FieldPath<V>,
})

/** The name and contact details of the tenant. */
export function PersonFields<V extends Values, Out>({ control }: FieldsProps<V, Out>) {
  return (
    <FormSection title="Tenant">
      <TextField {...field(control, 'firstName')} label="First Name" required />
      <TextField {...field(control, 'lastName')} label="Last Name" required />
      <TextField {...field(control, 'phone')} label="Phone" type="tel" />
      <TextField {...field(control, 'email')} label="Email" type="email" />
      <TextField {...field(control, 'emergencyContact')} label="Emergency Contact" />
      <TextField {...field(control, 'emergencyPhone')} label="Emergency Phone" type="tel" />
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
  return (
    <FormSection title="Lease">
      <PropertyField
        {...field(control, 'propertyId')}
        label="Property"
        className="sm:col-span-2"
        {...(onHome && { onChosen: onHome })}
      />
      <StartDateField
        {...field(control, 'leaseStart')}
        endName={'leaseEnd' as FieldPath<V>}
        optionalEnd
        label="First Day"
      />
      <DateField {...field(control, 'leaseEnd')} label="Last Day" hint="Empty for an open lease" />
      <DollarField
        {...field(control, 'monthlyRent')}
        label="Monthly Rent"
        hint={isStarted ? 'The rent with which the lease began' : undefined}
      />
      <DollarField {...field(control, 'securityDeposit')} label="Security Deposit" />
      <DateField
        {...field(control, 'rentFrom')}
        label="Rent Counts From"
        hint="Empty for the first day of the lease"
      />
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
  return <TextAreaField {...field(control, 'notes')} label="Notes" />
}
