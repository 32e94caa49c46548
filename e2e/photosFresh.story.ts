import { followed, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { png } from './harness/png.ts'
import { button, card, confirm, dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

const writes: readonly Write[] = [
  {
    row: 'POST /api/photos',
    shownOn: ['Photos'],
    make: async (page) => {
      await button(page, 'Upload Photos').first().click()
      await dialog(page).getByRole('combobox', { name: 'Project' }).fill('Loft')
      await page.getByRole('option', { name: /Loft/ }).click()
      await dialog(page)
        .getByLabel(/^Choose photos$/)
        .setInputFiles({
          name: 'a.png',
          mimeType: 'image/png',
          buffer: Buffer.from(png(32, 24, 90)),
        })
      await dialog(page).getByLabel('Caption').fill('Rafters')
      await dialog(page).getByRole('button', { name: 'Upload' }).click()
      await written(page, 'Photo uploaded successfully')
    },
  },
  {
    row: 'PUT /api/photos/:id',
    shownOn: ['Photos'],
    make: async (page) => {
      await card(page, 'Rafters').getByRole('button', { name: 'Edit the caption' }).click()
      await dialog(page).getByLabel('Caption').fill('Rafters, north')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await written(page, 'Photo updated successfully')
    },
  },
  {
    row: 'DELETE /api/photos/:id',
    shownOn: ['Photos'],
    make: async (page) => {
      await card(page, 'Rafters, north').getByRole('button', { name: 'Delete photo' }).click()
      await confirm(page, 'Delete')
      await written(page, 'Photo deleted successfully')
    },
  },
]

story(
  'photos are fresh after each write',
  async (stage) => {
    await newJob(stage.admin, 'Loft fan')
    await followed(stage, writes)
  },
  { alone: true },
)
