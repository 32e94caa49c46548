import { z } from 'zod'
import { type FollowUpWay, followUpWays } from './bidStatuses.ts'
import { day, formatDay, optionalDay } from './dates.ts'
import { route } from './route.ts'
import { id, optionalText } from './text.ts'

const way = z.enum(
  Object.keys(followUpWays) as FollowUpWay[],
  'Choose how you reached the customer',
)

/** One time that somebody of the office followed up on a bid. */
export const FollowUp = z.object({
  id,
  bidId: id,
  day: z.iso.date(),
  way,
  note: z.string().nullable(),
  /** Null for somebody who was deleted. */
  personName: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type FollowUp = z.infer<typeof FollowUp>

/** The title of a follow-up: `Call on Nov 23, 2026`. */
export const followUpTitle = ({ way, day }: Pick<FollowUp, 'way' | 'day'>) =>
  `${followUpWays[way]} on ${formatDay(day)}`

/**
 * A follow-up that took place on `day`. `nextDate` becomes the follow-up date of the bid; without
 * it the bid waits for none.
 */
export const NewFollowUp = z
  .object(
    { day, way, note: optionalText(2_000).optional(), nextDate: optionalDay.optional() },
    'Send the follow-up as an object',
  )
  .refine(({ day, nextDate }) => !nextDate || nextDate > day, {
    path: ['nextDate'],
    error: 'Choose a day after the follow-up',
  })
export type NewFollowUp = z.output<typeof NewFollowUp>

/** The most follow-ups that are listed for a bid. */
export const MAX_FOLLOW_UPS = 100

export const followUpRoutes = {
  list: route({
    method: 'GET',
    path: '/api/pending-bids/:id/follow-ups',
    summary: 'The last 100 times that somebody followed up on a bid, newest first',
    may: 'bid.read',
    about: ['bid'],
    keep: true,
    reply: z.array(FollowUp),
  }),
  create: route({
    method: 'POST',
    path: '/api/pending-bids/:id/follow-ups',
    summary: 'Record that somebody followed up on a bid, and set the day of the next time',
    may: 'bid.update',
    body: NewFollowUp,
    reply: FollowUp,
    status: 201,
    fails: ['bidDecided'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/bid-follow-ups/:id',
    summary: 'Delete a recorded follow-up; the day of the next one stays',
    may: 'bid.update',
    reply: z.void(),
    status: 204,
  }),
}
