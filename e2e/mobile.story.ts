import type { CDPSession, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { countWrites } from './harness/finger.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' })
const slider = (page: Page) => page.getByRole('slider', { name: 'Progress' })

/** A finger that is put down at a point, moved there by so much in some steps, and lifted; pixels. */
async function swipe(browser: CDPSession, from: { x: number; y: number }, by: [number, number]) {
  const steps = 6
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: from.x + by[0] * part, y: from.y + by[1] * part }],
    })
  await send('touchStart', 0)
  for (let step = 1; step <= steps; step++) await send('touchMove', step / steps)
  await send('touchEnd', 1)
}

/** The middle of an element on the window. */
async function middleOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

story('the bar at the bottom of a phone leads to four places, and to the menu', async (stage) => {
  const { admin, join, visit, checkAppearance } = stage
  const client = await join('client', 'Cleo')
  const jobId = await newJob(admin, 'Kitchen remodel', { clientId: client.id })
  const sub = await join('subcontractor', 'Sam', [jobId])
  const places = [
    [admin, ['Dashboard', 'Jobs', 'Schedule', 'Messages']],
    [sub.api, ['Dashboard', 'My Tasks', 'Photos', 'Messages']],
    [client.api, ['Dashboard', 'Photo Gallery', 'Schedule', 'Messages']],
  ] as const
  await admin.request('POST', '/api/messages', { jobId, content: 'The cabinets are here' })
  for (const [api, labels] of places) {
    const page = await visit(api, '/', { width: 390 })
    const links = bar(page).getByRole('link')
    await expect.poll(() => links.allTextContents()).toEqual([...labels])
    const unread = api === admin ? 0 : 1
    await expect.poll(() => bar(page).getByText(/^1/).count()).toBe(unread)
    for (const label of labels.toReversed()) {
      await bar(page).getByRole('link', { name: label, exact: true }).tap()
      await bar(page).locator('[aria-current=page]', { hasText: label }).waitFor()
    }
    await bar(page).getByRole('button', { name: 'More' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Dashboard' }).tap()
    await menu.waitFor({ state: 'hidden' })
    // The end of the screen is above the bar.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const end = await main(page).locator('> :last-child').boundingBox()
    const top = (await bar(page).boundingBox())?.y ?? 0
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top)
  }
  await checkAppearance(sub.api, '/messages', 'bottomBar', (page) =>
    page.getByRole('heading', { name: 'Messages' }).waitFor(),
  )
})

story('a finger that scrolls over the controls of a job changes nothing', async (stage) => {
  const { admin, join, visit } = stage
  const sub = await join('subcontractor', 'Theo')
  const jobId = await newJob(admin, 'Sunroom', { progress: 40, status: 'in_progress' })
  await admin.request('POST', '/api/tasks', { jobId, name: 'Order glass', assigneeId: sub.id })
  await admin.request('POST', '/api/schedule', {
    jobId,
    title: 'Framing',
    startDate: '2026-11-02',
    endDate: '2026-11-04',
  })
  await sendPhoto(admin, { content: png(40, 30, 90) }, { jobId })
  const page = await visit(admin, `/jobs/${jobId}`, { width: 390 })
  await slider(page).waitFor()
  await page.getByRole('link', { name: /^Open photo/ }).waitFor()
  const browser = await page.context().newCDPSession(page)
  const writes = countWrites(page)
  const address = page.url()
  const controls = main(page).locator('a, button, input, select, textarea, [role=slider]')
  const count = await controls.count()
  expect(count).toBeGreaterThan(20)
  for (let index = 0; index < count; index++) {
    const control = controls.nth(index)
    if (!(await control.isVisible())) continue
    await control.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    for (const by of [-150, 150]) await swipe(browser, await middleOf(control), [0, by])
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  expect(page.url()).toBe(address)
  expect(await slider(page).getAttribute('aria-valuenow')).toBe('40')
  // A pause in which it would have been saved.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
  expect(writes()).toBe(0)
})

story(
  'progress is dragged by its thumb alone, and Undo takes it back',
  async ({ admin, visit }) => {
    const jobId = await newJob(admin, 'Attic', { progress: 40, status: 'in_progress' })
    const page = await visit(admin, `/jobs/${jobId}`, { width: 390 })
    await slider(page).waitFor()
    const browser = await page.context().newCDPSession(page)
    const thumb = await middleOf(slider(page))
    const saved = async () =>
      (await admin.request<{ progress: number }>('GET', `/api/jobs/${jobId}`)).progress

    await page.touchscreen.tap(thumb.x + 80, thumb.y)
    await swipe(browser, { x: thumb.x + 60, y: thumb.y }, [60, 0])
    expect(await slider(page).getAttribute('aria-valuenow')).toBe('40')

    await swipe(browser, thumb, [60, 0])
    await toast(page, 'Job progress updated successfully')
    const dragged = await saved()
    expect(dragged).toBeGreaterThan(45)
    await expect.poll(() => slider(page).getAttribute('aria-valuenow')).toBe(String(dragged))
    await button(page, 'Undo').tap()
    await expect.poll(saved).toBe(40)
    await expect.poll(() => slider(page).getAttribute('aria-valuenow')).toBe('40')
  },
)
