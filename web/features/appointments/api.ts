import { appointmentRoutes } from '@plumbline/contract/appointments.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { CalendarClock } from 'lucide-react'
import type { z } from 'zod'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'
import { formatMoment } from '../../ui/format.ts'

/** The appointments of all bids in a period, by date. For admins only. */
export const plannedAppointments = (filter: z.input<typeof appointmentRoutes.planned.query>) =>
  query(appointmentRoutes.planned, { query: filter })

/** Finds appointments to come by their title, or by the bid they are about. For admins only. */
export const appointmentCommands: CommandSource = {
  heading: 'Appointments',
  minLength: 1,
  find: async (search, { may, client, company: { timeZone } }) => {
    if (!may('bid.list')) return []
    const from = dayIn(timeZone, new Date())
    const found = await client.query(
      plannedAppointments({ from, open: 'true', search, limit: '4' }),
    )
    return found.map(({ id, bidId, bidName, title, scheduledDate }) => ({
      id,
      label: title,
      detail: `${formatMoment(scheduledDate, timeZone)} · ${bidName}`,
      icon: CalendarClock,
      href: paths.bid(bidId),
    }))
  },
}
