import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { type WeeklyUpdate, weekOf } from '@plumbline/contract/weeklyUpdates.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { dialog } from './harness/screen.ts'
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

async function upload(api: ApiClient, jobId: string, caption: string, shade: number) {
  const file = { content: png(320, 240, shade), name: 'IMG.png', type: 'image/png' }
  const { status, body } = await sendPhoto(api, file, { jobId, caption })
  expect(status).toBe(201)
  return body.id
}

const draftOf = (admin: ApiClient, jobId: string, day = today()) =>
  admin.request<WeeklyUpdate>('POST', `/api/jobs/${jobId}/weekly-updates`, { day })

story('the weekly updates look right', async ({ admin, join, checkAppearance }) => {
  const jobId = await startJob(admin, 'Kitchen remodel')
  const client = await join('client', 'Cora', [jobId])
  for (let n = 0; n < 5; n++) await upload(admin, jobId, `Photo ${n}`, 60 + n * 30)
  for (let n = 12; n > 0; n--) {
    const { id } = await draftOf(admin, jobId, addDays(today(), -7 * n))
    await admin.request('POST', `/api/weekly-updates/${id}/send`)
  }
  const draft = await draftOf(admin, jobId)
  const ready = (page: Page) => panel(page).getByRole('button', { name: 'Send' }).waitFor()
  const at = `/jobs/${jobId}?update=${draft.id}`
  await checkAppearance(admin, at, 'weekly-updates-draft', ready)
  await checkAppearance(admin, at, 'weekly-updates-edit', async (page) => {
    await panel(page).getByRole('button', { name: 'Edit' }).click()
    await dialog(page).getByRole('button', { name: 'Photo 4' }).waitFor()
  })
  await checkAppearance(admin, at, 'weekly-updates-send', async (page) => {
    await panel(page).getByRole('button', { name: 'Send' }).click()
    await dialog(page).getByText('Send this update?').waitFor()
  })
  await admin.request('POST', `/api/weekly-updates/${draft.id}/send`)
  await checkAppearance(client.api, at, 'weekly-updates-client', (page) =>
    panel(page).getByText('Hello Cora,').first().waitFor(),
  )
})
