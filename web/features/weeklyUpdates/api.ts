import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { type Photo, takenMoment } from '@plumbline/contract/photos.ts'
import {
  type EmailOutcome,
  type WeeklyUpdate,
  weeklyUpdateRoutes,
  weekText,
} from '@plumbline/contract/weeklyUpdates.ts'
import { query } from '../../api/query.ts'

/** The weekly updates of a job that the user may read, newest first. */
export const jobUpdates = (jobId: string) =>
  query(weeklyUpdateRoutes.ofJob, { params: { id: jobId } })

/** The week of an update: `Nov 14 to 20, 2026`. */
export function weekTitle({ week }: Pick<WeeklyUpdate, 'week'>): string {
  const year = `, ${week.slice(0, 4)}`
  const text = weekText(week)
  return text.endsWith(year) ? text : `${text}${year}`
}

/**
 * The ids of the photos that can be selected for an update: those it already has, and the
 * client-visible ones from its week and the day before.
 */
export function choicesFor(
  { week, photoIds }: WeeklyUpdate,
  photos: readonly Photo[],
  timeZone: string,
): string[] {
  const isOfWeek = (photo: Photo) => {
    const day = dayIn(timeZone, new Date(takenMoment(photo)))
    return photo.clientVisible && day >= addDays(week, -7) && day <= week
  }
  return [...new Set([...photoIds, ...photos.filter(isOfWeek).map(({ id }) => id)])]
}

const withoutEmail = {
  noServer: 'no mail server is set up',
  noPublicUrl: 'the public address of the server is not set up',
  noAddress: 'there is no address of theirs',
  refused: 'their address refuses emails',
  off: 'they turned it off',
} as const satisfies Record<Exclude<EmailOutcome, 'sent'>, string>

/** Describes who receives an update and how. */
export function receivedText(clientName: string, outcome: EmailOutcome): string {
  return outcome === 'sent'
    ? `${clientName} sees it on the job and gets an email.`
    : `${clientName} sees it on the job; no email is sent since ${withoutEmail[outcome]}.`
}
