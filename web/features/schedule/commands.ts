import { formatSpan } from '@plumbline/contract/dates.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { CalendarRange } from 'lucide-react'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'

/** Finds entries of the schedules by title, description or job, the earliest first. */
export const entryCommands: CommandSource = {
  heading: 'Schedule',
  minLength: 1,
  find: async (search, { may, client, alike }) => {
    if (!may('schedule.list')) return []
    const found = await client.query(
      query(scheduleRoutes.list, { query: { search, limit: '6', total: 'false', alike } }),
    )
    return found.map(({ id, title, jobName, startDate, endDate }) => ({
      id,
      label: title,
      detail: `${jobName} · ${formatSpan(startDate, endDate)}`,
      icon: CalendarRange,
      href: paths.schedule({ entry: id }),
    }))
  },
}
