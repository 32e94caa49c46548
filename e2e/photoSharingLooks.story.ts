import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { type SentPhoto, sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, card, dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

async function upload(
  api: ApiClient,
  caption: string,
  fields: Record<string, string>,
): Promise<SentPhoto> {
  const content = png(320, 240, 60 + (caption.length % 8) * 20)
  const file = { content, name: 'IMG_0001.png', type: 'image/png' }
  const { status, body } = await sendPhoto(api, file, { caption, ...fields })
  expect(status).toBe(201)
  return body
}

const mark = (within: Page | Locator) => within.getByText(/^(: )?Hidden from the client$/)

story('selecting and hidden photos look right', async ({ admin, join, checkAppearance }) => {
  const jobId = await newJob(
    admin,
    'Whole-house renovation with a second-storey addition for the Featherstonehaugh-Wellesley family',
  )
  const sub = await join('subcontractor', 'Sue', [jobId])
  let hidden = ''
  for (let n = 0; n < 9; n += 1) {
    const clientVisible = String(n % 3 > 0)
    const { id } = await upload(admin, `Photo ${n}`, { jobId, clientVisible })
    if (n === 6) hidden = id
  }
  await checkAppearance(admin, `/photos?jobId=${jobId}`, 'photos-selecting', {
    narrow: true,
    ready: async (page) => {
      const start = button(page, 'Select')
      await card(page, 'Photo 6').waitFor()
      if ((await page.getByText(/\d selected/).count()) === 0) {
        await start.click()
        await page.getByRole('button', { name: 'Select photo: Photo 6' }).click()
        await page.getByRole('button', { name: 'Select photo: Photo 7' }).click()
      }
      await page.getByText('2 selected', { exact: true }).waitFor()
    },
  })
  await checkAppearance(
    admin,
    `/photos?jobId=${jobId}&photo=${hidden}`,
    'photos-viewer-hidden',
    (page) => mark(page.getByRole('dialog', { name: 'Photo' })).waitFor(),
  )
  await checkAppearance(sub.api, `/photos?jobId=${jobId}&new=photo`, 'photos-upload-sub', (page) =>
    dialog(page).getByText('Choose photos').waitFor(),
  )
})
