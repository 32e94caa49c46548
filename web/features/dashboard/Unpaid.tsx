import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { TitledPanel } from '../../ui/Card.tsx'

type Figures = Extract<Dashboard, { role: 'client' }>
type UnpaidFigures = Pick<Figures, 'unpaid' | 'unpaidCount' | 'unpaidOwed'>

/** The invoices that the client has to pay, the first due first. */
export function Unpaid({ figures }: { figures: UnpaidFigures }) {
  const { unpaid: invoices, unpaidCount: count, unpaidOwed } = figures
  const today = useToday()
  return (
    <div className="mb-7">
      <TitledPanel title="To pay" count={count}>
        <ul className="open-rows -mt-2.5">
          {invoices.map(({ id, number, title, jobName, dueOn: due, owed }) => {
            // Only a credit memo, of which nothing is owed, has none.
            const dueOn = due ?? today
            return (
              <li key={id} className="open-row">
                <Link href={paths.invoice(id)} className="flex items-center gap-4 py-3">
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium wrap-anywhere">{title}</span>
                    <span className="figures block text-sm text-ink-2 wrap-anywhere">
                      {jobName} · Invoice {number} ·{' '}
                      <span
                        className={`font-medium whitespace-nowrap ${dueOn < today ? 'text-bad' : ''}`}
                      >
                        {dueOn < today ? 'was due' : 'due'} {formatWeekday(dueOn, today)}
                      </span>
                    </span>
                  </span>
                  <b className="figures font-bold">{formatCents(owed)}</b>
                </Link>
              </li>
            )
          })}
        </ul>
        {count > invoices.length && (
          <p className="pt-2.5 text-ink-2">
            {formatCents(unpaidOwed)} in all.{' '}
            <Link href={paths.invoices()} className="action-link">
              See all invoices
            </Link>
          </p>
        )}
      </TitledPanel>
    </div>
  )
}
