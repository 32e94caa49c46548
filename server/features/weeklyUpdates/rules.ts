import { TZDate } from '@date-fns/tz'
import { addDays, dayIn, formatWeekday } from '@plumbline/contract/dates.ts'
import type { ScheduleStatus } from '@plumbline/contract/schedule.ts'
import { weekText } from '@plumbline/contract/weeklyUpdates.ts'

/**
 * The hour on Friday, in the company's time zone, from which the updates of the week are drafted.
 */
const DRAFT_HOUR = 14
const FRIDAY = 5
const SATURDAY = 6

/**
 * The Friday of the week whose updates are due at `now`: from Friday afternoon until Sunday night,
 * otherwise undefined.
 */
export function dueWeek(now: Date, timeZone: string): string | undefined {
  const local = new TZDate(now.getTime(), timeZone)
  const [weekday, today] = [local.getDay(), dayIn(timeZone, now)]
  if (weekday === FRIDAY) return local.getHours() >= DRAFT_HOUR ? today : undefined
  if (weekday === SATURDAY) return addDays(today, -1)
  return weekday === 0 ? addDays(today, -2) : undefined
}

/** An entry of the schedule that the client sees. */
export interface EntryRecord {
  readonly id: string
  readonly title: string
  readonly startDate: string
  readonly endDate: string
  readonly status: ScheduleStatus
  readonly percentComplete: number
  readonly actualEndDate: string | null
  readonly createdAt: Date
  /** The sub who does the work, if clients may see that. */
  readonly subName: string | null
}

/** A change of such an entry since the last update. Lists of changes are sorted oldest first. */
export interface ChangeRecord {
  readonly entryId: string
  readonly changeType: string
  readonly oldValue: string | null
  readonly newValue: string | null
  readonly reason: string | null
  /** False for a change that was undone or that undoes another one. */
  readonly stands: boolean
  readonly createdAt: Date
}

/** The records of a job that its client may see. */
export interface WeekRecords {
  /** The Friday of the week. */
  readonly week: string
  readonly timeZone: string
  /** The beginning of the week, or the time of the last draft if that is earlier. */
  readonly since: Date
  readonly companyName: string
  readonly jobName: string
  readonly endDate: string | null
  readonly clientFirstName: string | null
  readonly managerName: string | null
  readonly entries: readonly EntryRecord[]
  readonly changes: readonly ChangeRecord[]
  /** The number of photos of the week that the client sees. */
  readonly photos: number
}

const MAX_LINES = 10
const MAX_TEXT_LENGTH = 120

const short = (text: string) =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text

/** A heading with a line for each item, or nothing without items. */
function listed(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length - MAX_LINES
  const shown = more > 0 ? [...lines.slice(0, MAX_LINES), `${more} more`] : lines
  return [[`${heading}:`, ...shown.map((line) => `- ${line}`)].join('\n')]
}

/** The time at which an entry was last marked as completed, according to the recorded changes. */
const doneAt = ({ changes }: WeekRecords, id: string): Date | undefined =>
  changes.findLast(
    ({ entryId, changeType, newValue }) =>
      entryId === id && changeType === 'status' && newValue === 'completed',
  )?.createdAt

/**
 * Whether an entry was finished in the week. An entry that was finished in the week before, but
 * marked as completed only after the last update, counts too, since no update has mentioned it.
 */
function isFinished(records: WeekRecords, entry: EntryRecord): boolean {
  if (entry.status !== 'completed') return false
  const { week, since, timeZone } = records
  const [first, marked] = [addDays(week, -6), doneAt(records, entry.id)]
  const day = entry.actualEndDate ?? (marked && dayIn(timeZone, marked))
  if (day === undefined || day > week) return false
  const isLate = marked !== undefined && marked >= since && day >= addDays(first, -7)
  return day >= first || isLate
}

const isGoingOn = ({ week }: WeekRecords, { status, startDate }: EntryRecord) =>
  status === 'in_progress' || (status === 'delayed' && startDate <= week)

const isWaiting = ({ status }: EntryRecord) => status === 'scheduled' || status === 'delayed'

const going = ({ title, status, percentComplete }: EntryRecord) =>
  `${short(title)}, ${status === 'delayed' ? 'delayed' : `${percentComplete}% done`}`

/** An entry with its days and its sub. */
function planned({ week }: WeekRecords, { title, startDate, endDate, subName }: EntryRecord) {
  const last = startDate === endDate ? '' : ` to ${formatWeekday(endDate, week, startDate)}`
  const by = subName === null ? '' : ` (${short(subName)})`
  return `${short(title)}, ${formatWeekday(startDate, week, endDate)}${last}${by}`
}

