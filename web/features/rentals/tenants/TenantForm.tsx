import { type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { NewTenant, type Tenant, TenantChange, tenantRoutes } from '@plumbline/contract/tenants.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { fullName } from '../../../api/people.ts'
import { query } from '../../../api/query.ts'
import { SelectField } from '../../../forms/fields.tsx'
import { useCreateForm } from '../../../forms/useCreateForm.ts'
import { useEditForm } from '../../../forms/useEditForm.ts'
import { paths } from '../../../paths.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { tenantQuery } from './api.ts'
import {
  FirstMonth,
  fields,
  LeaseFields,
  NotesField,
  type Person,
  PersonFields,
  personValues,
  statusTexts,
  tenantForm,
} from './TenantFields.tsx'

interface AddTenantProps {
  /** The initially selected home. */
  propertyId?: string | undefined
  /** An existing tenant who gets another lease. */
  person?: Person
  onClose: () => void
}

/** The dialog that adds a tenant with a lease. The rent and deposit come from the home. */
export function AddTenant({ propertyId, ...props }: AddTenantProps) {
  const { data, isPending } = useQuery({
    ...query(rentalRoutes.one, { params: { id: propertyId ?? '' } }),
    enabled: propertyId !== undefined,
  })
  // Wait for the home, which provides the initial values.
  if (propertyId && isPending) return null
  const home = data?.archivedAt === null ? data : undefined
  const lease = {
    propertyId: home?.id ?? null,
    monthlyRent: home?.monthlyRent ?? null,
    securityDeposit: home?.securityDeposit ?? null,
  }
  return <AddTenantForm {...props} lease={lease} />
}

type HomeValues = Pick<Tenant, 'propertyId' | 'monthlyRent' | 'securityDeposit'>

function AddTenantForm({
  lease,
  person,
  onClose,
}: Omit<AddTenantProps, 'propertyId'> & { lease: HomeValues }) {
  const router = useRouter()
  const { form, submission } = useCreateForm(tenantRoutes.create, {
    schema: NewTenant,
    empty: { ...tenantForm.empty, ...(person && personValues(person)), ...lease },
    target: {},
    success: ({ id }) => ({
      title: 'Success',
      description: 'Tenant added successfully',
      action: {
        label: 'View Tenant',
        onClick: () => void router.navigate({ href: paths.tenant(id) }),
      },
    }),
    failure: 'Failed to add tenant',
    onDone: onClose,
  })
  const { control, getValues, setValue } = form
  // When the home changes, replace the values that came from it, but keep what was typed.
  const homeValues = useRef(lease)
  const fillFrom = (home: RentalProperty | undefined) => {
    for (const name of ['monthlyRent', 'securityDeposit'] as const) {
      const current = getValues(name)
      if (current && current !== homeValues.current[name]) continue
      setValue(name, home?.[name] ?? null)
    }
    homeValues.current = {
      propertyId: home?.id ?? null,
      monthlyRent: home?.monthlyRent ?? null,
      securityDeposit: home?.securityDeposit ?? null,
    }
  }
  return (
    <FormDialog
      {...submission}
      title={person ? `New Lease for ${fullName(person)}` : 'Add Tenant'}
      wide
      submitLabel={person ? 'Add Lease' : 'Add Tenant'}
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        <PersonFields control={control} />
        <LeaseFields control={control} onHome={fillFrom}>
          <FirstMonth control={control} />
        </LeaseFields>
        <NotesField control={control} />
      </div>
    </FormDialog>
  )
}

/** The dialog that corrects the data of a tenant and their lease. */
export function EditTenant({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const { form, submission } = useEditForm(tenantRoutes.update, tenant, {
    ...tenantForm,
    schema: TenantChange,
    target: { params: { id: tenant.id } },
    reload: (read) => read(tenantQuery(tenant.id)),
    success: 'Tenant updated successfully',
    failure: 'Failed to update tenant',
    onDone: onClose,
  })
  const { control } = form
  return (
    <FormDialog
      {...submission}
      title="Edit Tenant"
      description="Corrects what was entered. A new rent from a day on is a change of rent."
      wide
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        <PersonFields control={control} />
        <LeaseFields control={control} isStarted>
          {tenant.status === 'former' && (
            <SelectField
              control={control}
              {...fields.status}
              options={(['former', 'active'] as const).map((value) => ({
                value,
                label: statusTexts[value],
              }))}
            />
          )}
        </LeaseFields>
        <NotesField control={control} />
      </div>
    </FormDialog>
  )
}
