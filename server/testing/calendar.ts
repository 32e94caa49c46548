import ICAL from 'ical.js'

// The parser does not unescape properties it does not know, which are text.
const unescaped = (text: string | undefined) =>
  text?.replace(/\\(.)/g, (_, char: string) => (/n/i.test(char) ? '\n' : char))

/** Reads an iCalendar text as a calendar app does, with a parser independent of the writer. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const own = (name: string) => component.getFirstPropertyValue(name)
    return {
      uid: event.uid,
      title: event.summary,
      /** `YYYY-MM-DD` for an all-day event, otherwise the time in UTC. */
      start: event.startDate.toString(),
      /** The first day after it, or the end time. */
      end: event.endDate.toString(),
      allDay: event.startDate.isDate,
      location: event.location,
      description: event.description,
      sequence: event.sequence,
      url: own('url')?.toString(),
      status: own('status')?.toString(),
      modified: own('last-modified')?.toString() ?? '',
    }
  })
  const own = (name: string) => calendar.getFirstPropertyValue(name)?.toString()
  return { name: unescaped(own('x-wr-calname')), refresh: own('refresh-interval'), events }
}
