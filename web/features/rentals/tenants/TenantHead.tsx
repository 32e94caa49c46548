import { type Tenant, tenantRoutes } from '@plumbline/contract/tenants.ts'
import { useRouter } from '@tanstack/react-router'
import { Banknote, Pencil, Trash2 } from 'lucide-react'
import { fullName } from '../../../api/people.ts'
import { useOpened } from '../../../api/typed.ts'
import { ConfirmWrite } from '../../../forms/ConfirmWrite.tsx'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { Button, buttonVariants } from '../../../ui/Button.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { LeaseBadge } from './LeaseBadge.tsx'

const EditTenant = lazyPart(async () => ({
  default: (await import('./TenantForm.tsx')).EditTenant,
}))
const AddTenant = lazyPart(async () => ({ default: (await import('./TenantForm.tsx')).AddTenant }))
const ChangeLease = lazyPart(async () => ({
  default: (await import('./LeaseDialogs.tsx')).ChangeLease,
}))
const MoveOut = lazyPart(async () => ({ default: (await import('./LeaseDialogs.tsx')).MoveOut }))

/** A tenant's name, home, lease state, and actions. */
export function TenantHead({ tenant }: { tenant: Tenant }) {
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-60 flex-1">
        <h1 className="text-lg leading-8 tracking-tight wrap-anywhere">{fullName(tenant)}</h1>
        <p className="text-ink-2">
          {tenant.propertyId ? (
            <Link
              href={paths.rentalProperty(tenant.propertyId)}
              className="hover:text-ink hover:underline touch:inline-block touch:py-3"
            >
              {tenant.propertyAddress ?? 'Property'}
            </Link>
          ) : (
            'No property'
          )}
        </p>
        <div className="mt-2">
          <LeaseBadge state={tenant.leaseState} />
        </div>
      </div>
      <TenantActions tenant={tenant} />
    </div>
  )
}

type TenantDialog = 'renewal' | 'rent' | 'move-out' | 'new-lease' | 'edit' | 'delete'

/** The actions of a tenant. After a move-out, a new lease is offered instead of lease changes. */
function TenantActions({ tenant }: { tenant: Tenant }) {
  const [dialog, setDialog] = useOpened<TenantDialog | null>('tenant', null)
  const close = () => setDialog(null)
  const hasMovedOut = tenant.status === 'former'
  const isLeased = !hasMovedOut && tenant.leaseStart !== null
  const { propertyId, id } = tenant
  return (
    <div className="no-print flex flex-wrap gap-2">
      {propertyId && (
        <Link
          href={paths.rentalProperties({
            ...{ tab: 'income', new: 'rent', forProperty: propertyId, forTenant: id },
          })}
          className={buttonVariants({ variant: 'primary' })}
        >
          <Banknote aria-hidden />
          Record Rent
        </Link>
      )}
      {isLeased && (
        <>
          <Button onClick={() => setDialog('renewal')}>Renew</Button>
          <Button onClick={() => setDialog('rent')}>Change Rent</Button>
          <Button onClick={() => setDialog('move-out')}>Move Out</Button>
        </>
      )}
      {hasMovedOut && (
        <Button onClick={() => setDialog('new-lease')}>New Lease for {fullName(tenant)}</Button>
      )}
      <Button onClick={() => setDialog('edit')}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button aria-label="Delete tenant" onClick={() => setDialog('delete')}>
        <Trash2 aria-hidden />
      </Button>
      {(dialog === 'renewal' || dialog === 'rent') && (
        <ChangeLease tenant={tenant} kind={dialog} onClose={close} />
      )}
      {dialog === 'move-out' && <MoveOut tenant={tenant} onClose={close} />}
      {dialog === 'new-lease' && <AddTenant person={tenant} onClose={close} />}
      {dialog === 'edit' && <EditTenant tenant={tenant} onClose={close} />}
      {dialog === 'delete' && <DeleteTenant tenant={tenant} onClose={close} />}
    </div>
  )
}

function DeleteTenant({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const router = useRouter()
  return (
    <ConfirmWrite
      row={tenantRoutes.remove}
      args={{ params: { id: tenant.id } }}
      title={`Delete ${fullName(tenant)}?`}
      success="Tenant deleted successfully"
      failure="Failed to delete tenant"
      onClose={onClose}
      onDone={() => router.navigate({ href: paths.rentalProperties({ tab: 'tenants' }) })}
    >
      The lease is deleted with them. This is for what was entered by mistake: a tenant who leaves
      moves out.
    </ConfirmWrite>
  )
}
