import type { ImportReport } from '@plumbline/contract/imports.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { download } from '../../screens/csv.ts'
import { LoadMore } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { plural } from '../../ui/format.ts'
import { PanelHeader } from '../../ui/Headings.tsx'
import { InviteImported } from '../people/InviteImported.tsx'
import { type KindInfo, problemsCsv, reasonOf } from './api.ts'

/** The number of problems shown at a time. A file may have thousands. */
const PAGE_SIZE = 100

const format = (count: number) => count.toLocaleString('en-US')

/** The row counts of an import, or of its dry run. */
export function Outcome({ report }: { report: ImportReport }) {
  const { dryRun, rows, added, linked, links, existing, problems } = report
  const ofJobs = links.some(({ job }) => job !== undefined)
  const linkedLabel = ofJobs
    ? 'Jobs linked'
    : dryRun
      ? 'Will be linked to a client'
      : 'Linked to a client'
  return (
    <Figures
      items={[
        { label: 'Rows in the file', value: format(rows) },
        { label: dryRun ? 'Will be added' : 'Added', value: format(added) },
        ...(linked > 0 ? [{ label: linkedLabel, value: format(linked) }] : []),
        { label: dryRun ? 'Cannot be added' : 'Not added', value: format(problems.length) },
        { label: 'Already exists', value: format(existing.length) },
      ]}
    />
  )
}

/** The next steps for people who were added. Those with an email address can be invited at once. */
export function AddedPeople({ report }: { report: ImportReport }) {
  const { newClients, withoutEmail, invitable } = report
  return (
    <div className="mt-3 flex flex-col gap-2.5 empty:hidden">
      {newClients > 0 && <p>{plural(newClients, 'new client', 'new clients')} added.</p>}
      {withoutEmail > 0 && (
        <p className="text-ink-2">
          {plural(withoutEmail, 'person has', 'people have')} no email address. They can be assigned
          to jobs now, and invited once an address is added.
        </p>
      )}
      {invitable.length > 0 && (
        <div>
          <InviteImported userIds={invitable} />
        </div>
      )}
    </div>
  )
}

/** The rows that cannot be added, with their reasons, and a CSV file for correcting them. */
export function Problems({ kind, report }: { kind: KindInfo; report: ImportReport }) {
  const [shown, setShown] = useState(PAGE_SIZE)
  const { problems } = report
  if (problems.length === 0) return null
  return (
    <section aria-label="Rows that cannot be added" className="mt-7">
      <PanelHeader title="Rows that cannot be added" count={problems.length}>
        <Button
          size="sm"
          onClick={() => download(`${kind.kind}-to-fix.csv`, problemsCsv(kind.kind, report))}
        >
          <Download aria-hidden />
          Download
        </Button>
      </PanelHeader>
      <p className="mb-2.5 text-ink-2">
        Fix these rows in the downloaded file and import it again. Rows that were added are skipped.
      </p>
      <Panel>
        <ul>
          {problems.slice(0, shown).map((problem) => (
            <li
              key={problem.row}
              className="grid gap-x-4 border-t border-line px-4 py-2.5 first:border-t-0 sm:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1fr)]"
            >
              <b className="figures">Row {problem.row}</b>
              <span className="wrap-anywhere">{reasonOf(kind.kind, problem)}</span>
              <span className="truncate text-ink-2 max-sm:text-sm">
                {problem.cells.filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <LoadMore
        shown={Math.min(shown, problems.length)}
        total={problems.length}
        noun="rows"
        hasMore={shown < problems.length}
        pending={false}
        onMore={() => setShown(shown + PAGE_SIZE)}
      />
    </section>
  )
}
