import { dayIn, formatDay, formatSpan } from '@plumbline/contract/dates.ts'
import type { Statement } from '@plumbline/contract/statements.ts'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { TitledPanel } from '../../ui/Card.tsx'

type Sent = Statement['sent'][number]

/** The state of a statement that was sent to an address. */
function stateText({ state, address, error }: Sent): string {
  if (state === 'sent') return `to ${address}`
  if (state === 'waiting') return `on its way to ${address}`
  const why = error ? `: ${error}` : ''
  return `not delivered to ${address}${why}`
}

/** The statements that were sent to the customer before, the last one first. */
export function SentStatements({ statement: { customer, sent } }: { statement: Statement }) {
  const { timeZone } = useCompany()
  if (sent.length === 0) return null
  return (
    <TitledPanel title="Sent before" count={sent.length}>
      <ul className="open-rows">
        {sent.map((one) => (
          <li key={one.id} className="open-row flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="font-medium">{formatSpan(one.from, one.to)}</p>
              <p className={one.state === 'failed' ? 'text-sm text-bad' : 'text-sm text-ink-2'}>
                {formatDay(dayIn(timeZone, new Date(one.createdAt)))}, {stateText(one)}
              </p>
            </div>
            <Link
              href={paths.statement(customer.id, { from: one.from, to: one.to })}
              aria-label={`Open the statement for ${formatSpan(one.from, one.to)}`}
              className="action-link justify-end text-sm touch:min-w-11"
            >
              Open
            </Link>
          </li>
        ))}
      </ul>
    </TitledPanel>
  )
}
