import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { confirm, dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

async function upload(api: ApiClient, caption: string, fields: Record<string, string> = {}) {
  const content = png(320, 240, 60 + (caption.length % 8) * 20)
  const file = { content, name: 'IMG_0001.png', type: 'image/png' }
  expect((await sendPhoto(api, file, { caption, ...fields })).status).toBe(201)
}

const box = (page: Page, caption: string) =>
  page.getByRole('checkbox', { name: `Select: ${caption}`, exact: true })

const action = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Selected photos' }).getByRole('button', { name, exact: true })

const select = async (page: Page, ...captions: readonly string[]) => {
  for (const caption of captions) await box(page, caption).check({ force: true })
  await page.getByText(`${captions.length} selected`, { exact: true }).waitFor()
}

const writes: readonly Write[] = [
  {
    row: 'POST /api/photos/caption',
    shownOn: ['Photos'],
    make: async (page) => {
      await select(page, 'Attic fan', 'Attic floor')
      await action(page, 'Caption').click()
      await dialog(page).getByLabel('Caption').fill('Attic')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await written(page, '2 photos updated successfully')
    },
  },
  {
    row: 'POST /api/photos/move',
    shownOn: ['Photos'],
    make: async (page) => {
      await select(page, 'Attic hatch')
      await action(page, 'Move').click()
      await dialog(page).getByRole('combobox', { name: 'Job' }).fill('Loft')
      await dialog(page).getByRole('option', { name: /Loft/ }).click()
      await dialog(page).getByRole('button', { name: 'Move' }).click()
      await written(page, '1 photo moved successfully')
    },
  },
  {
    row: 'POST /api/photos/delete',
    shownOn: ['Photos'],
    make: async (page) => {
      await select(page, 'Attic hatch')
      await action(page, 'Delete').click()
      await confirm(page, 'Delete')
      await written(page, 'Photo deleted successfully')
    },
  },
]

story(
  'photos are fresh after several were changed',
  async (stage) => {
    const jobId = await newJob(stage.admin, 'Attic')
    await newJob(stage.admin, 'Loft')
    for (const caption of ['Attic fan', 'Attic floor', 'Attic hatch'])
      await upload(stage.admin, caption, { jobId })
    await followed(stage, writes)
  },
  { alone: true },
)
