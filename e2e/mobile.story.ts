import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { companyToday } from './harness/company.ts'
import { countWrites, swipe } from './harness/finger.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, dialog, expectPath, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const slider = (page: Page) => page.getByRole('slider', { name: 'Progress' })

/** Returns the center of an element in the window. */
async function middleOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

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
    await swipe(browser, await middleOf(control), [0, index % 2 ? 150 : -150])
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  expect(page.url()).toBe(address)
  expect(await slider(page).getAttribute('aria-valuenow')).toBe('40')
  // Long enough for a change to be saved.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
  expect(writes()).toBe(0)
})

story('progress is dragged only by its thumb, and Undo reverts it', async ({ admin, visit }) => {
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
})

story('Back closes what is open over a screen, and asks about typed text', async (stage) => {
  const { admin, visit } = stage
  await newJob(admin, 'Sunroom')
  const page = await visit(admin, '/jobs', { width: 390 })
  await page.getByRole('link', { name: 'Messages' }).tap()
  await main(page).getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await page.getByRole('link', { name: 'Jobs' }).tap()
  await button(page, 'New Job').tap()
  await dialog(page).getByLabel('Name', { exact: true }).waitFor()
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await expectPath(page, '/jobs')

  await button(page, 'New Job').tap()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Deck')
  await page.goBack()
  await dialog(page)
    .getByText(/^Your entries are still here/)
    .waitFor()
  await expectPath(page, '/jobs')
  await button(page, 'Close').tap()
  await page.goBack()
  await expectPath(page, '/messages')
  await main(page).getByRole('heading', { level: 1, name: 'Messages' }).waitFor()

  // A form that came with the address is left with it, unless something was typed.
  await page.goto('/')
  await main(page).getByRole('link', { name: 'New Job' }).tap()
  await dialog(page).getByLabel('Name', { exact: true }).waitFor()
  await page.goBack()
  await expectPath(page, '/')
  await dialog(page).waitFor({ state: 'detached' })
  await main(page).getByRole('link', { name: 'New Job' }).tap()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Deck')
  await page.goBack()
  await dialog(page)
    .getByText(/^Your entries are still here/)
    .waitFor()
  await expectPath(page, '/jobs')
})

story('Back closes a menu, and leaves the choice of another sub for the home', async (stage) => {
  const { admin, join, visit } = stage
  const jobId = await newJob(admin, 'Boat house')
  const sub = await join('subcontractor', 'Theo', [jobId])
  const today = companyToday()
  const entry = await admin.request<{ id: string }>('POST', '/api/schedule', {
    ...{ jobId, title: 'Roof', startDate: today, endDate: today },
  })
  const crew = `/api/schedule/${entry.id}/crew`
  await admin.request('POST', crew, { subcontractorId: sub.id, assignedDate: today })
  const [crewDay] = await admin.request<{ id: string }[]>('GET', crew)
  const decline = { declined: true, declineReason: 'Dentist' }
  await sub.api.request('PUT', `/api/crew/${crewDay?.id}`, decline)
  const page = await visit(admin, '/')
  for (const leave of [() => page.goBack(), () => button(page, 'Close').click()]) {
    await main(page).getByRole('link', { name: 'Reassign' }).click()
    await dialog(page).getByText('Who does Roof?').waitFor()
    await leave()
    await dialog(page).waitFor({ state: 'detached' })
    await expectPath(page, '/')
  }

  await page.getByRole('link', { name: 'Work in Progress' }).click()
  await main(page).getByText('Table', { exact: true }).click()
  await button(page, 'Columns').click()
  await dialog(page).waitFor()
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await expectPath(page, '/jobs')
  await page.goBack()
  await expectPath(page, '/')
})
