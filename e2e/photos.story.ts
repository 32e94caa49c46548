import type { Photo } from '@plumbline/contract/photos.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { holdSignIn } from './harness/page.ts'
import { png } from './harness/png.ts'
import { button, card, confirm, dialog } from './harness/screen.ts'
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
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const choose = (dialog: Locator, ...files: ReturnType<typeof picture>[]) =>
  dialog.getByLabel(/^Choose (photos|more)$/).setInputFiles(files)

async function openUpload(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Upload Photos' }).click()
  return page.getByRole('dialog', { name: 'Upload Photos' })
}

story('a sub uploads photos, adds captions and deletes one', async ({ admin, join, visit }) => {
  const jobId = await newJob(admin, 'Kitchen remodel')
  const sub = await join('subcontractor', 'Sam', [jobId])
  const page = await visit(sub.api, '/photos')
  await page.getByRole('heading', { name: 'Project Photos' }).waitFor()
  await page.getByText('No photos yet').waitFor()

  const dialog = await openUpload(page)
  expect(await dialog.getByRole('button', { name: 'Upload' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Caption').press('Enter')
  await toast(page, 'Please select a file')
  await dialog.getByRole('combobox', { name: 'Project' }).click()
  await dialog.getByRole('option', { name: /Kitchen remodel/ }).click()
  await choose(dialog, picture('IMG_0001.png'))
  await dialog.getByLabel('Caption').fill('Cabinets before')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await toast(page, 'Photo uploaded successfully')
  await dialog.waitFor({ state: 'hidden' })
  await card(page, 'Cabinets before').getByText('Kitchen remodel').waitFor()

  await card(page, 'Cabinets before').getByRole('button', { name: 'Edit the caption' }).click()
  await page.getByRole('dialog').getByLabel('Caption').fill('Upper cabinets, before')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Photo updated successfully')

  await card(page, 'Upper cabinets, before').getByRole('button', { name: 'Delete photo' }).click()
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to delete this photo?' })
    .waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await toast(page, 'Photo deleted successfully')
  await page.getByText('No photos yet').waitFor()
})

story(
  'refused files are reported and stay selected, and the others are uploaded',
  async (stage) => {
    const { admin, visit, expectError } = stage
    expectError(/POST \/api\/photos: 415/)
    const jobId = await newJob(admin, 'Garage slab')
    const page = await visit(admin, `/photos?jobId=${jobId}`)
    await page.getByText('No photos for selected project').waitFor()
    const dialog = await openUpload(page)
    await choose(dialog, notPicture, picture('IMG_0002.png'))
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await toast(page, 'Failed to upload photo')
    await dialog.getByText('Choose a JPEG, PNG, WebP, AVIF, GIF or HEIC picture').waitFor()
    // Without a refused file among them, uploaded ones would close the dialog.
    await dialog.getByText('IMG_0002.png').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Remove IMG_0666.jpg' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const cards = page.getByRole('listitem').filter({ hasText: 'Garage slab' })
    await expect.poll(() => cards.count()).toBe(1)
  },
)

story('a photo that another person has deleted', async ({ admin, visit, expectError }) => {
  // Its picture may be requested again, too.
  expectError(/(GET|PUT|DELETE) \/api\/photos\/.*: 404/)
  const jobId = await newJob(admin, 'Roof repair')
  const photo = await upload(admin, jobId, 'Flashing')
  const other = await upload(admin, jobId, 'Chimney')
  const page = await visit(admin, `/photos?jobId=${jobId}`, { live: false })
  await card(page, 'Flashing').getByRole('button', { name: 'Edit the caption' }).click()
  await admin.request('DELETE', `/api/photos/${photo.id}`)
  await page.getByRole('dialog').getByLabel('Caption').fill('Flashing, north side')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to update photo')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await card(page, 'Flashing').waitFor({ state: 'detached' })
  await admin.request('DELETE', `/api/photos/${other.id}`)
  await card(page, 'Chimney').getByRole('button', { name: 'Delete photo' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await toast(page, 'Failed to delete photo')
})

story('an upload in an expired session leads to sign-in', async (stage) => {
  const { admin, join, visit, expectError } = stage
  expectError(/^(POST \/api\/photos|GET \/api\/auth\/user): 401$/)
  const jobId = await newJob(admin, 'Deck')
  const sub = await join('subcontractor', 'Uma', [jobId])
  const page = await visit(sub.api, `/photos?jobId=${jobId}`, { live: false })
  const dialog = await openUpload(page)
  await choose(dialog, picture('IMG_0003.png'))
  await sub.api.call('GET', '/api/logout')
  const goOn = await holdSignIn(page)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await toast(page, 'You are logged out. Logging in again...')
  await goOn()
  await page.waitForURL(/\/api\/login\?returnTo=/)
})

story('who may do what with a photo', async ({ admin, join, visit }) => {
  const jobId = await newJob(admin, 'Basement finish')
  const sub = await join('subcontractor', 'Sue', [jobId])
  const client = await join('client', 'Carl', [jobId])
  await upload(admin, jobId, 'By the office')
  await upload(sub.api, jobId, 'By the sub')

  const seen = async (api: ApiClient) => {
    const page = await visit(api, `/photos?jobId=${jobId}`)
    await card(page, 'By the sub').waitFor()
    return {
      title: await page.getByRole('heading', { level: 1 }).textContent(),
      upload: await page.getByRole('button', { name: 'Upload Photos' }).count(),
      deletes: await page.getByRole('button', { name: 'Delete photo' }).count(),
      edits: await page.getByRole('button', { name: 'Edit the caption' }).count(),
    }
  }
  expect(await seen(admin)).toEqual({ title: 'Project Photos', upload: 1, deletes: 2, edits: 2 })
  expect(await seen(sub.api)).toEqual({
    title: 'Project Photos',
    upload: 1,
    deletes: 1,
    edits: 1,
  })
  expect(await seen(client.api)).toEqual({
    title: 'Photo Gallery',
    upload: 0,
    deletes: 0,
    edits: 0,
  })
})

story('the photo viewer, by keys and by address', async ({ admin, visit }) => {
  const jobId = await newJob(admin, 'Primary bath')
  await upload(admin, jobId, 'Tile', 120)
  const vanity = await upload(admin, jobId, 'Vanity', 160)
  await upload(admin, jobId, 'Shower', 200)
  const page = await visit(admin, `/photos?jobId=${jobId}`)
  await page.getByRole('button', { name: 'Open photo: Shower' }).click()
  const viewer = page.getByRole('dialog', { name: 'Photo' })
  await viewer.getByText('1 of 3').waitFor()
  await viewer.getByText(/Primary bath · Uploaded .* · by Ada Admin/).waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('Vanity', { exact: true }).waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/\.png$/)
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await viewer.getByRole('button', { name: 'Zoom out' }).click()
  await page.waitForURL(new RegExp(`photo=${vanity.id}`))
  await page.reload()
  await viewer.getByText('Vanity', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  expect(page.url()).not.toContain('photo=')
  await page.getByRole('button', { name: 'Open photo: Tile' }).click()
  await viewer.getByText('3 of 3').waitFor()
  await page.goBack()
  await viewer.waitFor({ state: 'hidden' })
})

story(
  'many photos: only those near the viewport are rendered, and more load by themselves',
  async ({ admin, visit }) => {
    const jobId = await newJob(admin, 'Room addition')
    for (let n = 1; n <= 70; n += 1) await upload(admin, jobId, `Photo ${n}`)
    const page = await visit(admin, `/photos?jobId=${jobId}`)
    await card(page, 'Photo 70').waitFor()
    expect(await page.getByRole('article').count()).toBeLessThan(40)
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 900)
          return card(page, 'Photo 1').count()
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(1)
    expect(await card(page, 'Photo 70').count()).toBe(0)
    const last = page.getByRole('button', { name: 'Open photo: Photo 2', exact: true })
    await last.scrollIntoViewIfNeeded()
    const depth = await page.evaluate(() => window.scrollY)
    await last.click()
    await page.getByText('69 of 70').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => window.scrollY)).toBe(depth)
  },
)

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
