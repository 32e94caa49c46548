import { addDays } from '@plumbline/contract/dates.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import {
  escape as escapeText,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEvent,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'

/** Something with a time, as a calendar shows it. */
export interface CalendarItem {
  readonly kind: 'entry' | 'appointment' | 'task'
  readonly id: string
  readonly title: string
  /** The name of its job or bid. */
  readonly place: string
  readonly address: string
  readonly description: string | null
  readonly cancelled: boolean
  /** The path of the screen that shows it. */
  readonly path: string
  /** Calendar days, both inclusive, or a start time and a duration. */
  readonly when:
    | { readonly firstDay: string; readonly lastDay: string }
    | { readonly at: Date; readonly minutes: number }
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface CalendarOptions {
  /** The origin of the links. */
  readonly origin: string
  /**
   * The name of a calendar to subscribe to. Left out for a file that is added to another calendar.
   */
  readonly name?: string
}

const HOUR_SECONDS = 3600

/** Text without the control characters that iCalendar cannot represent. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

// The library writes a plain Date in UTC as long as its calendar has no time zone, so midnight UTC
// stays on the same day in whatever time zone the server runs.
const midnight = (day: string) => new Date(`${day}T00:00:00Z`)

const timesOf = ({ when }: CalendarItem) =>
  'at' in when
    ? { start: when.at, end: new Date(when.at.getTime() + Math.max(1, when.minutes) * MINUTE_MS) }
    : {
        allDay: true,
        start: midnight(when.firstDay),
        // The end of an event is the first day after it.
        end: midnight(addDays(when.lastDay, 1)),
        // Days of work are shown, but do not make the person busy all day.
        transparency: ICalEventTransparency.TRANSPARENT,
      }

/** The longest line in bytes. The rest continues on the next line, after a space. */
const MAX_LINE_BYTES = 75

// The library folds lines too, but takes over a second for a calendar of 5,000 events and blocks
// all other requests meanwhile.
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line
  const bytes = Buffer.from(line)
  const parts: string[] = []
  let from = 0
  let room = MAX_LINE_BYTES
  while (bytes.length - from > room) {
    let to = from + room
    // Not within a character: its later bytes begin with the bits 10.
    while (((bytes[to] ?? 0) & 0xc0) === 0x80) to--
    parts.push(bytes.toString('utf8', from, to))
    from = to
    room = MAX_LINE_BYTES - 1
  }
  return [...parts, bytes.toString('utf8', from)].join('\r\n ')
}

function eventText(calendar: ICalCalendar, item: CalendarItem, origin: string): string {
  const { kind, id, title, place, createdAt, updatedAt } = item
  const event = new ICalEvent(
    {
      ...timesOf(item),
      id: `${kind}-${id}@plumbline`,
      // An imported copy is only replaced by one with a higher sequence.
      sequence: Math.ceil((updatedAt.getTime() - createdAt.getTime()) / 1000),
      stamp: updatedAt,
      created: createdAt,
      lastModified: updatedAt,
      summary: plain(`${kind === 'task' ? 'Due: ' : ''}${title} · ${place}`),
      location: plain(item.address),
      description: item.description && plain(item.description),
      url: `${origin}${item.path}`,
      status: item.cancelled ? ICalEventStatus.CANCELLED : null,
    },
    calendar,
  )
  return event.toString().split('\r\n').map(foldLine).join('\r\n')
}

const END = 'END:VCALENDAR'

/** The items as iCalendar text (RFC 5545), the same for the same items. */
export function calendarText(
  items: readonly CalendarItem[],
  { origin, name }: CalendarOptions,
): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Plumbline', product: 'Plumbline', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // The library escapes the texts of events, but not the name. Outlook may treat a file with a
    // name as a new calendar.
    ...(name === undefined ? {} : { name: escapeText(plain(name), false), ttl: HOUR_SECONDS }),
  })
  const head = calendar.toString().slice(0, -END.length)
  const events = items.map((item) => eventText(calendar, item, origin))
  return `${head}${events.join('')}${END}\r\n`
}
