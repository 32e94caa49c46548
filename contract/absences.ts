import { z } from 'zod'
import { CrewFilter } from './crew.ts'
import { day, inOrder } from './dates.ts'
import { route } from './route.ts'
import { id, optionalText, text } from './text.ts'

/** Days on which a sub does not work for the company. */
export const CrewAbsence = z.object({
  id,
  subcontractorId: id,
  subcontractorName: z.string(),
  startDate: z.iso.date(),
  /** Inclusive. */
  endDate: z.iso.date(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type CrewAbsence = z.infer<typeof CrewAbsence>

/** An absence after a write. */
export const WrittenAbsence = z.object({
  ...CrewAbsence.shape,
  /** Warnings as text: the sub's crew days in this period. */
  warnings: z.array(z.string()),
})
export type WrittenAbsence = z.infer<typeof WrittenAbsence>

const absence = {
  startDate: text(40, 'Start date is required').pipe(day),
  endDate: text(40, 'End date is required').pipe(day),
  reason: optionalText(200).optional(),
}
const endsAfterStart = {
  path: ['endDate'],
  message: 'The end date cannot be before the start date',
}
const datesInOrder = ({
  startDate,
  endDate,
}: {
  startDate?: string | undefined
  endDate?: string | undefined
}) => inOrder(startDate, endDate)

/** A new absence. A sub omits `subcontractorId`; an admin names the sub. */
export const NewAbsence = z
  .object({ subcontractorId: id.optional(), ...absence }, 'Send the absence as an object')
  .refine(datesInOrder, endsAfterStart)
export type NewAbsence = z.output<typeof NewAbsence>

/** The form of an absence. */
export const AbsenceForm = z.object(absence).refine(datesInOrder, endsAfterStart)

/** Only the fields sent are changed. The sub stays the same. */
export const AbsenceChange = z
  .object(
    {
      startDate: absence.startDate.optional(),
      endDate: absence.endDate.optional(),
      reason: absence.reason,
    },
    'Send the change as an object',
  )
  .refine(datesInOrder, endsAfterStart)
export type AbsenceChange = z.output<typeof AbsenceChange>

export const absenceRoutes = {
  list: route({
    method: 'GET',
    path: '/api/crew-absences',
    summary: 'The days away of the subs, by start; a sub gets their own',
    may: 'absence.list',
    about: ['schedule'],
    keep: true,
    query: CrewFilter.omit({ jobId: true }),
    reply: z.array(CrewAbsence),
  }),
  create: route({
    method: 'POST',
    path: '/api/crew-absences',
    summary: 'Note days on which a sub is away',
    may: 'absence.create',
    body: NewAbsence,
    reply: WrittenAbsence,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/api/crew-absences/:id',
    also: [{ method: 'PATCH', path: '/api/crew-absences/:id' }],
    summary: 'Change the fields sent',
    may: 'absence.update',
    body: AbsenceChange,
    reply: WrittenAbsence,
    fails: ['stale'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/crew-absences/:id',
    summary: 'Delete an absence',
    may: 'absence.delete',
    reply: z.void(),
    status: 204,
  }),
}
