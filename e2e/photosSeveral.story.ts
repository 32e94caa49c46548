import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { followed, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { loadAxe } from './harness/page.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, card, confirm, dialog, toast } from './harness/screen.ts'
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

story('photos are moved, named, saved and deleted together', async (stage) => {
  const { admin, join, visit } = stage
  const [deck, bath] = [await newJob(admin, 'Deck'), await newJob(admin, 'Bath')]
  const sub = await join('subcontractor', 'Sam', [deck])
  for (const caption of ['Posts', 'Rails', 'Stairs']) await upload(admin, caption, { jobId: deck })
  await upload(sub.api, 'Footings', { jobId: deck })

  const page = await visit(admin, '/photos')
  await select(page, 'Posts', 'Rails')
  await action(page, 'Move').click()
  await dialog(page).getByRole('combobox', { name: 'Job' }).fill('Bath')
  await dialog(page).getByRole('option', { name: /Bath/ }).click()
  await dialog(page).getByRole('button', { name: 'Move' }).click()
  await toast(page, '2 photos moved successfully')
  await card(page, 'Rails').getByText('Bath').waitFor()

  await select(page, 'Posts', 'Rails')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^photos-\d{4}-\d\d-\d\d\.zip$/)
  expect(await download.failure()).toBe(null)
  await loadAxe(page)
  await checkThemes(page, 'photos-several-1440')
  await action(page, 'Caption').click()
  await dialog(page).getByLabel('Caption').fill('As found')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await toast(page, '2 photos updated successfully')
  await expect.poll(() => card(page, 'As found').count()).toBe(2)

  await page.goto(`/photos?jobId=${bath}`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await button(page, 'Select day').click()
  await action(page, 'Delete').click()
  await confirm(page, 'Delete')
  await toast(page, '2 photos deleted successfully')
  await page.getByText('No photos for selected project').waitFor()

  // A sub: three across, their own photo with a long press and by keyboard, and nothing of others.
  const phone = await visit(sub.api, '/photos', { width: 390 })
  const pictures = phone.getByRole('button', { name: /^Open photo: / })
  await expect.poll(() => pictures.count()).toBe(2)
  const places = await Promise.all([0, 1].map((n) => pictures.nth(n).boundingBox()))
  expect(places.map((place) => [place?.x, place?.width])).toEqual([
    [0, expect.closeTo(128.66, 1)],
    [expect.closeTo(130.66, 1), expect.closeTo(128.66, 1)],
  ])
  await phone.getByRole('button', { name: 'Open photo: Stairs' }).focus()
  await phone.keyboard.press('x')
  await phone.getByRole('button', { name: 'Open photo: Footings' }).focus()
  await phone.keyboard.press('x')
  await phone.getByText('1 selected', { exact: true }).waitFor()
  await loadAxe(phone)
  await checkThemes(phone, 'photos-several-390')
  await action(phone, 'Delete').click()
  await confirm(phone, 'Delete')
  await toast(phone, 'Photo deleted successfully')
  await phone.getByRole('button', { name: 'Open photo: Footings' }).waitFor({ state: 'detached' })
})

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
