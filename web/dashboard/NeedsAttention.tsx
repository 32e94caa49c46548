import type { Attention } from '@plumbline/contract/dashboard.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { cx } from 'class-variance-authority'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { Panel } from '../ui/Card.tsx'
import { SectionHeader } from '../ui/Headings.tsx'

interface Line {
  readonly href: string
  readonly title: string
  readonly text: string
  readonly urgent?: boolean
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** What to say of what waits, the most urgent first. */
function linesOf({ lateJobs, overdueTasks, followUps }: Attention): Line[] {
  const lines: Line[] = lateJobs.first.map(({ id, name, address, daysLate }) => ({
    href: paths.job(id),
    title: `${name} is ${counted(daysLate, 'day', 'days')} late`,
    text: address,
    urgent: true,
  }))
  const moreLate = lateJobs.count - lateJobs.first.length
  if (moreLate > 0)
    lines.push({
      href: paths.jobs(),
      title: `${counted(moreLate, 'more job is', 'more jobs are')} late`,
      text: 'Past the last day',
      urgent: true,
    })
  if (overdueTasks > 0)
    lines.push({
      href: paths.tasks(),
      title: `${counted(overdueTasks, 'task is', 'tasks are')} overdue`,
      text: 'Past the deadline and not completed',
      urgent: true,
    })
  for (const { id, name, estimatedAmount, followUpDate } of followUps.first)
    lines.push({
      href: paths.bid(id),
      title: `Bid follow-up due: ${name}`,
      text: `${estimatedAmount === null ? 'Amount not specified' : formatCents(estimatedAmount)}, for ${formatDay(followUpDate)}`,
    })
  const moreBids = followUps.count - followUps.first.length
  if (moreBids > 0)
    lines.push({
      href: paths.pendingBids({ followUpDue: 'true' }),
      title: `${counted(moreBids, 'more bid waits', 'more bids wait')} for a follow-up`,
      text: 'Due today or before',
    })
  return lines
}

/** What waits for the contractor; nothing at all when nothing does. */
export function NeedsAttention({ attention }: { attention: Attention }) {
  const lines = linesOf(attention)
  if (lines.length === 0) return null
  return (
    <section aria-label="Needs attention">
      <SectionHeader title="Needs attention" />
      <Panel>
        <ul>
          {lines.map(({ href, title, text, urgent }) => (
            <li key={`${href} ${title}`} className="border-t border-line first:border-t-0">
              <Link href={href} className="flex gap-3 px-4 py-3 hover:bg-sunken/50">
                <span
                  aria-hidden
                  className={cx('w-0.75 shrink-0 rounded-full', urgent ? 'bg-bad' : 'bg-warn')}
                />
                <span className="min-w-0">
                  <span className="block font-medium wrap-anywhere">{title}</span>
                  <span className="figures block text-sm text-ink-2 wrap-anywhere">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  )
}
