import type { ImportReport } from '@plumbline/contract/imports.ts'
import { Panel } from '../../ui/Card.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'

/** The most rows shown per list. The imported jobs can be looked through afterwards. */
const MAX_ROWS = 20

interface ClientsProps {
  report: ImportReport
  /** Whether the new clients of the file are added. */
  withNew: boolean
}

/** The jobs each client can read after the import, and the jobs whose customer is not clear. */
export function Clients({ report: { dryRun, links, unlinked }, withNew }: ClientsProps) {
  const wanted = links.filter(({ isNew }) => withNew || !isNew)
  const ways = (['email', 'phone'] as const).flatMap((way) => {
    const count = wanted.filter(({ by }) => by === way).length
    return count > 0 ? [`${count.toLocaleString('en-US')} by ${byName[way]}`] : []
  })
  return (
    <>
      {wanted.length > 0 && (
        <Rows
          title="Jobs with a client"
          text={`${ways.join(', ')}. Each client ${dryRun ? 'will read' : 'can read'} these jobs.`}
          rows={wanted.map(({ row, client, job, by, isNew }) => ({
            row,
            text: job ? `${client}: ${job}` : `${client}, ${isNew ? 'new, ' : ''}by ${byName[by]}`,
          }))}
        />
      )}
      {unlinked.length > 0 && (
        <Rows
          title="Jobs without a client"
          text={`These jobs ${dryRun ? 'will be' : 'were'} added without a client, because the file does not say clearly whose they are. You can choose the client on each job.`}
          rows={unlinked.map(({ row, reason }) => ({ row, text: reason }))}
        />
      )}
    </>
  )
}

const byName = { email: 'email address', phone: 'name and phone' } as const

interface RowsProps {
  title: string
  text: string
  rows: readonly { readonly row: number; readonly text: string }[]
}

function Rows({ title, text, rows }: RowsProps) {
  const more = rows.length - MAX_ROWS
  return (
    <section aria-label={title} className="mt-7">
      <PanelHeader title={title} count={rows.length} />
      <p className="mb-2.5 text-ink-2">{text}</p>
      <Panel>
        <ul>
          {rows.slice(0, MAX_ROWS).map(({ row, text }) => (
            // Two jobs of a customer are of the same row.
            <li
              key={`${row} ${text}`}
              className="grid gap-x-4 border-t border-line px-4 py-2.5 first:border-t-0 sm:grid-cols-[5rem_minmax(0,1fr)]"
            >
              <b className="figures">Row {row}</b>
              <span className="wrap-anywhere">{text}</span>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2">
            And {more.toLocaleString('en-US')} more
          </p>
        )}
      </Panel>
    </section>
  )
}
