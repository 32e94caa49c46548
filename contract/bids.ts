import { z } from 'zod'
import { appointmentStatuses, bidOrders, bidPriorities, bidStatuses } from './bidStatuses.ts'
import { moment, optionalDay, optionalMoment } from './dates.ts'
import { Job } from './jobs.ts'
import { cents } from './money.ts'
import { enteredNumber } from './numbers.ts'
import { doneLast, misspelledToo, pageQuery, uncounted } from './page.ts'
import { route } from './route.ts'
import {
  id,
  line,
  optionalEmail,
  optionalId,
  optionalLine,
  optionalPhone,
  optionalPhrase,
  optionalPostalAddress,
  optionalText,
  phrase,
  postalAddress,
  severalIds,
} from './text.ts'

const status = z.enum(bidStatuses, 'Choose a status')
const priority = z.enum(bidPriorities, 'Choose a priority')

/**
 * A bid. Amounts in cents; `scope` is the work it offers, for the customer; `jobId` is the job it
 * became.
 */
export const Bid = z.object({
  id,
  name: z.string(),
  address: z.string(),
  status,
  estimatedAmount: z.number().int().nullable(),
  scope: z.string().nullable(),
  notes: z.string().nullable(),
  clientId: id.nullable(),
  /** The record of the customer, whose details are copied to the fields below. */
  customerId: id.nullable(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  customerAddress: z.string().nullable(),
  appointmentDate: z.iso.datetime().nullable(),
  appointmentNotes: z.string().nullable(),
  leadSource: z.string().nullable(),
  priority,
  followUpDate: z.iso.date().nullable(),
  followUpNotes: z.string().nullable(),
  jobId: id.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Bid = z.infer<typeof Bid>

const fields = {
  name: line(200, 'Project name is required'),
  address: postalAddress('Address is required'),
  estimatedAmount: cents.nullable().optional(),
  /** Whoever becomes the client of the job. */
  clientId: optionalId.optional(),
  customerId: optionalId.optional(),
  customerName: optionalLine(200).optional(),
  customerEmail: optionalEmail.optional(),
  customerPhone: optionalPhone.optional(),
  customerAddress: optionalPostalAddress.optional(),
  leadSource: optionalPhrase(50).optional(),
  priority: priority.optional(),
  scope: optionalText(10_000).optional(),
  notes: optionalText(10_000).optional(),
  appointmentDate: optionalMoment.optional(),
  appointmentNotes: optionalText(10_000).optional(),
  followUpDate: optionalDay.optional(),
  followUpNotes: optionalText(10_000).optional(),
}

export const NewBid = z.object(fields, 'Send the bid as an object')
export type NewBid = z.output<typeof NewBid>

/** Only the fields sent are changed. `reason` is stored in the history of a change of status. */
export const BidChange = z.object(
  {
    ...fields,
    name: fields.name.optional(),
    address: fields.address.optional(),
    status: status.optional(),
    reason: optionalText(2_000).optional(),
  },
  'Send the change as an object',
)
export type BidChange = z.output<typeof BidChange>

/** The form of a bid; appointments and the follow-up have forms of their own. */
export const BidDetails = NewBid.omit({
  appointmentDate: true,
  appointmentNotes: true,
  followUpDate: true,
  followUpNotes: true,
})
export type BidDetails = z.output<typeof BidDetails>

/** Postpones a bid to a day. */
export const BidFollowUp = BidChange.pick({ followUpNotes: true }).extend({
  status: z.literal('follow_up'),
  followUpDate: optionalDay.refine((value) => value !== null, 'Choose the day to follow up'),
})
export type BidFollowUp = z.output<typeof BidFollowUp>

/** Closes a bid that was not won. */
export const BidRejection = BidChange.pick({ reason: true }).extend({
  status: z.literal('rejected'),
})
export type BidRejection = z.output<typeof BidRejection>

/** The most bids one request may change. */
export const MAX_BIDS_CHANGED = 1000

/**
 * `note` says how the customer said yes to a proposal that waits, for the office alone. The call
 * needs no body.
 */
const ConvertBid = z
  .object({ note: optionalText(2000).optional() }, 'Send the note as an object')
  .optional()

const ids = severalIds('bids', MAX_BIDS_CHANGED)
/** Postpones several bids to one day. */
export const BidsFollowUp = BidFollowUp.pick({ status: true, followUpDate: true }).extend({ ids })
/** Closes several bids that were not won, for one reason. */
export const BidsRejection = BidRejection.extend({ ids })
export const BidsChange = z.discriminatedUnion(
  'status',
  [BidsFollowUp, BidsRejection],
  'Choose to reject the bids or to follow up',
)
export type BidsChange = z.output<typeof BidsChange>

/**
 * The result of changing several bids. `kept` lists the bids that stay as they are, with the status
 * that is the reason.
 */
const BidsChanged = z.object({
  changed: z.number().int(),
  kept: z.array(Bid.pick({ id: true, name: true, status: true })),
})
export type KeptBid = z.infer<typeof BidsChanged>['kept'][number]

export const BidFilter = z.object({
  ...pageQuery,
  ...uncounted,
  ...misspelledToo,
  ...doneLast,
  status: status.optional(),
  /** Only bids that are pending or to follow up. */
  open: z.literal('true', 'open is true or absent').optional(),
  priority: priority.optional(),
  customerId: id.optional(),
  /** Only bids to follow up today, in the company's time zone, or before. */
  followUpDue: z.literal('true', 'followUpDue is true or absent').optional(),
  /**
   * Newest first by default. Bids without a date, a customer or an amount come after all that have
   * one.
   */
  sort: z.enum(bidOrders, 'Not a valid order').optional(),
})
export type BidFilter = z.output<typeof BidFilter>

/**
 * The three cards above the list: the value of all jobs in cents, the jobs not completed, and the
 * listed bids that are pending.
 */
const BidTotals = z.object({
  totalJobsValue: z.number().int(),
  activeJobs: z.number().int(),
  pendingBids: z.number().int(),
})

/** The totals of the filtered list, in cents. */
const BidSums = z.object({
  count: z.number().int(),
  /** The number of bids of each status. */
  statuses: z.record(z.enum(bidStatuses), z.number().int()),
  estimatedAmount: z.number().int(),
})
export type BidSums = z.infer<typeof BidSums>

/** One line of a bid's history. */
const BidEvent = z.object({
  id: z.number().int(),
  name: z.string(),
  actorName: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable(),
  createdAt: z.iso.datetime(),
})

export const Appointment = z.object({
  id,
  bidId: id,
  title: z.string(),
  description: z.string().nullable(),
  scheduledDate: z.iso.datetime(),
  /** Minutes. */
  duration: z.number().int(),
  appointmentType: z.string(),
  status: z.enum(appointmentStatuses),
  assignedToId: id.nullable(),
  assignedToName: z.string().nullable(),
  completionNotes: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Appointment = z.infer<typeof Appointment>

const appointmentFields = {
  title: line(200, 'Title is required'),
  description: optionalText(10_000).optional(),
  scheduledDate: moment,
  duration: enteredNumber('Enter minutes')
    .int('Whole minutes only')
    .min(0, 'Not negative')
    .max(10_080, 'At most a week')
    .optional(),
  appointmentType: phrase(50).optional(),
  status: z.enum(appointmentStatuses, 'Choose a status').optional(),
  assignedToId: optionalId.optional(),
  completionNotes: optionalText(10_000).optional(),
}

export const NewAppointment = z.object(appointmentFields, 'Send the appointment as an object')
export type NewAppointment = z.output<typeof NewAppointment>
export const AppointmentChange = z.object(
  {
    ...appointmentFields,
    title: appointmentFields.title.optional(),
    scheduledDate: moment.optional(),
  },
  'Send the change as an object',
)
export type AppointmentChange = z.output<typeof AppointmentChange>

const bidPath = '/api/pending-bids/:id' as const

export const bidRoutes = {
  list: route({
    method: 'GET',
    path: '/api/pending-bids',
    summary: 'The bids, newest first or sorted',
    may: 'bid.list',
    about: ['bid'],
    keep: true,
    query: BidFilter,
    reply: z.array(Bid),
  }),
  totals: route({
    method: 'GET',
    path: '/api/bid-totals',
    summary: 'The figures above a filtered list of bids',
    may: 'bid.list',
    about: ['bid'],
    keep: true,
    query: BidFilter,
    reply: BidTotals,
  }),
  sums: route({
    method: 'GET',
    path: '/api/bid-sums',
    summary: 'Counts and estimated amounts of a filtered list of bids',
    may: 'bid.list',
    about: ['bid'],
    keep: true,
    query: BidFilter,
    reply: BidSums,
  }),
  one: route({
    method: 'GET',
    path: bidPath,
    summary: 'One bid',
    may: 'bid.read',
    about: ['bid'],
    keep: true,
    reply: Bid,
  }),
  create: route({
    method: 'POST',
    path: '/api/pending-bids',
    summary: 'Create a bid',
    may: 'bid.create',
    body: NewBid,
    reply: Bid,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: bidPath,
    summary: 'Change the fields sent; reject, follow up and reopen are changes of status',
    may: 'bid.update',
    body: BidChange,
    reply: Bid,
    fails: ['bidDecided', 'stale'],
  }),
  updateSeveral: route({
    method: 'POST',
    path: '/api/pending-bids/change',
    summary: 'Reject several bids or follow them up; those whose state forbids it stay as they are',
    may: 'bid.update',
    body: BidsChange,
    reply: BidsChanged,
  }),
  remove: route({
    method: 'DELETE',
    path: bidPath,
    summary: 'Delete a bid that nobody has signed',
    may: 'bid.delete',
    fails: ['signed'],
    reply: z.void(),
    status: 204,
  }),
  convert: route({
    method: 'POST',
    path: `${bidPath}/convert`,
    summary: 'Approve a bid that is pending or to follow up: it becomes a job, once',
    may: 'bid.convert',
    body: ConvertBid,
    reply: Job,
    fails: ['bidDecided'],
  }),
  undoConvert: route({
    method: 'POST',
    path: `${bidPath}/undo-convert`,
    summary:
      'Take the approval of a bid back and delete its job, unless that was changed; reopen it if the job was deleted',
    may: 'bid.convert',
    reply: Bid,
    status: 200,
    fails: ['jobTouched', 'signed'],
  }),
  history: route({
    method: 'GET',
    path: `${bidPath}/history`,
    summary: 'What happened to a bid, newest first',
    may: 'bid.read',
    about: ['bid'],
    keep: true,
    reply: z.array(BidEvent),
  }),
  appointments: route({
    method: 'GET',
    path: `${bidPath}/appointments`,
    summary: 'The appointments of a bid, by date',
    may: 'bid.read',
    about: ['bid'],
    keep: true,
    reply: z.array(Appointment),
  }),
  addAppointment: route({
    method: 'POST',
    path: `${bidPath}/appointments`,
    summary: 'Make an appointment',
    may: 'bid.update',
    body: NewAppointment,
    reply: Appointment,
    status: 201,
  }),
  updateAppointment: route({
    method: 'PUT',
    path: '/api/bid-appointments/:id',
    summary: 'Change the fields sent',
    may: 'bid.update',
    body: AppointmentChange,
    reply: Appointment,
    fails: ['stale'],
  }),
  removeAppointment: route({
    method: 'DELETE',
    path: '/api/bid-appointments/:id',
    summary: 'Delete an appointment',
    may: 'bid.update',
    reply: z.void(),
    status: 204,
  }),
}
