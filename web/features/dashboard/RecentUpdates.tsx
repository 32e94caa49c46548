import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Panel } from '../../ui/Card.tsx'
import { formatDate, plural } from '../../ui/format.ts'
import { ThumbLink } from '../photos/ThumbLink.tsx'

type Update = Extract<Dashboard, { role: 'client' }>['recentUpdates'][number]

/** A line of the list: one update, or several similar ones from the same day, newest first. */
type UpdateLine = readonly [first: Update, ...others: Update[]]

/** The most photos that a line shows. */
const MAX_PHOTOS = 4

/**
 * Groups updates into lines by day, newest first, but the weekly update of a day before all else.
 * The photos of a job share one line per day, and so do its progress changes, of which the line
 * shows the last.
 */
export function linesByDay(updates: readonly Update[], timeZone: string) {
  const days = groupBy(updates, ({ createdAt }) => dayIn(timeZone, new Date(createdAt)))
  return [...days].map(([day, ofDay]) => {
    const isWeekly = ({ name }: Update) => name === 'update.sent'
    const ordered = [...ofDay.filter(isWeekly), ...ofDay.filter((one) => !isWeekly(one))]
    const lines = groupBy(ordered, ({ id, name, jobId }) =>
      name === 'photo.created' || name === 'job.progress' ? `${name} ${jobId}` : String(id),
    )
    return { day, lines: [...lines.values()] as unknown as UpdateLine[] }
  })
}

/** Recent updates on a client's projects, by day. */
export function RecentUpdates({ updates }: { updates: readonly Update[] }) {
  const { timeZone } = useCompany()
  const hasSeveralJobs = new Set(updates.map(({ jobId }) => jobId)).size > 1
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
              {formatDate(lines[0]?.[0].createdAt ?? day, timeZone)}
            </h3>
            <ul className="mt-1 flex flex-col gap-2">
              {lines.map((line) => (
                <li key={line[0].id}>
                  <Line updates={line} namesJob={hasSeveralJobs} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Panel>
    </section>
  )
}

/** A line with its photos. It links to what it is about. */
function Line({ updates, namesJob }: { updates: UpdateLine; namesJob: boolean }) {
  const [{ jobId, jobName }] = updates
  const pictures = updates.flatMap(({ photo }) => photo ?? [])
  const caption = captionOf(pictures)
  return (
    <>
      <p className="font-medium">
        <Link href={hrefOf(updates[0])} className="touch-target hover:underline">
          {updateText(...updates)}
        </Link>
      </p>
      {caption && <p className="line-clamp-3 text-pretty wrap-anywhere">{caption}</p>}
      {namesJob && <p className="text-sm text-ink-2">{jobName}</p>}
      {pictures.length > 0 && (
        <ul className="no-print mt-1.5 grid grid-cols-4 gap-1.5">
          {pictures.slice(0, MAX_PHOTOS).map((photo) => (
            <li key={photo.id}>
              <ThumbLink
                photo={{ ...photo, jobName }}
                href={paths.photos({ jobId, photo: photo.id })}
                className="rounded-s"
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The caption that all photos share. Undefined if they differ. */
export function captionOf(pictures: readonly { readonly caption: string | null }[]) {
  const captions = new Set(pictures.map(({ caption }) => caption?.trim()))
  return captions.size === 1 ? [...captions][0] : undefined
}

/** The page with the details of an update. */
const hrefOf = ({ name, jobId }: Update) =>
  name === 'photo.created' ? paths.photos({ jobId }) : paths.job(jobId)

const dayOf = (value: unknown) => (typeof value === 'string' ? formatDay(value) : undefined)

type Described = Pick<Update, 'name' | 'detail'>

/** A short description of the updates of a line for the client. */
export function updateText(...updates: readonly [Described, ...Described[]]): string {
  const [{ name, detail }] = updates
  const [start, end] = [dayOf(detail?.startDate), dayOf(detail?.endDate)]
  switch (name) {
    case 'photo.created':
      return updates.length === 1
        ? 'A photo was added'
        : `${plural(updates.length, 'photo', 'photos')} were added`
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
