import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { plural } from '../../ui/format.ts'
import { changeText } from '../changeOrders/offerTexts.ts'

type Decision = Extract<Dashboard, { role: 'client' }>['decisions'][number]

/** The change orders that wait for the client, the first to answer first. Nothing without one. */
export function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  const today = useToday()
  if (decisions.length === 0) return null
  return (
    <div className="mb-7">
      <TitledPanel title="Waiting for your decision" count={decisions.length}>
        <ul className="open-rows -mt-2.5">
          {decisions.map(({ id, title, number, jobName, total, daysAdded, lastDay }, at) => (
            <li key={id} className="open-row">
              <Link href={paths.changeOrder(id)} className="flex items-center gap-4 py-3">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium wrap-anywhere">{title}</span>
                  <span className="figures block text-sm text-ink-2 wrap-anywhere">
                    {jobName} · Change {number} · {changeText(total)},{' '}
                    <span className="whitespace-nowrap">
                      {daysAdded === 0
                        ? 'no extra days'
                        : plural(daysAdded, 'extra day', 'extra days')}
                    </span>{' '}
                    ·{' '}
                    <span className="font-medium whitespace-nowrap text-warn">
                      answer by {formatWeekday(lastDay, today)}
                    </span>
                  </span>
                </span>
                <span className={buttonVariants({ variant: at === 0 ? 'primary' : 'default' })}>
                  Review
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </TitledPanel>
    </div>
  )
}
