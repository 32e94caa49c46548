import type { scheduleEntries } from '../server/schedule/table.ts'
import type { SubKey } from './people.ts'

type Entry = typeof scheduleEntries.$inferSelect

interface Choices {
  readonly by?: SubKey
  readonly type?: Entry['scheduleType']
  /** Titles of the steps of the same job that it waits for; the one listed before it where left out. */
  readonly after?: readonly string[]
  readonly priority?: Entry['priority']
  /** Outdoor work waits for the weather. */
  readonly outdoors?: true
  /** Only where the days do not tell: past is completed, future is scheduled. */
  readonly status?: Entry['status']
  /** Only of what is under way or was stopped. */
  readonly percent?: number
  readonly hours?: number
  readonly text?: string
  /** What was noted when it was done. */
  readonly done?: string
}

/** One entry of a job's schedule. `at` counts working days as its job does, `days` is how many it takes. */
export interface Step extends Choices {
  readonly title: string
  readonly at: number
  readonly days: number
}

export const step = (title: string, at: number, days: number, choices: Choices = {}): Step => ({
  title,
  at,
  days,
  ...choices,
})

const oneDay =
  (type: Entry['scheduleType'], hours: number) =>
  (title: string, at: number, choices: Choices = {}): Step => ({
    title,
    at,
    days: 1,
    type,
    hours,
    ...choices,
  })

export const inspection = oneDay('inspection', 1)
export const delivery = oneDay('delivery', 2)
export const meeting = oneDay('meeting', 1.5)
export const milestone = oneDay('milestone', 1)
