import { addDays, isDay, shortSpan } from '@plumbline/contract/dates.ts'
import {
  gapBefore,
  MoveOut as Move,
  NewLeaseChange,
  type Tenant,
  tenantRoutes,
} from '@plumbline/contract/tenants.ts'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { fullName } from '../../../api/people.ts'
import { DollarField } from '../../../forms/dollarFields.tsx'
import { DateField, SelectField } from '../../../forms/fields.tsx'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { useToday } from '../../../screens/days.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { amountText, leaseDates, nextMonthStart, yearEnd } from './api.ts'

interface LeaseDialogProps {
  tenant: Tenant
  onClose: () => void
}

type Change = z.input<typeof NewLeaseChange>

const later = (a: string, b: string | null) => (b && b > a ? b : a)

/**
 * The initial dates. A renewal starts the day after the lease ends and lasts a year. A new rent
 * starts with the next month, if the lease still runs then.
 */
function proposalFor(kind: Change['kind'], { leaseStart, leaseEnd }: Tenant, today: string) {
  const month = nextMonthStart(later(today, leaseStart))
  if (kind === 'rent')
    return { startsOn: leaseEnd && leaseEnd < month ? '' : month, leaseEnd: null }
  const startsOn = leaseEnd ? addDays(leaseEnd, 1) : month
  return { startsOn, leaseEnd: yearEnd(startsOn) }
}

const texts = {
  rent: {
    title: 'Change Rent',
    label: 'Change Rent',
    success: 'Rent changed successfully',
    failure: 'Failed to change the rent',
  },
  renewal: {
    title: 'Renew Lease',
    label: 'Renew',
    success: 'Lease renewed successfully',
    failure: 'Failed to renew the lease',
  },
} as const

const gapOptions = [
  { value: '', label: 'Choose…' },
  { value: 'stayed', label: 'They stayed' },
  { value: 'empty', label: 'The home was empty' },
]

/** The dialog that changes the rent from a day on, or renews the lease. */
export function ChangeLease({
  tenant,
  kind,
  onClose,
}: LeaseDialogProps & { kind: Change['kind'] }) {
  const today = useToday()
  const { title, label, ...toasts } = texts[kind]
  const empty: Required<Change> = {
    kind,
    monthlyRent: tenant.rentToday ?? '',
    ...proposalFor(kind, tenant, today),
    gap: '',
  }
  const { form, submission } = useCreateForm(tenantRoutes.changeLease, {
    schema: NewLeaseChange,
    empty,
    target: { params: { id: tenant.id } },
    toBody: ({ leaseEnd, gap, ...change }) =>
      kind === 'rent' ? change : { ...change, leaseEnd, ...(gap && { gap }) },
    ...toasts,
    onDone: onClose,
  })
  const { control } = form
  const startsOn = useWatch({ control, name: 'startsOn' })
  const between = kind === 'renewal' && isDay(startsOn) ? gapBefore(tenant, startsOn) : undefined
  return (
    <FormDialog
      {...submission}
      title={title}
      description={`${fullName(tenant)} · ${leaseDates(tenant)} · ${amountText(tenant.rentToday)}`}
      submitLabel={label}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <DateField
          control={control}
          name="startsOn"
          label={kind === 'rent' ? 'From' : 'Renewed From'}
          required
          hint={kind === 'rent' ? 'Rent before this day stays as it is' : undefined}
        />
        {between && (
          <SelectField
            control={control}
            name="gap"
            label={`${shortSpan(between.first, between.last, today)} lies between`}
            options={gapOptions}
            required
          />
        )}
        {kind === 'renewal' && (
          <DateField
            control={control}
            name="leaseEnd"
            label="Last Day"
            hint="Empty for an open lease"
          />
        )}
        <DollarField control={control} name="monthlyRent" label="Monthly Rent" required />
      </div>
    </FormDialog>
  )
}

/** The dialog that ends a lease. The home is vacant after the last day. */
export function MoveOut({ tenant, onClose }: LeaseDialogProps) {
  const today = useToday()
  const ended = tenant.leaseState === 'ended' && tenant.leaseEnd
  const { form, submission } = useCreateForm(tenantRoutes.moveOut, {
    schema: Move,
    empty: { leaseEnd: ended || later(today, tenant.leaseStart) },
    target: { params: { id: tenant.id } },
    success: 'Move-out recorded successfully',
    failure: 'Failed to record the move-out',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Move Out"
      description={fullName(tenant)}
      submitLabel="Move Out"
      onClose={onClose}
    >
      <DateField
        control={form.control}
        name="leaseEnd"
        label="Last Day"
        required
        hint="Rent is expected up to this day, and the home is free after it. All payments stay."
      />
    </FormDialog>
  )
}
