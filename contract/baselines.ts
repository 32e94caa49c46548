import { z } from 'zod'
import { route } from './route.ts'
import { slipReasons } from './schedule.ts'

/** The promised schedule of a job, compared with the current one. */
export const Baseline = z.object({
  /** The promise; null until a baseline is saved. */
  promised: z
    .object({
      finish: z.iso.date(),
      keptByName: z.string(),
      createdAt: z.iso.datetime(),
    })
    .nullable(),
  /** The last day of the current schedule; null without entries. */
  finish: z.iso.date().nullable(),
  /** Calendar days after the promised finish; negative before it. */
  daysBehind: z.number().int(),
  /**
   * The reasons why the job ends later, most days first. Their sum exceeds `daysBehind` if days
   * were won back.
   */
  reasons: z.array(z.object({ reason: z.string().nullable(), days: z.number().int() })),
})
export type Baseline = z.infer<typeof Baseline>

/**
 * The distance of a job from its promise, as everyone on it may see it: without the people who
 * moved entries, and without reasons in their own words.
 */
export const FinishMoved = z.object({
  /** Calendar days after the promised finish; negative before it, and 0 if nothing was promised. */
  days: z.number().int(),
  /** The reason of the last move that delayed it, if it is one of the suggested reasons. */
  reason: z.enum(slipReasons).nullable(),
})
export type FinishMoved = z.infer<typeof FinishMoved>

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`)
/** `2 days later than planned · Inspection`; empty if the job ends as planned. */
export function finishText({ days, reason }: FinishMoved): string {
  if (days === 0) return ''
  const moved = `${daysText(Math.abs(days))} ${days > 0 ? 'later' : 'earlier'} than planned`
  return reason ? `${moved} · ${reason}` : moved
}

const isKnown = (reason: string): boolean => (slipReasons as readonly string[]).includes(reason)

/**
 * The state of a job against its promise: `9 days later than promised, 5 of them weather`; empty if
 * nothing was promised.
 */
export function baselineText({ promised, finish, daysBehind, reasons }: Baseline): string {
  if (!promised || !finish) return ''
  if (daysBehind === 0) return 'On the promised day'
  if (daysBehind < 0) return `${daysText(-daysBehind)} earlier than promised`
  const [first] = reasons.filter(({ reason }) => reason !== null)
  const behind = `${daysText(daysBehind)} later than promised`
  if (!first?.reason) return behind
  const { reason, days } = first
  return `${behind}, ${Math.min(days, daysBehind)} of them ${isKnown(reason) ? reason.toLowerCase() : `“${reason}”`}`
}

export const baselineRoutes = {
  read: route({
    method: 'GET',
    path: '/api/jobs/:id/baseline',
    summary: 'The promised finish of a job, and how far behind it the schedule is',
    may: 'schedule.baseline',
    about: ['schedule'],
    keep: true,
    reply: Baseline,
  }),
  finish: route({
    method: 'GET',
    path: '/api/jobs/:id/finish',
    summary: 'By how many days the finish of a job has moved since it was promised, and why',
    may: 'schedule.read',
    about: ['schedule'],
    keep: true,
    reply: FinishMoved,
  }),
  save: route({
    method: 'PUT',
    path: '/api/jobs/:id/baseline',
    summary: 'Save the current schedule of a job as the promised one, replacing any before',
    may: 'schedule.baseline',
    reply: Baseline,
    fails: ['nothingPlanned'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/jobs/:id/baseline',
    summary: 'Remove the promised schedule',
    may: 'schedule.baseline',
    reply: z.void(),
    status: 204,
    fails: ['notFound'],
  }),
}
