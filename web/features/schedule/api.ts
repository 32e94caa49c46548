import { baselineRoutes } from '@plumbline/contract/baselines.ts'
import { keyDateRoutes } from '@plumbline/contract/keyDates.ts'
import {
  type EntryForm as EntrySchema,
  type PlanEntry,
  scheduleRoutes,
} from '@plumbline/contract/schedule.ts'
import { queryOptions } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { send } from '../../api/call.ts'
import { query } from '../../api/query.ts'
import type { Toast } from '../../ui/toasts.ts'

/** The schedule of a job. */
export const jobSchedule = (jobId: string) => query(scheduleRoutes.ofJob, { params: { id: jobId } })

/** The delay of a job against its promised finish. */
export const jobFinish = (jobId: string) => query(baselineRoutes.finish, { params: { id: jobId } })

/** One entry with its texts. */
export const entryQuery = (id: string) => query(scheduleRoutes.one, { params: { id } })

/** The history of an entry. */
export const entryHistory = (id: string) => query(scheduleRoutes.changes, { params: { id } })

export type PlanFilter = z.input<typeof scheduleRoutes.plan.query>

/** The number of entries or deadlines in a list of upcoming ones. */
const UPCOMING_LIMIT = '5'

/** The first entries that start on a day or later. */
export const upcomingQuery = (startsFrom: string, filter: PlanFilter) =>
  query(scheduleRoutes.list, { query: { ...filter, startsFrom, limit: UPCOMING_LIMIT } })

/**
 * The entries of a period, with the fields that calendars and charts draw. `total` is larger than
 * their number if there are too many.
 */
export function planQuery(filter: PlanFilter) {
  return queryOptions({
    queryKey: [scheduleRoutes.plan.path, filter] as const,
    meta: { about: scheduleRoutes.plan.about },
    queryFn: async ({ signal }) => {
      const response = await send(scheduleRoutes.plan, { query: filter }, { signal })
      const entries: readonly PlanEntry[] = await response.json()
      return { entries, total: Number(response.headers.get('X-Total-Count')) }
    },
  })
}

/** The next five deadlines from a day on. */
export const upcomingDeadlines = (from: string) =>
  query(keyDateRoutes.list, { query: { from, deadlines: 'true', limit: UPCOMING_LIMIT } })

/**
 * The toasts of saving an entry, which differ between a job's schedule panel and the Schedule
 * screen.
 */
export interface EntryTexts {
  readonly created: Toast
  readonly updated: Toast
  readonly createFailed: string
  readonly updateFailed: string
}

/** The toasts of a job's schedule panel. */
export const panelTexts: EntryTexts = {
  created: { title: 'Success', description: 'Schedule entry created successfully' },
  updated: { title: 'Success', description: 'Schedule entry updated successfully' },
  createFailed: 'Failed to create schedule entry',
  updateFailed: 'Failed to update schedule entry',
}

/** The toasts of the Schedule screen. */
export const scheduleTexts: EntryTexts = {
  created: { title: 'Schedule Entry Created' },
  updated: { title: 'Schedule Updated' },
  createFailed: 'Failed to create schedule entry.',
  updateFailed: 'Failed to update schedule entry',
}

/** The values that the fields of the entry form hold. */
export type EntryValues = z.input<typeof EntrySchema>
export type EntryForm = UseFormReturn<EntryValues, unknown, z.output<typeof EntrySchema>>
