import { z } from 'zod'
import { route } from './route.ts'
import { slipReasons } from './schedule.ts'

/** The schedule of a job as it was promised, and how far the schedule of now is from it. */
export const Baseline = z.object({
  /** What was promised; null before it was kept. */
  promised: z
    .object({
      finish: z.iso.date(),
      keptByName: z.string(),
      createdAt: z.iso.datetime(),
    })
    .nullable(),
  /** The last day of the schedule as it is now; null without entries. */
  finish: z.iso.date().nullable(),
  /** Calendar days after the promised finish; negative before it. */
  daysBehind: z.number().int(),
  /** What made the job end later since, most first; more than it is behind where days were won back. */
  reasons: z.array(z.object({ reason: z.string().nullable(), days: z.number().int() })),
})
export type Baseline = z.infer<typeof Baseline>

/** How far a job is from its promise, as everybody on it may know: nothing of who moved what, or why in their own words. */
export const FinishMoved = z.object({
  /** Calendar days after the promised finish; negative before it, 0 too where nothing was promised. */
  days: z.number().int(),
  /** Of the last move that made it later, if it is one of those offered. */
  reason: z.enum(slipReasons).nullable(),
})
export type FinishMoved = z.infer<typeof FinishMoved>

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`)
/** `2 days later than planned · Inspection`; empty where the job ends as planned. */
export function finishText({ days, reason }: FinishMoved): string {
  if (days === 0) return ''
  const moved = `${daysText(Math.abs(days))} ${days > 0 ? 'later' : 'earlier'} than planned`
  return reason ? `${moved} · ${reason}` : moved
}

const isKnown = (reason: string): boolean => (slipReasons as readonly string[]).includes(reason)

/** How a job stands to its promise: `9 days behind the promise, 5 of them weather`; empty where nothing was promised. */
export function baselineText({ promised, finish, daysBehind, reasons }: Baseline): string {
  if (!promised || !finish) return ''
  if (daysBehind === 0) return 'On the promised day'
  if (daysBehind < 0) return `${daysText(-daysBehind)} ahead of the promise`
  const [first] = reasons.filter(({ reason }) => reason !== null)
  const behind = `${daysText(daysBehind)} behind the promise`
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
  keep: route({
    method: 'PUT',
    path: '/api/jobs/:id/baseline',
    summary: 'Keep the schedule of a job as it is now as what was promised, instead of any before',
    may: 'schedule.baseline',
    reply: Baseline,
    fails: ['nothingPlanned'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/jobs/:id/baseline',
    summary: 'Forget what was promised',
    may: 'schedule.baseline',
    reply: z.void(),
    status: 204,
    fails: ['notFound'],
  }),
}
