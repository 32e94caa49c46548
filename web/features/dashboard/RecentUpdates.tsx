import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Panel } from '../../ui/Card.tsx'
import { formatDate, plural } from '../../ui/format.ts'

type Update = Extract<Dashboard, { role: 'client' }>['recentUpdates'][number]

/** A line of the list: one update, or several similar ones from the same day. */
interface UpdateLine {
  /** The newest of the updates. */
  readonly first: Update
  readonly count: number
}

/**
 * Groups updates into lines by day, newest first. The photos of a job share one line per day, and
 * so do its progress changes, of which the line shows the last.
 */
export function linesByDay(updates: readonly Update[], timeZone: string) {
  const days = new Map<string, Map<string, UpdateLine>>()
  for (const update of updates) {
    const day = dayIn(timeZone, new Date(update.createdAt))
    const lines = days.get(day) ?? new Map<string, UpdateLine>()
    const isGrouped = update.name === 'photo.created' || update.name === 'job.progress'
    const key = isGrouped ? `${update.name} ${update.jobId}` : String(update.id)
    const existing = lines.get(key)
    lines.set(key, { first: existing?.first ?? update, count: (existing?.count ?? 0) + 1 })
    days.set(day, lines)
  }
  return [...days].map(([day, lines]) => ({ day, lines: [...lines.values()] }))
}

/** Recent updates on a client's projects, by day. */
export function RecentUpdates({ updates }: { updates: readonly Update[] }) {
  const { timeZone } = useCompany()
  return (
    <section aria-labelledby="updates">
      <h2 id="updates" className="mb-2.5">
        Recent Updates
      </h2>
      <Panel>
        <div className="px-4 py-3">
          <h3 className="font-medium">Project status updated</h3>
          <p className="text-sm text-ink-2">Check your project dashboard for the latest progress</p>
        </div>
        {linesByDay(updates, timeZone).map(({ day, lines }) => (
          <div key={day} className="border-t border-line px-4 py-3">
            <h3 className="figures text-sm font-medium text-ink-2">
              {formatDate(lines[0]?.first.createdAt ?? day, timeZone)}
            </h3>
            <ul className="mt-1 flex flex-col gap-2">
              {lines.map(({ first, count }) => (
                <li key={first.id}>
                  <p className="font-medium">{updateText(first, count)}</p>
                  <p className="text-sm text-ink-2">
                    <Link
                      href={hrefOf(first)}
                      className="touch-target hover:text-ink hover:underline"
                    >
                      {first.jobName}
                    </Link>
                  </p>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Panel>
    </section>
  )
}

/** The page with the details of an update. */
const hrefOf = ({ name, jobId }: Update) =>
  name === 'photo.created' ? paths.photos({ jobId }) : paths.job(jobId)

const dayOf = (value: unknown) => (typeof value === 'string' ? formatDay(value) : undefined)

/** A short description of an update for the client. */
export function updateText({ name, detail }: Pick<Update, 'name' | 'detail'>, count = 1): string {
  const [start, end] = [dayOf(detail?.startDate), dayOf(detail?.endDate)]
  switch (name) {
    case 'photo.created':
      return count === 1 ? 'A photo was added' : `${plural(count, 'photo', 'photos')} were added`
    case 'update.sent':
      return `Weekly update of ${formatDay(String(detail?.week))}`
    case 'schedule.finished':
      return `${detail?.title ?? 'Work'} is finished`
    case 'schedule.dates':
      return `${detail?.title ?? 'Work'} is now planned for ${start === end ? start : `${start} to ${end}`}`
    case 'schedule.moved':
      return `${plural(Number(detail?.entries), 'date', 'dates')} moved, the finish is now ${dayOf(detail?.finish)}`
    case 'job.progress':
      return `Progress is now ${detail?.progress ?? 0}%`
    case 'job.dates':
      if (start && end) return `Dates are now ${start} to ${end}`
      if (start) return `Start date is now ${start}`
      return end ? `End date is now ${end}` : 'Dates changed'
    default:
      return 'Project updated'
  }
}
