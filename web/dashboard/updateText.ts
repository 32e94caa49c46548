import type { Update } from '@plumbline/contract/dashboard.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import type { z } from 'zod'

const dayOf = (value: unknown) => (typeof value === 'string' ? formatDay(value) : undefined)

function datesText(start: string | undefined, end: string | undefined): string {
  if (start && end) return `Dates are now ${start} to ${end}`
  if (start) return `Start date is now ${start}`
  return end ? `End date is now ${end}` : 'Dates changed'
}

/** What happened on a client's job, in a few words. */
export function updateText({
  name,
  detail,
}: Pick<z.infer<typeof Update>, 'name' | 'detail'>): string {
  switch (name) {
    case 'job.progress':
      return `Progress is now ${detail?.progress ?? 0}%`
    case 'job.dates':
      return datesText(dayOf(detail?.startDate), dayOf(detail?.endDate))
    default:
      return 'Project updated'
  }
}
