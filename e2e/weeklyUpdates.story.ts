import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { type WeeklyUpdate, weekOf } from '@plumbline/contract/weeklyUpdates.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { confirm, dialog, toast } from './harness/screen.ts'
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

story('a draft is gone over on a phone and sent, and the client reads it', async (stage) => {
  const { admin, join, visit } = stage
  const jobId = await startJob(admin, 'Kitchen remodel')
  const quietId = await startJob(admin, 'Hall bath', { isQuiet: true })
  const client = await join('client', 'Cleo', [jobId, quietId])
  await upload(admin, jobId, 'Uppers are up', 90)
  await upload(admin, jobId, 'A mess', 150)

  const clientPage = await visit(client.api, `/jobs/${jobId}`)
  await panel(clientPage).getByText('No weekly updates yet. You find here').waitFor()

  const page = await visit(admin, `/jobs/${jobId}`, { width: 390 })
  await panel(page).getByRole('button', { name: 'Draft this week’s update' }).click()
  await toast(page, 'Update drafted')
  await panel(page).getByText('Cabinet install, 60% done').waitFor()
  const text = await panel(page).getByText('Hello Cleo,').textContent()
  expect(text).toContain('Next week:\n- Countertop')
  expect(text).not.toContain('punch list')
  await panel(page).getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByRole('button', { name: 'A mess' }).click()
  const box = dialog(page).getByRole('textbox', { name: 'Text' })
  await box.fill(`${await box.inputValue()}\n\nPS: The dog is welcome again.`)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Draft saved')
  await panel(page).getByRole('button', { name: 'Send' }).click()
  await dialog(page)
    .getByText('Cleo Client sees it on the job; no email is sent since no mail server is set up.')
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await toast(page, 'Update sent')

  // It comes without a reload, and the newest is open.
  await panel(clientPage).getByText('PS: The dog is welcome again.').waitFor()
  const photos = panel(clientPage).getByRole('link', { name: /^Open photo/ })
  expect(await photos.count()).toBe(1)
  await photos.click()
  await clientPage.getByRole('dialog', { name: 'Photo' }).getByText('Uppers are up').waitFor()
  await clientPage.goto('/')
  await clientPage.getByText(/^Weekly update of /).waitFor()

  const quiet = await draftOf(admin, quietId)
  await admin.request('POST', `/api/weekly-updates/${quiet.id}/send`)
  await clientPage.goto(`/jobs/${quietId}?update=${quiet.id}`)
  await panel(clientPage)
    .getByText(/was a week without anything to report on Hall bath/)
    .waitFor()
})

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
