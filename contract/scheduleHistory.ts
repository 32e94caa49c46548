import { z } from 'zod'
import { id } from './text.ts'

/**
 * One change of an entry. `changeType` is `created`, `deleted`, or the name of the field that
 * changed; the values are plain text, people and entries by their names. `impactedEntries` are the
 * entries at the other end of a dependency.
 */
export const ScheduleChange = z.object({
  id,
  scheduleEntryId: id,
  changedById: id,
  changedByName: z.string(),
  changeType: z.string(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  reason: z.string().nullable(),
  impactedEntries: z.array(id),
  /** The move that it was part of; null where no days changed. */
  moveId: id.nullable(),
  /** Whether that move can be undone: it is the newest of its jobs that is not undone. */
  undoable: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type ScheduleChange = z.infer<typeof ScheduleChange>

/** One change in the history of a job, with the title of its entry, which may be deleted. */
export const JobScheduleChange = z.object({ ...ScheduleChange.shape, entryTitle: z.string() })
export type JobScheduleChange = z.infer<typeof JobScheduleChange>

/**
 * The calendar days by which moves made a job end later, in total and by reason, most first. Undone
 * moves do not count.
 */
export const DaysLost = z.object({
  days: z.number().int(),
  reasons: z.array(
    z.object({
      /** Null if none was given. */
      reason: z.string().nullable(),
      days: z.number().int(),
      /** The number of moves. */
      moves: z.number().int(),
    }),
  ),
})
export type DaysLost = z.infer<typeof DaysLost>
