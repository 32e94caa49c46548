import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { tabTo } from './harness/keyboard.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, card, focusIn, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** Uploads one photo for each caption. @returns their ids */
async function upload(api: ApiClient, jobId: string, ...captions: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const caption of captions) {
    const content = png(64, 48, 60 + (caption.length % 8) * 20)
    const file = { content, name: 'IMG_0001.png', type: 'image/png' }
    const { status, body } = await sendPhoto(api, file, { caption, jobId })
    expect(status).toBe(201)
    ids.push(body.id)
  }
  return ids
}

const photo = (page: Page, caption: string) =>
  page.getByRole('button', { name: `Open photo: ${caption}`, exact: true })
const hidden = (page: Page) => page.getByText(/^(: )?Hidden from the client$/)
const selected = (page: Page, count: number) =>
  page.getByText(`${count} selected`, { exact: true }).waitFor()

const COUNT = 70

story(
  'only photos near the viewport are rendered; the viewer opens by keyboard and address, and keeps the scroll position',
  async ({ admin, visit }) => {
    const jobId = await newJob(admin, 'Room addition')
    const captions = Array.from({ length: COUNT }, (_, n) => `Photo ${n + 1}`)
    const ids = await upload(admin, jobId, ...captions)
    const page = await visit(admin, `/photos?jobId=${jobId}`)
    const viewer = page.getByRole('dialog', { name: 'Photo' })
    await photo(page, 'Photo 70').click()
    await viewer.getByText('1 of 70').waitFor()
    await focusIn(viewer)
    await page.keyboard.press('ArrowRight')
    await viewer.getByText('Photo 69', { exact: true }).waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/\.png$/)
    await viewer.getByRole('button', { name: 'Zoom in' }).click()
    await viewer.getByRole('button', { name: 'Zoom out' }).click()
    await page.waitForURL(`**photo=${ids[68]}*`)
    await page.reload()
    await viewer.getByText('Photo 69', { exact: true }).waitFor()
    await focusIn(viewer)
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'hidden' })
    expect(page.url()).not.toContain('photo=')

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
    await photo(page, 'Photo 2').scrollIntoViewIfNeeded()
    const depth = await page.evaluate(() => window.scrollY)
    await photo(page, 'Photo 2').click()
    await viewer.getByText('69 of 70').waitFor()
    await page.goBack()
    await viewer.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(depth)
  },
)

story(
  'photos can be selected by mouse, by keyboard and by a long press',
  async ({ admin, visit }) => {
    const jobId = await newJob(admin, 'Deck')
    await upload(admin, jobId, 'Rails', 'Posts', 'Steps')
    const page = await visit(admin, `/photos?jobId=${jobId}`)
    await page.getByRole('checkbox', { name: 'Select: Steps', exact: true }).click({ force: true })
    await selected(page, 1)
    await page.getByRole('button', { name: 'Select photo: Posts' }).click({ modifiers: ['Shift'] })
    await selected(page, 2)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^photos-\d{4}-\d\d-\d\d\.zip$/)
    expect(await download.failure()).toBe(null)
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Selected photos' }).waitFor({ state: 'detached' })

    await photo(page, 'Steps').focus()
    await page.keyboard.press('x')
    await selected(page, 1)
    await page.getByRole('button', { name: 'Select photo: Rails' }).focus()
    await page.keyboard.press('Shift+Space')
    await selected(page, 3)
    await page.keyboard.press('Escape')
    // The same with Tab alone, starting at the Select button.
    await button(page, 'Select').focus()
    await page.keyboard.press('Enter')
    await tabTo(page, 'Select all')
    await page.keyboard.press('Space')
    await selected(page, 3)
    await tabTo(page, 'Hide from client')
    await page.keyboard.press('Enter')
    await toast(page, '3 photos are now hidden from the client, who may have seen them already')
    await expect.poll(() => hidden(page).count()).toBe(3)

    // A phone shows three photos side by side.
    const phone = await visit(admin, `/photos?jobId=${jobId}`, { width: 390 })
    await photo(phone, 'Rails').waitFor()
    const places = await Promise.all(
      ['Steps', 'Posts'].map((caption) => photo(phone, caption).boundingBox()),
    )
    expect(places.map((place) => [place?.x, place?.width])).toEqual([
      [0, expect.closeTo(128.66, 1)],
      [expect.closeTo(130.66, 1), expect.closeTo(128.66, 1)],
    ])
    const [at] = places
    if (!at) throw new Error('The photo is not on screen')
    const touch = await phone.context().newCDPSession(phone)
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }],
    })
    await selected(phone, 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await phone.getByRole('button', { name: 'Select photo: Posts' }).tap()
    await selected(phone, 2)
    // The actions for the selection replace the camera button.
    expect(await button(phone, 'Take a photo').count()).toBe(0)
    await button(phone, 'Show to client').tap()
    await toast(phone, '2 photos are now shown to the client')
    await button(phone, 'Take a photo').waitFor()
    await expect.poll(() => hidden(phone).count()).toBe(1)
  },
)
