import { type AuditGroup, auditGroups } from '@plumbline/contract/audit.ts'
import { ScrollText } from 'lucide-react'
import { PersonPicker } from '../../pickers/PersonPicker.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { EmptyState } from '../../ui/Card.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { NoMatch } from '../../ui/NoMatch.tsx'
import { ToolLine } from '../../ui/ToolLine.tsx'
import { AccountTabs } from '../auth/AccountTabs.tsx'
import { AuditList } from './AuditList.tsx'
import { auditPages } from './api.ts'

/** The labels of the event groups in the filter. */
const groupLabels: Readonly<Record<AuditGroup, string>> = {
  signIn: 'Signing in',
  account: 'Passwords and links',
  people: 'People and roles',
  company: 'Settings',
  money: 'Amounts',
  deletion: 'Deletions',
  data: 'Imports, downloads and backups',
  refused: 'Refused attempts',
}

const groups = [
  { value: '', label: 'All events' },
  ...auditGroups.map((value) => ({ value, label: groupLabels[value] })),
]

interface AuditFilter {
  readonly group: (typeof auditGroups)[number] | undefined
  readonly personId: string | undefined
}

/** The audit log with its filters. */
export function AuditLog({ group, personId }: AuditFilter) {
  const setSearch = useSetSearch<Record<keyof AuditFilter, string | undefined>>()
  const list = usePagedList(auditPages({ group, personId }))
  return (
    <>
      <ScreenHeader
        title="Audit Log"
        text="Who signed in, what was changed and what was deleted, for two years. Nobody can change or remove an entry."
      />
      <AccountTabs at="Audit Log" />
      <ToolLine>
        <Select
          aria-label="Events"
          options={groups}
          value={group ?? ''}
          onChange={({ target }) => setSearch({ group: target.value })}
          className="w-72"
        />
        <div className="w-72">
          <PersonPicker
            aria-label="Person"
            value={personId}
            onChange={(id) => setSearch({ personId: id ?? '' })}
          />
        </div>
      </ToolLine>
      <QueryList
        list={list}
        noun="events"
        skeleton={<RowsSkeleton count={8} />}
        noMatch={
          (group || personId) && (
            <NoMatch
              title="No events match these filters"
              onClear={() => setSearch({ group: '', personId: '' })}
            />
          )
        }
        empty={
          <EmptyState
            icon={ScrollText}
            title="Nothing has happened yet"
            text="Sign-ins, changes of people and settings, and deletions will be listed here"
          />
        }
      >
        {(entries, busy) => <AuditList entries={entries} busy={busy} group={group} />}
      </QueryList>
    </>
  )
}
