import { finishText } from '@plumbline/contract/baselines.ts'
import type { Lead } from '@plumbline/contract/dashboard.ts'
import { formatDay, formatWeekday } from '@plumbline/contract/dates.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { MessageSquare, Phone } from 'lucide-react'
import { useId } from 'react'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Card.tsx'
import { formatMoment } from '../../ui/format.ts'
import { Avatar, callUrl, nameParts } from '../../ui/Person.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { DayOffLine } from '../schedule/DayOff.tsx'

/**
 * Describes the current and the next work in one or two sentences, or returns null when nothing is
 * planned.
 */
export function sentenceOf(
  { current, next }: Pick<Lead, 'current' | 'next'>,
  today: string,
): string | null {
  const currentText =
    current &&
    `${current.title} is under way until ${formatWeekday(current.endDate, today)}${current.subName ? `, with ${current.subName}` : ''}.`
  const nextText =
    next &&
    `${currentText ? 'Next: ' : 'Next is '}${next.title}, on ${formatWeekday(next.startDate, today)}.`
  return [currentText, nextText].filter(Boolean).join(' ') || null
}

/**
 * The project that a client looks for first: its newest photo, the current work, the end date, and
 * the person to contact.
 */
export function LeadProject({ job, lead }: { job: Job; lead: Lead }) {
  const nameId = useId()
  const { timeZone, phone } = useCompany()
  const today = useToday()
  const sentence = sentenceOf(lead, today)
  const { projectManagerName: manager } = job
  return (
    <article aria-labelledby={nameId}>
      {lead.photo && (
        <Link
          href={paths.photos({ jobId: job.id, photo: lead.photo.id })}
          aria-label={`Open the newest photo of ${job.name}`}
          className="relative block overflow-hidden bg-sunken max-sm:-mx-4 sm:rounded-m"
        >
          <img
            src={`${lead.photo.url}?size=full`}
            alt=""
            className="aspect-video max-h-96 w-full object-cover"
          />
          <span className="absolute bottom-2.5 left-2.5 rounded-s bg-surface/90 px-2.5 py-1 text-sm">
            {formatMoment(lead.photo.takenAt, timeZone)}
          </span>
        </Link>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id={nameId} className="min-w-0 flex-1 text-lg tracking-tight">
          {job.name}
        </h2>
        <StatusBadge status={job.status} />
      </div>
      <p className="mt-0.5 text-ink-2">{job.address}</p>
      {/* Above the text, which is long: on a phone the end and the cost are on the first screen. */}
      <Facts
        className="mt-3 grid-cols-3"
        items={[
          ['Start', formatDay(job.startDate)],
          [
            'End',
            <>
              {formatDay(job.endDate)}
              <span className="block text-sm text-ink-2 empty:hidden">
                {finishText(lead.finishMoved)}
              </span>
            </>,
          ],
          ...(job.approvedAmount ? [['Cost', formatCents(job.approvedAmount)] as const] : []),
        ]}
      />
      {sentence && <p className="mt-3 max-w-prose text-md text-pretty">{sentence}</p>}
      <DayOffLine jobId={job.id} className="mt-1 max-w-prose text-pretty text-ink-2" />
      <div className="mt-4">
        <span className="text-xs text-ink-3">Progress</span>
        <Progress value={job.progress} />
      </div>
      <div className="no-print mt-4 flex flex-wrap items-center gap-2.5 border-t border-line pt-3">
        {manager && (
          <span className="flex min-w-40 flex-1 items-center gap-2.5 max-sm:basis-full">
            <Avatar person={nameParts(manager)} />
            <span className="min-w-0 leading-tight">
              <span className="block truncate font-medium">{manager}</span>
              <span className="block text-sm text-ink-2">Project manager</span>
            </span>
          </span>
        )}
        {phone && (
          <a href={callUrl(phone)} className={buttonVariants({ className: 'max-sm:flex-1' })}>
            <Phone aria-hidden />
            Call
          </a>
        )}
        <Link
          href={paths.messages({ jobId: job.id })}
          className={buttonVariants({ className: 'max-sm:flex-1' })}
        >
          <MessageSquare aria-hidden />
          Message
        </Link>
        <Link href={paths.job(job.id)} aria-describedby={nameId} className="action-link ml-auto">
          View Details
        </Link>
      </div>
    </article>
  )
}
