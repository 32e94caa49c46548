import { type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { useRouter } from '@tanstack/react-router'
import { Archive, ArchiveRestore, MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { ApiError } from '../../../api/call.ts'
import { useOpened } from '../../../api/typed.ts'
import { useWrite } from '../../../api/write.ts'
import { ConfirmWrite } from '../../../forms/ConfirmWrite.tsx'
import { paths } from '../../../paths.ts'
import { Badge, StatusBadge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { Contact, mapsUrl } from '../../../ui/Person.tsx'
import { townOf } from './api.ts'

const load = () => import('./PropertyForm.tsx')
const AddProperty = lazyPart(async () => ({ default: (await load()).AddProperty }))
const EditProperty = lazyPart(async () => ({ default: (await load()).EditProperty }))

type OpenDialog = 'edit' | 'unit' | 'delete' | null

/** The address, status, and actions of a property. */
export function PropertyHead({ property }: { property: RentalProperty }) {
  const router = useRouter()
  const [dialog, setDialog] = useOpened<OpenDialog>('property', null)
  const close = () => setDialog(null)
  const { id, address } = property
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-60 flex-1">
        <h1 className="text-lg tracking-tight wrap-anywhere">{address}</h1>
        <Contact icon={MapPin} href={mapsUrl(`${address}, ${townOf(property)}`)}>
          {townOf(property)}
        </Contact>
        <div className="mt-2 flex flex-wrap gap-1.5">
          <StatusBadge status={property.status} />
          {property.archivedAt && <Badge variant="outline">Archived</Badge>}
        </div>
      </div>
      <div className="no-print flex flex-wrap gap-2 max-sm:gap-1.5">
        <Button onClick={() => setDialog('edit')} className="max-sm:px-2.5">
          <Pencil aria-hidden />
          Edit
        </Button>
        <Button onClick={() => setDialog('unit')} className="max-sm:px-2.5">
          <Plus aria-hidden />
          Add Unit
        </Button>
        <ArchiveButton property={property} />
        <Button
          aria-label="Delete property"
          onClick={() => setDialog('delete')}
          className="max-sm:px-2.5"
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      {dialog === 'edit' && <EditProperty property={property} onClose={close} />}
      {dialog === 'unit' && (
        <AddProperty
          from={property}
          onClose={close}
          onAdded={async (unit) => {
            close()
            await router.navigate({ href: paths.rentalProperty(unit.id) })
          }}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmWrite
          row={rentalRoutes.remove}
          args={{ params: { id } }}
          title={`Delete ${address}?`}
          success="Property deleted successfully"
          failure="Failed to delete property"
          onClose={close}
          onDone={() => router.navigate({ href: paths.rentalProperties() })}
        >
          Its photos and recurring expenses are deleted with it, its jobs are kept. A property with
          tenants or books can only be archived.
        </ConfirmWrite>
      )}
    </div>
  )
}

/** Archives or restores a property. */
function ArchiveButton({ property: { id, archivedAt } }: { property: RentalProperty }) {
  const archive = useWrite(rentalRoutes.update, {
    success: archivedAt ? 'Property restored successfully' : 'Property archived successfully',
    // The server gives the reason why a property with a running lease cannot be archived.
    failure: (error) =>
      (error instanceof ApiError && error.code === 'propertyLeased' && error.reason) ||
      (archivedAt ? 'Failed to restore property' : 'Failed to archive property'),
  })
  const Icon = archivedAt ? ArchiveRestore : Archive
  return (
    <Button
      pending={archive.isPending}
      onClick={() => archive.mutate({ params: { id }, body: { archived: !archivedAt } })}
      className="max-sm:px-2.5"
    >
      <Icon aria-hidden />
      {archivedAt ? 'Restore' : 'Archive'}
    </Button>
  )
}
