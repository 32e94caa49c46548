import { z } from 'zod'
import { CREW_LIMIT } from './crewDays.ts'
import { day, inOrder, isDay } from './dates.ts'
import { route } from './route.ts'
import { PlanEntry } from './schedule.ts'
import { id, optionalPhrase, optionalText, text } from './text.ts'

/**
 * A day on which a sub works on an entry. Without an answer it is neither confirmed nor declined.
 */
export const CrewDay = z.object({
  id,
  scheduleEntryId: id,
  entryTitle: z.string(),
  /** Subs are not asked about the days of a completed or canceled entry. */
  entryStatus: PlanEntry.shape.status,
  /** The work stops in bad weather if it depends on the weather and is not indoors. */
  weatherDependent: z.boolean(),
  indoorWork: z.boolean(),
  jobId: id,
  jobName: z.string(),
  jobAddress: z.string(),
  subcontractorId: id,
  subcontractorName: z.string(),
  assignedDate: z.iso.date(),
  /** `08:00`, in the company's time zone. */
  startTime: z.string(),
  endTime: z.string(),
  role: z.string().nullable(),
  confirmed: z.boolean(),
  declined: z.boolean(),
  declineReason: z.string().nullable(),
  /** When the sub was last asked to confirm. */
  askedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type CrewDay = z.infer<typeof CrewDay>

/** The outcome of a write: whether the sub joined the job, and warnings. */
const outcome = {
  /** Whether this write added the sub to the job. */
  addedToJob: z.boolean(),
  /** Warnings as text: booked twice, away, or a day off. */
  warnings: z.array(z.string()),
}

/** A crew day after a write. */
export const WrittenCrewDay = z.object({ ...CrewDay.shape, ...outcome })
export type WrittenCrewDay = z.infer<typeof WrittenCrewDay>

/** Crew days after a write. */
export const WrittenCrew = z.object({ days: z.array(CrewDay), ...outcome })
export type WrittenCrew = z.infer<typeof WrittenCrew>

const time = z
  .string('Enter a time')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, from 00:00 to 23:59')
const yesNo = z.boolean('Must be true or false')

const fields = {
  startTime: time.optional(),
  endTime: time.optional(),
  role: optionalPhrase(100).optional(),
  confirmed: yesNo.optional(),
  declined: yesNo.optional(),
  declineReason: optionalText(1000).optional(),
}

const ENDS_BEFORE_START = 'The end must be after the start'
const startsFirst = ({
  startTime,
  endTime,
}: {
  startTime?: string | undefined
  endTime?: string | undefined
}) => !startTime || !endTime || startTime < endTime
const endsLast = { path: ['endTime'], message: ENDS_BEFORE_START }

const oneAnswer = ({
  confirmed,
  declined,
}: {
  confirmed?: boolean | undefined
  declined?: boolean | undefined
}) => !(confirmed && declined)
const notBoth = { path: ['declined'], message: 'A day is confirmed or declined, not both' }

const days = z
  .array(day, 'Send a list of days')
  .min(1, 'Choose at least one day')
  .max(CREW_LIMIT, `At most ${CREW_LIMIT} days`)
  .transform((list) => [...new Set(list)].sort())

const subcontractorId = text(40, 'Choose a subcontractor').pipe(id)

/**
 * The crew days of one sub on an entry; without `days`, every working day of the entry. Undoing a
 * removal also restores the sub's answer.
 */
export const NewCrew = z
  .object(
    {
      subcontractorId,
      days: days.optional(),
      startTime: fields.startTime,
      endTime: fields.endTime,
      role: fields.role,
      confirmed: fields.confirmed,
      declined: fields.declined,
      declineReason: fields.declineReason,
    },
    'Send the booking as an object',
  )
  .refine(startsFirst, endsLast)
  .refine(oneAnswer, notBoth)
export type NewCrew = z.output<typeof NewCrew>

const formFields = { startTime: time, endTime: time, role: fields.role }

/** The form of a booking: one day, or every working day of the entry if the day is empty. */
export const BookingForm = z
  .object({
    subcontractorId,
    assignedDate: z.union([z.literal('').transform(() => null), z.null(), day]),
    ...formFields,
  })
  .refine(startsFirst, endsLast)

/** The form of a crew day. */
export const CrewDayForm = z
  .object({
    subcontractorId,
    assignedDate: text(40, 'Date is required').pipe(day),
    ...formFields,
  })
  .refine(startsFirst, endsLast)

/** Only the fields sent are changed. A sub may send only their answer. */
export const CrewChange = z
  .object(
    { subcontractorId: subcontractorId.optional(), assignedDate: day.optional(), ...fields },
    'Send the change as an object',
  )
  .refine(startsFirst, endsLast)
  .refine(oneAnswer, notBoth)
export type CrewChange = z.output<typeof CrewChange>

/** The fields a sub may send. */
export const crewAnswerFields = ['confirmed', 'declined', 'declineReason'] as const

/** The reason why a sub cannot come. */
export const CrewRefusal = z.object({
  declineReason: text(1000, 'Say why you cannot come'),
})

/**
 * New days and the same or another sub for crew days of one entry. A crew day that changes loses
 * its answer unless the move includes one, as undoing a move does.
 */
export const CrewMoves = z.object(
  {
    subcontractorId,
    moves: z
      .array(
        z.object({
          id,
          assignedDate: day,
          confirmed: fields.confirmed,
          declined: fields.declined,
          declineReason: fields.declineReason,
          /** The version the move is based on. */
          updatedAt: z.iso.datetime('Send the version').optional(),
        }),
        'Send a list of moves',
      )
      .min(1, 'Send at least one move')
      .max(CREW_LIMIT, `At most ${CREW_LIMIT} days`),
  },
  'Send the moves as an object',
)
export type CrewMoves = z.output<typeof CrewMoves>

export const CrewFilter = z.object({
  /** Crew days on this day or later. */
  from: day.optional(),
  /** Crew days on this day or earlier. */
  to: day.optional(),
  subcontractorId: id.optional(),
  jobId: id.optional(),
})
export type CrewFilter = z.output<typeof CrewFilter>

/** The days to take a sub off; without it, all days. */
const ReleaseFilter = z.object({
  /** Days as `YYYY-MM-DD`, separated by commas. */
  days: z
    .string()
    .refine(
      (value) => value.split(',').every(isDay),
      'Send days as YYYY-MM-DD, with commas between',
    )
    .optional(),
})

/** An open entry that needs a crew and has none. */
export const UncrewedEntry = PlanEntry.pick({
  id: true,
  jobId: true,
  jobName: true,
  title: true,
  startDate: true,
  endDate: true,
  weatherDependent: true,
  indoorWork: true,
})
export type UncrewedEntry = z.infer<typeof UncrewedEntry>

/** A way to resolve a double booking, for the day that is easier to move. */
export const ClashResolution = z.object({
  /** Give the day to another sub, leave it to one who is already booked for it, or move it. */
  kind: z.enum(['give', 'leave', 'move']),
  /** The sub who gets the day or is already booked for it; for a move, the sub who has it. */
  subcontractorId: id,
  subcontractorName: z.string(),
  assignedDate: z.iso.date(),
  /** `free, other trade`. */
  why: z.string(),
})
export type ClashResolution = z.infer<typeof ClashResolution>

/** The bookings of a sub at the same time, and the ways to resolve the conflict. */
export const ClashResolutions = z.object({
  /** By start time. */
  days: z.array(CrewDay),
  /** The id of the booking in `days` that `ways` would change. */
  movableId: id,
  /** Best first. */
  ways: z.array(ClashResolution),
})
export type ClashResolutions = z.infer<typeof ClashResolutions>

/** A sub who was asked to confirm. */
const AskedSub = z.object({
  id,
  name: z.string(),
  phone: z.string().nullable(),
  /** Whether they were sent an email. */
  emailed: z.boolean(),
  /** A text message to them, with a link for each day that answers it. */
  text: z.string(),
})
export type AskedSub = z.infer<typeof AskedSub>

const edits = { fails: ['conflict', 'stale'] } as const

export const crewRoutes = {
  ofEntry: route({
    method: 'GET',
    path: '/api/schedule/:id/crew',
    also: [{ method: 'GET', path: '/api/schedule-entries/:id/crew' }],
    summary: 'The crew days of an entry, by day',
    may: 'crew.read',
    about: ['schedule'],
    keep: true,
    reply: z.array(CrewDay),
  }),
  book: route({
    method: 'POST',
    path: '/api/schedule/:id/crew',
    also: [{ method: 'POST', path: '/api/schedule-entries/:id/crew' }],
    summary: 'Book a sub on days of an entry, or on each of its working days; they join the job',
    may: 'crew.book',
    body: NewCrew,
    reply: WrittenCrew,
    status: 201,
    fails: ['conflict'],
  }),
  release: route({
    method: 'DELETE',
    path: '/api/schedule/:id/crew/:subcontractorId',
    also: [{ method: 'DELETE', path: '/api/schedule-entries/:id/crew/:subcontractorId' }],
    summary: 'Take a sub off all days of an entry, or off some',
    may: 'crew.delete',
    query: ReleaseFilter,
    reply: z.void(),
    status: 204,
  }),
  list: route({
    method: 'GET',
    path: '/api/crew',
    summary: 'The crew days of a period on all jobs, by day; a sub gets their own',
    may: 'crew.list',
    about: ['schedule'],
    keep: true,
    query: CrewFilter,
    reply: z.array(CrewDay),
  }),
  uncrewed: route({
    method: 'GET',
    path: '/api/crew/uncrewed',
    summary: 'The open entries of a period that have no crew day, by start',
    may: 'crew.book',
    about: ['schedule'],
    keep: true,
    query: CrewFilter.pick({ from: true, to: true, jobId: true }),
    reply: z.array(UncrewedEntry),
  }),
  ask: route({
    method: 'POST',
    path: '/api/crew/ask',
    summary:
      'Ask all subs who have not answered for days of a period to confirm, by email; the reply has a text message for each',
    may: 'crew.ask',
    body: z
      .object(
        {
          from: text(40, 'Start date is required').pipe(day),
          to: text(40, 'End date is required').pipe(day),
        },
        'Send the period as an object',
      )
      .refine(({ from, to }) => inOrder(from, to), {
        path: ['to'],
        message: 'The end date cannot be before the start date',
      }),
    reply: z.object({
      /** The number of subs who were asked. */
      subs: z.number().int(),
      /** The number of days they were asked about. */
      days: z.number().int(),
      /** The number of those subs who have an email address. */
      withAddress: z.number().int(),
      /** Whether emails are sent, which requires SMTP to be configured. */
      emailed: z.boolean(),
      asked: z.array(AskedSub),
    }),
  }),
  move: route({
    method: 'POST',
    path: '/api/crew/move',
    summary: 'Give crew days of one entry other days or another sub, all or none',
    may: 'crew.book',
    body: CrewMoves,
    reply: WrittenCrew,
    ...edits,
  }),
  update: route({
    method: 'PUT',
    path: '/api/crew/:id',
    also: [{ method: 'PATCH', path: '/api/crew/:id' }],
    summary: 'Change a crew day; a sub confirms or declines their own',
    may: 'crew.update',
    body: CrewChange,
    reply: WrittenCrewDay,
    ...edits,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/crew/:id',
    summary: 'Delete a crew day',
    may: 'crew.delete',
    reply: z.void(),
    status: 204,
  }),
  ways: route({
    method: 'GET',
    path: '/api/crew/:id/ways',
    summary: 'The bookings of the sub at the time of a crew day, and the ways out of having two',
    may: 'crew.book',
    about: ['schedule'],
    keep: true,
    reply: ClashResolutions,
  }),
}
