import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { type WeeklyUpdate, weekOf } from '@plumbline/contract/weeklyUpdates.ts'
import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { confirm, dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const today = () => dayIn('America/Chicago', new Date())

const panel = (page: Page) => page.getByRole('region', { name: 'Weekly updates' })

/** A job in progress, with something planned for next week unless it is quiet. */
async function startJob(admin: ApiClient, name: string, { isQuiet = false } = {}): Promise<string> {
  // On a Friday the program would draft them before the story does.
  await admin.request('PUT', '/api/settings', { weeklyUpdates: false })
  const id = await newJob(admin, name, { status: 'in_progress' })
  if (isQuiet) return id
  const friday = weekOf(today())
  const entry = { jobId: id, title: 'Cabinet install', startDate: today(), endDate: today() }
  const made = await admin.request<Thing>('POST', '/api/schedule', entry)
  const running = { status: 'in_progress', percentComplete: 60 }
  await admin.request('PUT', `/api/schedule/${made.id}`, running)
  const next = { startDate: addDays(friday, 3), endDate: addDays(friday, 5) }
  await admin.request('POST', '/api/schedule', { jobId: id, title: 'Countertop', ...next })
  const secret = { jobId: id, title: 'Our own punch list', internal: true, ...next }
  await admin.request('POST', '/api/schedule', secret)
  return id
}

const draftOf = (admin: ApiClient, jobId: string, day = today()) =>
  admin.request<WeeklyUpdate>('POST', `/api/jobs/${jobId}/weekly-updates`, { day })

const writes: readonly Write[] = [
  {
    row: 'POST /api/jobs/:id/weekly-updates',
    shownOn: ['Work in Progress'],
    make: async (page) => {
      await openJob(page, 'Attic')
      await panel(page).getByRole('button', { name: 'Draft this week’s update' }).click()
      await written(page, 'Update drafted')
    },
  },
  {
    row: 'PUT /api/weekly-updates/:id',
    shownOn: ['Work in Progress'],
    make: async (page) => {
      await openJob(page, 'Attic')
      await panel(page).getByRole('button', { name: 'Edit' }).click()
      await dialog(page).getByRole('textbox', { name: 'Text' }).fill('All is well.')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await written(page, 'Draft saved')
    },
  },
  {
    row: 'POST /api/weekly-updates/:id/send',
    shownOn: ['Work in Progress'],
    make: async (page) => {
      await openJob(page, 'Attic')
      await panel(page).getByRole('button', { name: 'Send' }).click()
      await dialog(page).getByRole('button', { name: 'Send' }).click()
      await written(page, 'Update sent')
    },
  },
  {
    row: 'DELETE /api/weekly-updates/:id',
    shownOn: ['Work in Progress'],
    make: async (page) => {
      await openJob(page, 'Garage')
      await panel(page).getByRole('button', { name: 'Delete' }).click()
      await confirm(page, 'Delete')
      await written(page, 'Draft deleted')
    },
  },
]

story('weekly updates are fresh after each write', async (stage) => {
  const { admin, join } = stage
  const attic = await startJob(admin, 'Attic')
  const garage = await startJob(admin, 'Garage')
  await join('client', 'Carl', [attic, garage])
  await draftOf(admin, garage)
  await followed(stage, writes)
})