type Ending = Pick<EntryRecord, 'status' | 'endDate'>
const finishOf = (entries: readonly Ending[]) =>
  entries
    .filter(({ status }) => status !== 'cancelled')
    .reduce<string | undefined>(
      (last, { endDate }) => (last === undefined || last < endDate ? endDate : last),
      undefined,
    )

/** The entries as they were when the last update was drafted. */
function entriesBefore({ entries, changes, since }: WeekRecords): Ending[] {
  const later = changes.filter(({ createdAt }) => createdAt >= since)
  return entries
    .filter(({ createdAt }) => createdAt < since)
    .map(({ id, status, endDate }) => {
      const first = (type: string) =>
        later.find(({ entryId, changeType }) => entryId === id && changeType === type)?.oldValue
      return {
        status: (first('status') ?? status) as ScheduleStatus,
        endDate: first('endDate') ?? endDate,
      }
    })
}

/**
 * The recorded reasons that a draft repeats to clients. Any other is left to the manager to add.
 */
const shareableReasons: Readonly<Record<string, string>> = {
  Weather: 'the weather',
  Material: 'material',
  Inspection: 'an inspection',
}

/** The reasons why the entries that now end last were moved. Empty when none can be shared. */
function reasonText({ entries, changes, since }: WeekRecords, finish: string): string {
  const last = new Set(entries.filter(({ endDate }) => endDate === finish).map(({ id }) => id))
  const words = changes
    .filter(({ entryId, changeType, stands, createdAt }) => {
      return changeType === 'endDate' && stands && createdAt >= since && last.has(entryId)
    })
    .flatMap(({ reason }) => shareableReasons[reason ?? ''] ?? [])
  const distinct = [...new Set(words)]
  return distinct.length === 0 ? '' : ` because of ${distinct.join(' and ')}`
}

/** The planned finish of the job, and the day it moved from. Empty when no finish is ahead. */
function finishText(records: WeekRecords): { text: string[]; hasMoved: boolean } {
  const { entries, endDate, week } = records
  const isOpen = entries.some(({ status }) => status !== 'completed' && status !== 'cancelled')
  const finish = isOpen ? finishOf(entries) : endDate
  if (!finish || finish <= week) return { text: [], hasMoved: false }
  const before = isOpen ? finishOf(entriesBefore(records)) : undefined
  const day = formatWeekday(finish, week)
  if (before === undefined || before === finish)
    return { text: [`The finish is planned for ${day}.`], hasMoved: false }
  const moved = `The finish moved from ${formatWeekday(before, week, finish)} to ${formatWeekday(finish, week, before)}`
  return { text: [`${moved}${reasonText(records, finish)}.`], hasMoved: true }
}

/** The text about next week when nothing is planned for it, with the entry that comes after it. */
function nextText(records: WeekRecords): string {
  const next = records.entries.find(
    (entry) => isWaiting(entry) && entry.startDate > addDays(records.week, 7),
  )
  return next
    ? `Nothing is planned for next week. Next is ${planned(records, next)}.`
    : 'Nothing else is on the schedule yet.'
}

const photosText = (count: number): string[] => {
  if (count === 0) return []
  return [count === 1 ? 'There is a new photo of the week.' : `There are ${count} new photos.`]
}

/**
 * The update for a client on a week of their job, as plain text: a letter that the manager reviews
 * before it is sent.
 */
export function draftText(records: WeekRecords): string {
  const { week, entries, photos, jobName, clientFirstName, managerName, companyName } = records
  const [from, to] = [addDays(week, 1), addDays(week, 7)]
  const finished = entries.filter((entry) => isFinished(records, entry))
  const goingOn = entries.filter((entry) => isGoingOn(records, entry))
  const next = entries.filter(
    (entry) =>
      isWaiting(entry) &&
      !goingOn.includes(entry) &&
      entry.startDate <= to &&
      entry.endDate >= from,
  )
  const finish = finishText(records)
  const isQuiet = finished.length === 0 && goingOn.length === 0 && photos === 0 && !finish.hasMoved
  const opening = isQuiet
    ? `The week of ${weekText(week)} was a week without anything to report on ${short(jobName)}.`
    : `Here is the week of ${weekText(week)} on ${short(jobName)}.`
  return [
    clientFirstName === null ? 'Hello,' : `Hello ${short(clientFirstName)},`,
    opening,
    ...listed(
      'Finished',
      finished.map(({ title }) => short(title)),
    ),
    ...listed('In progress', goingOn.map(going)),
    ...photosText(photos),
    ...(next.length > 0
      ? listed(
          'Next week',
          next.map((entry) => planned(records, entry)),
        )
      : goingOn.length > 0
        ? []
        : [nextText(records)]),
    ...finish.text,
    'If you have a question, send us a message on the page of your job.',
    managerName === null ? companyName : `${short(managerName)}\n${companyName}`,
  ].join('\n\n')
}
