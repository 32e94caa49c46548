import { z } from 'zod'
import { route } from './route.ts'
import { id, line } from './text.ts'

/** The most items of one kind that are listed one by one; the rest are counted. */
export const MAX_ATTENTION_LISTED = 3

const item = {
  /** The key to snooze it by. It stays the same as long as the item is about the same thing. */
  key: z.string(),
  /** Whether something went wrong, rather than being only open. */
  isUrgent: z.boolean(),
  /** The day it began or will begin. For a count, the day of the last listed item, or null. */
  since: z.iso.date().nullable(),
}
const counted = <K extends string>(kind: K) =>
  z.object({ ...item, kind: z.literal(kind), count: z.number().int() })
const named = { id, title: z.string(), jobName: z.string() }

/** One thing that needs the office, with the facts to explain it and to fix it. */
export const AttentionItem = z.discriminatedUnion('kind', [
  /** An unfinished job past its last day. */
  z.object({ ...item, kind: z.literal('lateJob'), id, name: z.string(), address: z.string() }),
  /** The late jobs that are not listed. */
  counted('moreLateJobs'),
  /** Unfinished tasks past their deadline. */
  counted('overdueTasks'),
  /** A sub with two bookings at the same time. */
  z.object({
    ...item,
    kind: z.literal('doubleBooking'),
    crewDayId: id,
    subcontractorName: z.string(),
    entryTitles: z.array(z.string()),
  }),
  /** An unfinished entry past its last day. */
  z.object({ ...item, kind: z.literal('lateEntry'), ...named }),
  /** An entry that is planned before its predecessor allows. */
  z.object({
    ...item,
    kind: z.literal('missedPredecessor'),
    ...named,
    predecessorTitle: z.string(),
  }),
  /** The schedule problems that are not listed. */
  counted('moreSchedule'),
  /** A day that a sub declined. */
  z.object({
    ...item,
    kind: z.literal('declinedDay'),
    crewDayId: id,
    ...named,
    subcontractorName: z.string(),
    reason: z.string().nullable(),
  }),
  /** Work in the next days that nobody is assigned to. */
  z.object({ ...item, kind: z.literal('unassignedEntry'), ...named, endDate: z.iso.date() }),
  /** Crew days that nobody has answered yet. */
  counted('unconfirmedDays'),
  /** A bid whose follow-up is due today or earlier. The amount is in cents. */
  z.object({
    ...item,
    kind: z.literal('followUp'),
    id,
    name: z.string(),
    customerName: z.string().nullable(),
    customerPhone: z.string().nullable(),
    estimatedAmount: z.number().int().nullable(),
  }),
  counted('moreFollowUps'),
  /** A weekly update that has not been sent yet. */
  z.object({ ...item, kind: z.literal('weeklyDraft'), id, jobId: id, jobName: z.string() }),
])
export type AttentionItem = z.infer<typeof AttentionItem>

export const Attention = z.object({
  /** Urgent items first, then open ones; within each, the longest standing first. */
  items: z.array(AttentionItem),
  /** The number of items the person has snoozed. */
  snoozed: z.number().int(),
})
export type Attention = z.infer<typeof Attention>

export const attentionRoutes = {
  read: route({
    method: 'GET',
    path: '/api/attention',
    summary: 'What needs the office, without what the person has snoozed until tomorrow',
    may: 'attention.read',
    about: ['task', 'schedule', 'update', 'bid'],
    keep: true,
    reply: Attention,
  }),
  snooze: route({
    method: 'POST',
    path: '/api/attention/snoozes',
    summary: 'Leave out one of these, by its key, until tomorrow; for the person alone',
    may: 'attention.snooze',
    body: z.object({ key: line(200, 'Send the key of what needs attention') }, 'Send key'),
    reply: z.object({ key: z.string(), until: z.iso.date() }),
    status: 201,
    fails: ['notFound'],
  }),
  wake: route({
    method: 'DELETE',
    path: '/api/attention/snoozes',
    summary: 'Show what the person has snoozed again: one of these by its key, or all',
    may: 'attention.snooze',
    query: z.object({ key: line(200, 'Send the key of what needs attention').optional() }),
    reply: z.void(),
    status: 204,
  }),
}
