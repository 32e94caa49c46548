import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/Alert.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { storageQuery } from './StorageForm.tsx'

/** The database and the proxy, for the person who looks after the server. */
export function ServerPart() {
  const { data } = useQuery(storageQuery)
  if (!data) return null
  const { postgresVersion, ownPostgres, untrustedProxy } = data
  return (
    <DescribedSection title="Server" text="What Plumbline runs on.">
      <div className="flex flex-col gap-4 p-5">
        {untrustedProxy && (
          <Alert>
            There is a proxy in front of Plumbline, so that everybody seems to have the same
            address: wrong passwords of one person can slow down sign-ins of all. Set TRUST_PROXY as
            the README says, and start again.
          </Alert>
        )}
        <dl>
          <dt className="text-sm text-ink-2">Database</dt>
          <dd className="figures font-medium">
            PostgreSQL {postgresVersion}
            {ownPostgres ? ', run by Plumbline' : ', at DATABASE_URL'}
          </dd>
        </dl>
      </div>
    </DescribedSection>
  )
}
