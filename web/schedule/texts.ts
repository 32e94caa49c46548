import type { Toast } from '../ui/toasts.ts'

/** What saving an entry says; the job's panel and the schedule page have different words. */
export interface EntryTexts {
  readonly created: Toast
  readonly updated: Toast
  readonly createFailed: string
  readonly updateFailed: string
}

/** The words of the job's panel. */
export const panelTexts: EntryTexts = {
  created: { title: 'Success', description: 'Schedule entry created successfully' },
  updated: { title: 'Success', description: 'Schedule entry updated successfully' },
  createFailed: 'Failed to create schedule entry',
  updateFailed: 'Failed to update schedule entry',
}
