import { type Settings, StorageLimits } from '@plumbline/contract/settings.ts'
import { type Storage, storageRoutes } from '@plumbline/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { query } from '../../api/query.ts'
import { NumberField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { plural } from '../../ui/format.ts'
import { formatBytes } from '../../ui/formatBytes.ts'
import { useSettingsForm } from './useSettingsForm.ts'

export const storageQuery = query(storageRoutes.read)

type Values = z.input<typeof StorageLimits>

const megabytes = {
  empty: null,
  format: (value: number | null) => (value === null ? 'none' : `${value} MB`),
}

const { fields, ...storageForm } = fieldsOf<Values, Settings>({
  personQuotaMb: {
    label: 'Limit for Each Person (MB)',
    kind: megabytes,
    hint: 'Their photos. No limit when empty.',
  },
  companyQuotaMb: {
    label: 'Limit for the Company (MB)',
    kind: megabytes,
    hint: 'All photos and receipts. No limit when empty.',
  },
})

/** The storage that photos and receipts use, and the limits. */
export function StorageForm({ company }: { company: Settings }) {
  const { data: storage } = useQuery(storageQuery)
  const { form, submission } = useSettingsForm(company, { ...storageForm, schema: StorageLimits })
  const { control } = form
  return (
    <FormPanel
      {...submission}
      title="Storage"
      text="What photos and receipts take on the server, and how much people may add."
      submitLabel="Save"
    >
      {storage && <Problems storage={storage} />}
      {storage && <Usage storage={storage} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField control={control} {...fields.personQuotaMb} isWhole />
        <NumberField control={control} {...fields.companyQuotaMb} isWhole />
      </div>
    </FormPanel>
  )
}

/** The problems that an admin has to act on. */
function Problems({ storage }: { storage: Storage }) {
  const { freeBytes, isLow, checksumFailures } = storage
  return (
    <>
      {isLow && (
        <Alert>
          The server is almost out of disk space: {formatBytes(freeBytes)} are free. Uploads are
          refused until there is room.
        </Alert>
      )}
      {checksumFailures !== null && checksumFailures > 0 && (
        <Alert>
          The database has found {plural(checksumFailures, 'damaged page', 'damaged pages')}. The
          disk may be failing: make a backup now, and move to another machine.
        </Alert>
      )}
    </>
  )
}

function Usage({ storage }: { storage: Storage }) {
  const { photoBytes, receiptBytes, largest } = storage
  const facts = [
    ['Photos', photoBytes],
    ['Receipts', receiptBytes],
  ] as const
  return (
    <>
      <dl className="grid grid-cols-2 gap-4">
        {facts.map(([label, bytes]) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="figures font-medium">{formatBytes(bytes)}</dd>
          </div>
        ))}
      </dl>
      {largest.length > 0 && (
        <div>
          <h3 className="text-sm text-ink-2">Most photos by size</h3>
          <ol>
            {largest.map(({ id, firstName, lastName, bytes }) => (
              <li key={id} className="flex justify-between gap-4 py-0.5">
                <span className="min-w-0 truncate">
                  {firstName} {lastName}
                </span>
                <span className="figures">{formatBytes(bytes)}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  )
}
