import { z } from 'zod'
import { route } from './route.ts'

/** The calendar link of a person, without its address, of which only a hash is stored. */
const CalendarFeed = z.object({
  active: z.boolean(),
  createdAt: z.iso.datetime().nullable(),
})

const ownFeed = '/api/account/calendar-feed' as const

export const calendarRoutes = {
  subscribe: route({
    method: 'GET',
    path: '/api/calendar/:token.ics',
    summary: 'What a person has ahead, as iCalendar; the secret address stands for the sign-in',
    may: 'anyone',
    keep: false,
    reply: z.void(),
    file: true,
  }),
  feed: route({
    method: 'GET',
    path: ownFeed,
    summary: 'Whether you have a calendar link, and since when',
    may: 'account.read',
    about: [],
    keep: false,
    own: true,
    reply: CalendarFeed,
  }),
  create: route({
    method: 'POST',
    path: ownFeed,
    summary: 'Make your calendar link, shown only now; an earlier one stops working',
    may: 'account.change',
    reply: z.object({ url: z.url() }),
    status: 201,
  }),
  remove: route({
    method: 'DELETE',
    path: ownFeed,
    summary: 'Turn your calendar link off',
    may: 'account.change',
    reply: z.void(),
    status: 204,
    fails: ['notFound'],
  }),
  entry: route({
    method: 'GET',
    path: '/api/schedule/:id/calendar.ics',
    also: [{ method: 'GET', path: '/api/schedule-entries/:id/calendar.ics' }],
    summary: 'An entry as an iCalendar file',
    may: 'schedule.read',
    keep: false,
    reply: z.void(),
    file: true,
  }),
  appointment: route({
    method: 'GET',
    path: '/api/bid-appointments/:id/calendar.ics',
    summary: 'An appointment as an iCalendar file',
    may: 'bid.read',
    keep: false,
    reply: z.void(),
    file: true,
  }),
}
