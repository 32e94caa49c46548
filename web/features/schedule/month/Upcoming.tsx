import { daysBetween, formatDay } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { QueryList } from '../../../screens/QueryList.tsx'
import { plural } from '../../../ui/format.ts'
import { SectionHeader } from '../../../ui/Headings.tsx'
import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { upcomingDeadlines } from '../api.ts'
import { kinds } from './ItemChip.tsx'

const inDays = (today: string, day: string) => {
  const days = daysBetween(today, day)
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${plural(days, 'day', 'days')}`
}

/** The next five deadlines. */
export function Upcoming({ today }: { today: string }) {
  const list = useQuery(upcomingDeadlines(today))
  return (
    <section aria-label="Upcoming Deadlines">
      <SectionHeader title="Upcoming Deadlines" />
      <QueryList
        list={list}
        noun="deadlines"
        skeleton={<RowsSkeleton count={5} />}
        empty={<p className="text-ink-2">Nothing is due.</p>}
      >
        {(deadlines) => (
          <ul className="border-t border-line-strong">
            {deadlines.map(({ kind, id, jobId, jobName, title, day }) => {
              const { label, icon: Icon } = kinds[kind]
              return (
                <li key={`${kind} ${id}`} className="border-b border-line">
                  <Link
                    href={kind === 'task_deadline' ? paths.tasks({ task: id }) : paths.job(jobId)}
                    className="flex items-start gap-2.5 py-2.5 hover:bg-sunken/50"
                  >
                    <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
                    <span className="min-w-0 flex-1">
                      <span className="line-clamp-2 font-medium">{title}</span>
                      <span className="block truncate text-sm text-ink-2">
                        {kind === 'task_deadline' ? `${label} · ${jobName}` : label}
                      </span>
                    </span>
                    <span className="figures shrink-0 text-right text-sm">
                      {formatDay(day)}
                      <span className="block text-ink-2">{inDays(today, day)}</span>
                    </span>
                  </Link>
                </li>
              )
            })}
          </ul>
        )}
      </QueryList>
    </section>
  )
}
