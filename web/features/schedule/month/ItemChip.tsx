import type { PlannedAppointment } from '@plumbline/contract/appointments.ts'
import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { cx } from 'class-variance-authority'
import { CalendarClock, Flag, ListChecks, type LucideIcon, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCompany } from '../../../api/company.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { StatusMark } from '../../../ui/Badge.tsx'
import { formatTime } from '../../../ui/format.ts'
import { priorityStyle, statusStyle, toneText } from '../../../ui/status.ts'
import { descriptionOf } from '../entryText.ts'
import type { DayItem } from './dayItems.ts'

type KeyItem = Exclude<DayItem, { kind: 'entry' | 'appointment' }>
type KeyKind = KeyItem['kind']

export const kinds: Readonly<Record<KeyKind, { label: string; icon: LucideIcon }>> = {
  job_start: { label: 'Job start', icon: Play },
  job_due: { label: 'Job due', icon: Flag },
  task_deadline: { label: 'Task deadline', icon: ListChecks },
}

/** The background and text color of a status. */
const grounds = {
  neutral: 'bg-surface text-ink',
  info: 'bg-info-soft text-ink',
  good: 'bg-surface text-ink-2',
  warn: 'bg-warn-soft text-ink',
  bad: 'bg-bad-soft text-ink',
}
/** The color of the left edge, which shows the priority. */
const edges = {
  neutral: 'border-l-line-strong',
  info: 'border-l-info',
  good: 'border-l-good',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
}

interface ItemChipProps {
  item: DayItem
  /** Opens an entry. */
  onOpen: (id: string) => void
  /** Whether the job is shown on a second line. */
  tall?: boolean
}

/** An item of a day. Its color and mark show the status, the left edge of an entry its priority. */
export function ItemChip({ item, onOpen, tall = false }: ItemChipProps) {
  if (item.kind === 'appointment') return <AppointmentChip {...item} tall={tall} />
  if (item.kind !== 'entry') return <KeyDateChip item={item} tall={tall} />
  const { entry } = item
  const { tone, mark } = statusStyle(entry.status)
  const edge = entry.priority ? edges[priorityStyle(entry.priority).tone] : 'border-l-line-strong'
  return (
    <button
      type="button"
      data-entry={entry.id}
      aria-label={descriptionOf(entry)}
      onClick={() => onOpen(entry.id)}
      className={cx(chip, 'border-l-3', edge, grounds[tone], tall && 'touch:min-h-11')}
    >
      <Line
        mark={<StatusMark mark={mark} className={cx('size-2.5 shrink-0', toneText[tone])} />}
        title={entry.title}
        beside={tall ? undefined : entry.jobName}
        detail={tall ? entry.jobName : ''}
        isStruck={entry.status === 'cancelled'}
        end={urgent.includes(String(entry.priority)) && <PriorityMark priority={entry.priority} />}
      />
    </button>
  )
}

/** The priorities that have a mark in addition to the edge. */
const urgent = ['high', 'critical']

function PriorityMark({ priority }: { priority: PlanEntry['priority'] }) {
  const { mark, tone } = priorityStyle(priority)
  return <StatusMark mark={mark} className={cx('ml-auto size-2.5 shrink-0', toneText[tone])} />
}

const chip =
  'block w-full min-w-0 rounded-xs border border-line px-1.5 py-0.5 text-left text-xs hover:border-control'

function KeyDateChip({ item, tall }: { item: KeyItem; tall: boolean }) {
  const { kind, keyDate } = item
  const { label, icon: Icon } = kinds[kind]
  const { tone, label: status } = statusStyle(keyDate.status)
  const href =
    kind === 'task_deadline' ? paths.tasks({ task: keyDate.id }) : paths.job(keyDate.jobId)
  return (
    <Link
      href={href}
      aria-label={[`${label}: ${keyDate.title}`, status].join(', ')}
      className={cx(chip, grounds[tone], 'font-medium', tall && 'touch:min-h-11')}
    >
      <Line
        mark={<Icon aria-hidden className={cx('size-3 shrink-0', toneText[tone])} />}
        title={keyDate.title}
        detail={
          tall
            ? [label, kind === 'task_deadline' && keyDate.jobName].filter(Boolean).join(' · ')
            : ''
        }
      />
    </Link>
  )
}

interface AppointmentChipProps {
  appointment: PlannedAppointment
  tall: boolean
}

function AppointmentChip({ appointment, tall }: AppointmentChipProps) {
  const { timeZone } = useCompany()
  const { bidId, bidName, title } = appointment
  const time = formatTime(appointment.scheduledDate, timeZone)
  return (
    <Link
      href={paths.bid(bidId)}
      aria-label={`Appointment: ${title}, ${bidName}, ${time}`}
      className={cx(chip, grounds.neutral, 'font-medium', tall && 'touch:min-h-11')}
    >
      <Line
        mark={<CalendarClock aria-hidden className="size-3 shrink-0 text-ink-2" />}
        title={`${time} ${title}`}
        detail={tall ? bidName : ''}
      />
    </Link>
  )
}

/** A text on one line on the screen, and whole on paper, where nothing can be opened. */
const shortened = 'truncate print:whitespace-normal print:wrap-anywhere'

interface LineProps {
  mark: ReactNode
  title: string
  /** A text on the same line, as far as there is room. */
  beside?: string | undefined
  detail: string
  isStruck?: boolean
  end?: ReactNode
}

function Line({ mark, title, beside, detail, isStruck = false, end }: LineProps) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.25 print:items-start">
        {mark}
        <span className={shortened}>
          <span className={cx(isStruck && 'line-through')}>{title}</span>
          {beside && <span className="text-ink-3"> {beside}</span>}
        </span>
        {end}
      </span>
      {detail && <span className={cx(shortened, 'block font-normal text-ink-2')}>{detail}</span>}
    </>
  )
}
