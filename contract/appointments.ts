import { z } from 'zod'
import { appointmentStatuses } from './bidStatuses.ts'
import { day } from './dates.ts'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id } from './text.ts'

/** The most appointments in one period. */
export const APPOINTMENT_LIMIT = 500

/** An appointment with the place and the customer of its bid. */
export const PlannedAppointment = z.object({
  id,
  bidId: id,
  title: z.string(),
  scheduledDate: z.iso.datetime(),
  /** Minutes. */
  duration: z.number().int(),
  appointmentType: z.string(),
  status: z.enum(appointmentStatuses),
  assignedToName: z.string().nullable(),
  bidName: z.string(),
  address: z.string(),
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
})
export type PlannedAppointment = z.infer<typeof PlannedAppointment>

export const AppointmentFilter = z.object({
  /** The first and the last day in the company's time zone, both included. */
  from: day.optional(),
  to: day.optional(),
  /** Only scheduled ones. */
  open: z.literal('true', 'open is true or left out').optional(),
  limit: pageQuery.limit,
  search: pageQuery.search,
})
export type AppointmentFilter = z.output<typeof AppointmentFilter>

export const appointmentRoutes = {
  planned: route({
    method: 'GET',
    path: '/api/bid-appointments',
    summary: `The appointments of all bids in a period, by date, without cancelled ones: the first ${APPOINTMENT_LIMIT}`,
    may: 'bid.list',
    about: ['bid'],
    keep: true,
    query: AppointmentFilter,
    reply: z.array(PlannedAppointment),
  }),
}
