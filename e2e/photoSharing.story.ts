import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { tabTo } from './harness/keyboard.ts'
import { type SentPhoto, sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, card, dialog, main, toast } from './harness/screen.ts'
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
const pictureFiles = (...names: string[]) =>
  names.map((name, n) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(png(320, 240, 80 + n * 30)),
  }))

const box = (page: Page, caption: string) =>
  page.getByRole('checkbox', { name: `Select: ${caption}`, exact: true })
const mark = (within: Page | Locator) => within.getByText(/^(: )?Hidden from the client$/)
const captions = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.querySelector('p')?.textContent ?? '').sort())

story('photos of a sub wait until the office shares them', async (stage) => {
  const { admin, join, visit, expectError } = stage
  const page = await visit(admin, '/settings')
  const clients = page.getByRole('region', { name: 'Clients' })
  await clients.getByLabel('Photos of subs are shown to clients at once').uncheck()
  await clients.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Settings saved successfully')
  const jobId = await newJob(admin, 'Kitchen remodel')
  const sub = await join('subcontractor', 'Sam', [jobId])
  const client = await join('client', 'Cleo', [jobId])

  const subPage = await visit(sub.api, `/photos?jobId=${jobId}&new=photo`)
  await dialog(subPage)
    .getByText(
      'The office and the subs see these photos right away. The client sees them once the office shares them.',
    )
    .waitFor()
  await dialog(subPage).getByLabel('Choose photos').setInputFiles(pictureFiles('1.png', '2.png'))
  await dialog(subPage).getByLabel('Caption').fill('Behind the wall')
  await dialog(subPage).getByRole('button', { name: 'Upload' }).click()
  await toast(subPage, '2 photos uploaded successfully')
  await expect.poll(() => mark(subPage).count()).toBe(2)
  const broken = await upload(sub.api, 'Broken tile', { jobId })

  const clientPage = await visit(client.api, '/photos')
  await clientPage.getByText('No photos yet').waitFor()
  await clientPage.goto('/')
  await main(clientPage).getByRole('heading', { level: 1 }).waitFor()
  expect(await clientPage.getByText(/photos? (was|were) added/).count()).toBe(0)

  await page.goto(`/photos?jobId=${jobId}`)
  await box(page, 'Broken tile').click({ force: true })
  await page.getByText('1 selected', { exact: true }).waitFor()
  await page
    .getByRole('button', { name: 'Select photo: Behind the wall' })
    .last()
    .click({
      modifiers: ['Shift'],
    })
  await page.getByText('3 selected', { exact: true }).waitFor()
  await button(page, 'Show to client').click()
  await toast(page, '3 photos are now shown to the client')
  await page.getByText('3 selected', { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => mark(page).count()).toBe(0)

  await clientPage.reload()
  await clientPage.getByText('3 photos were added').waitFor()
  await clientPage.goto('/photos')
  await card(clientPage, 'Broken tile').waitFor()
  expect(await captions(clientPage)).toEqual(['Behind the wall', 'Behind the wall', 'Broken tile'])

  await page.getByRole('button', { name: 'Open photo: Broken tile' }).click()
  const viewer = page.getByRole('dialog', { name: 'Photo' })
  await viewer.getByRole('button', { name: 'Hide from client' }).click()
  await toast(page, '1 photo is now hidden from the client, who may have seen it already')
  await mark(viewer).waitFor()
  await viewer.getByRole('button', { name: 'Show to client' }).waitFor()

  expectError(new RegExp(`GET /api/photos/${broken.id}(/image)?.*: 404`))
  await clientPage.reload()
  await card(clientPage, 'Behind the wall').first().waitFor()
  expect(await captions(clientPage)).toEqual(['Behind the wall', 'Behind the wall'])
  await clientPage.goto(`/photos?photo=${broken.id}`)
  await toast(clientPage, 'Photo not found')
})

story('an admin decides with the upload whether the client sees it', async (stage) => {
  const { admin, join, visit } = stage
  const jobId = await newJob(admin, 'Garage slab')
  const client = await join('client', 'Carl', [jobId])
  const page = await visit(admin, `/photos?jobId=${jobId}&new=photo`)
  await dialog(page).getByText('Everyone on the job can see the photos.').waitFor()
  await dialog(page).getByLabel('Show to the client').uncheck()
  await dialog(page).getByText('the client cannot').waitFor()
  await dialog(page).getByLabel('Choose photos').setInputFiles(pictureFiles('1.png'))
  await dialog(page).getByLabel('Caption').fill('Crack in the slab')
  await dialog(page).getByRole('button', { name: 'Upload' }).click()
  await toast(page, 'Photo uploaded successfully')
  await mark(card(page, 'Crack in the slab')).waitFor()
  await page.goto(`/jobs/${jobId}`)
  await mark(page.getByRole('region', { name: 'Photos' })).waitFor()

  const clientPage = await visit(client.api, `/photos?jobId=${jobId}`)
  await clientPage.getByText('No photos for selected project').waitFor()
})

story('photos are selected by the keyboard alone', async ({ admin, visit }) => {
  const jobId = await newJob(admin, 'Deck')
  for (const caption of ['Rails', 'Posts', 'Steps']) await upload(admin, caption, { jobId })
  const page = await visit(admin, `/photos?jobId=${jobId}`)
  await page.getByRole('button', { name: 'Open photo: Steps' }).focus()
  await page.keyboard.press('x')
  await page.getByText('1 selected', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Select photo: Rails' }).focus()
  await page.keyboard.press('Shift+Space')
  await page.getByText('3 selected', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Selected photos' }).waitFor({ state: 'detached' })
  await box(page, 'Posts').focus()
  await page.keyboard.press('Space')
  await button(page, 'Hide from client').focus()
  await page.keyboard.press('Enter')
  await toast(page, '1 photo is now hidden from the client, who may have seen it already')
  await mark(card(page, 'Posts')).waitFor()
  expect(page.url()).not.toContain('photo=')

  // The same with nothing but Tab, from the button that starts it.
  await button(page, 'Select').focus()
  await page.keyboard.press('Enter')
  await tabTo(page, 'Select all')
  await page.keyboard.press('Space')
  await page.getByText('3 selected', { exact: true }).waitFor()
  await tabTo(page, 'Show to client')
  await page.keyboard.press('Enter')
  await toast(page, '1 photo is now shown to the client')
  await expect.poll(() => mark(page).count()).toBe(0)
})

story('on a phone a long press starts to select', async ({ admin, visit }) => {
  const jobId = await newJob(admin, 'Porch')
  for (const caption of ['Roof', 'Floor']) await upload(admin, caption, { jobId })
  const page = await visit(admin, `/photos?jobId=${jobId}`, { width: 390 })
  const at = await page.getByRole('button', { name: 'Open photo: Roof' }).boundingBox()
  if (!at) throw new Error('The photo is not on screen')
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }],
  })
  await page.getByText('1 selected', { exact: true }).waitFor()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.getByRole('button', { name: 'Select photo: Floor' }).tap()
  await page.getByText('2 selected', { exact: true }).waitFor()
  // The camera makes room for what can be done with them.
  expect(await button(page, 'Take a photo').count()).toBe(0)
  await button(page, 'Hide from client').tap()
  await toast(page, '2 photos are now hidden from the client, who may have seen them already')
  await button(page, 'Take a photo').waitFor()
  await expect.poll(() => mark(page).count()).toBe(2)
})

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

const writes: readonly Write[] = [
  {
    row: 'POST /api/photos/share',
    shownOn: ['Photos'],
    make: async (page) => {
      await button(page, 'Select').click()
      await button(page, 'Select all').click()
      await button(page, 'Hide from client').click()
      await written(page, '2 photos are now hidden from the client, who may have seen them already')
      await button(page, 'Select').waitFor()
    },
  },
]

story(
  'photos are fresh after they were hidden',
  async (stage) => {
    const jobId = await newJob(stage.admin, 'Loft fan')
    for (const caption of ['Rafters', 'Hatch']) await upload(stage.admin, caption, { jobId })
    await followed(stage, writes)
  },
  { alone: true },
)
