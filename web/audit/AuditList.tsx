import type { AuditEntry } from '@plumbline/contract/audit.ts'
import { cx } from 'class-variance-authority'
import { useCompany } from '../api/company.ts'
import { formatMoment } from '../ui/format.ts'
import { actorOf, sentenceOf } from './sentences.ts'

const columns =
  'md:grid-cols-[10rem_minmax(0,8rem)_minmax(0,1fr)_minmax(0,7rem)] md:items-baseline md:gap-x-5 lg:grid-cols-[11rem_minmax(0,11rem)_minmax(0,1fr)_minmax(0,10rem)]'

interface AuditListProps {
  entries: readonly AuditEntry[]
  busy: boolean
  onPerson: (id: string) => void
}

/** Security events as a ledger: when, who, what, from where. */
export function AuditList({ entries, busy, onPerson }: AuditListProps) {
  return (
    <div className={cx('border-t border-line-strong', busy && 'opacity-60')}>
      <div
        aria-hidden
        className={cx('hidden border-b border-line py-2 text-sm text-ink-2 md:grid', columns)}
      >
        <span>When</span>
        <span>Who</span>
        <span>What</span>
        <span>From</span>
      </div>
      <ul aria-label="Events" aria-busy={busy}>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} onPerson={onPerson} />
        ))}
      </ul>
    </div>
  )
}

function AuditRow({
  entry,
  onPerson,
}: {
  entry: AuditEntry
  onPerson: AuditListProps['onPerson']
}) {
  const { timeZone } = useCompany()
  const { actorId, address } = entry
  return (
    <li className={cx('grid gap-y-0.5 border-b border-line py-2.5', columns)}>
      <p className="figures text-ink-2 max-md:order-3 max-md:text-sm">
        {formatMoment(entry.at, timeZone)}
        {address && <span className="wrap-anywhere md:hidden"> · {address}</span>}
      </p>
      <p className="min-w-0 wrap-anywhere">
        {actorId ? (
          <button
            type="button"
            className="text-left font-medium hover:underline touch:-my-1.5 touch:min-h-11"
            onClick={() => onPerson(actorId)}
          >
            {actorOf(entry)}
          </button>
        ) : (
          <span className="text-ink-2">{actorOf(entry)}</span>
        )}
      </p>
      <p className="min-w-0 wrap-anywhere">{sentenceOf(entry)}</p>
      <p className="figures min-w-0 text-sm wrap-anywhere text-ink-2 max-md:hidden">{address}</p>
    </li>
  )
}
