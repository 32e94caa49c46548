import { type NewEntry, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { query } from '../api/query.ts'
import type { Toast } from '../ui/toasts.ts'

/** The schedule of a job. */
export const jobSchedule = (jobId: string) => query(scheduleRoutes.ofJob, { params: { id: jobId } })

/** The toasts of saving an entry, which differ between a job's schedule panel and the Schedule screen. */
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

/** The form of an entry: what its fields hold, and what a submit sends. */
export type EntryValues = z.input<typeof NewEntry>
export type EntryForm = UseFormReturn<EntryValues, unknown, NewEntry>
