import type { AuditEntry, AuditGroup } from '@plumbline/contract/audit.ts'
import { cx } from 'class-variance-authority'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { formatMoment, formatTime } from '../../ui/format.ts'
import { actorOf, sentenceOf } from './sentences.ts'

const columns =
  'md:grid-cols-[11rem_minmax(0,8rem)_minmax(0,1fr)_minmax(0,7rem)] md:items-baseline md:gap-x-5 lg:grid-cols-[11rem_minmax(0,11rem)_minmax(0,1fr)_minmax(0,10rem)]'

interface AuditListProps {
  entries: readonly AuditEntry[]
  busy: boolean
  /** The current group filter, which the links to a person preserve. */
  group: AuditGroup | undefined
}

/** Security events as a table: when, who, what and from where. */
export function AuditList({ entries, busy, group }: AuditListProps) {
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
          <AuditRow key={entry.id} entry={entry} group={group} />
        ))}
      </ul>
    </div>
  )
}

function AuditRow({ entry, group }: { entry: AuditEntry; group: AuditListProps['group'] }) {
  const { timeZone } = useCompany()
  const { actorId, address, times } = entry
  return (
    <li className={cx('grid gap-y-0.5 border-b border-line py-2.5', columns)}>
      <p className="figures text-ink-2 max-md:order-3 max-md:text-sm">
        <time dateTime={entry.at}>{formatMoment(entry.at, timeZone)}</time>
        {address && <span className="wrap-anywhere md:hidden"> · {address}</span>}
      </p>
      <p className="min-w-0 wrap-anywhere">
        {actorId ? (
          // Padding instead of a height, so that the lines of a long name align with the other
          // columns.
          <Link
            href={paths.auditLog({ group, personId: actorId })}
            className="font-medium hover:underline touch:inline-block touch:py-3"
          >
            {actorOf(entry)}
          </Link>
        ) : (
          <span className="text-ink-2">{actorOf(entry)}</span>
        )}
      </p>
      <p className="min-w-0 wrap-anywhere">
        {sentenceOf(entry)}
        {times > 1 && (
          <span className="figures text-ink-2">
            {' '}
            · {times.toLocaleString('en-US')} times until {formatTime(entry.lastAt, timeZone)}
          </span>
        )}
      </p>
      <p className="figures min-w-0 text-sm wrap-anywhere text-ink-2 max-md:hidden">{address}</p>
    </li>
  )
}
