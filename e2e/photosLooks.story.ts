import type { Photo } from '@plumbline/contract/photos.ts'
import type { Locator } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { png } from './harness/png.ts'
import { story } from './harness/story.ts'

const picture = (name: string, shade = 200) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(png(640, 480, shade)),
})

const notPicture = {
  name: 'IMG_0666.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('<html>not a picture</html>'),
}

async function upload(api: ApiClient, jobId: string, caption = '', shade = 200): Promise<Photo> {
  const body = new FormData()
  body.append('jobId', jobId)
  body.append('caption', caption)
  body.append(
    'photo',
    new File([new Uint8Array(png(320, 240, shade))], 'IMG_0001.png', { type: 'image/png' }),
  )
  const reply = await fetch(`${api.url}/api/photos`, {
    method: 'POST',
    headers: { cookie: api.cookie },
    body,
  })
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Photo
}

const longName =
  'Whole-house renovation with a second-storey addition for the Featherstonehaugh-Wellesley family'

const choose = (dialog: Locator, ...files: ReturnType<typeof picture>[]) =>
  dialog.getByLabel(/^Choose (photos|more)$/).setInputFiles(files)

const drawn = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.decode())

story('the gallery looks right, empty and full', async ({ admin, join, checkAppearance }) => {
  const empty = await join('subcontractor', 'Nell')
  await checkAppearance(empty.api, '/photos', 'photos-none', (page) =>
    page.getByText('No photos yet').waitFor(),
  )
  const jobId = await newJob(admin, longName)
  const captions = [
    '',
    'North wall',
    'Everything behind the drywall upstairs before it is closed up, looking north',
  ]
  for (let n = 0; n < 11; n += 1) await upload(admin, jobId, captions[n % 3], 90 + n * 10)
  await checkAppearance(admin, `/photos?jobId=${jobId}`, 'photos-many', (page) =>
    drawn(page.getByRole('button', { name: 'Open photo: North wall' }).first().locator('img')),
  )
})

story('the upload looks right', async ({ admin, checkAppearance }) => {
  const jobId = await newJob(admin, longName)
  await checkAppearance(admin, `/photos?jobId=${jobId}&new=photo`, 'photos-upload-none', (page) =>
    page.getByRole('dialog').getByText('Choose photos').waitFor(),
  )
  await checkAppearance(
    admin,
    `/photos?jobId=${jobId}&new=photo`,
    'photos-upload',
    async (page) => {
      await choose(
        page.getByRole('dialog'),
        picture('IMG_4711 of a camera that likes to talk a lot.png'),
        notPicture,
      )
      await page.getByText('Ready to upload').first().waitFor()
    },
  )
})

story('the photo viewer looks right', async ({ admin, checkAppearance }) => {
  const jobId = await newJob(admin, longName)
  const caption = 'Everything behind the drywall upstairs before it is closed up. '.repeat(5)
  const photo = await upload(admin, jobId, caption)
  await upload(admin, jobId)
  await checkAppearance(
    admin,
    `/photos?jobId=${jobId}&photo=${photo.id}`,
    'photos-viewer',
    async (page) => {
      await drawn(page.getByRole('dialog', { name: 'Photo' }).locator('img').last())
    },
  )
})
