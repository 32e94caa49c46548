import { expect } from 'vitest'
import { owner, PASSWORD } from './harness/company.ts'
import { newJob } from './harness/jobs.ts'
import { focused, tabTo } from './harness/keyboard.ts'
import { card, closeByEscape } from './harness/screen.ts'
import { story } from './harness/story.ts'

story(
  'a job can be created from the landing page by keyboard',
  async ({ anonymous, admin, visit }) => {
    const page = await visit(anonymous, '/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await tabTo(page, /^Admin/)
    await page.keyboard.press('Enter')
    await page.waitForURL('/api/login?role=admin')

    // The first field has the focus.
    await expect.poll(async () => (await focused(page)).name).toBe('Email')
    await page.keyboard.type(owner.email)
    await tabTo(page, 'Password')
    await page.keyboard.type(PASSWORD)
    await tabTo(page, 'Sign in')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

    // The first Tab stop is the link that skips the navigation.
    await tabTo(page, 'Skip to content')
    await page.keyboard.press('Enter')
    await tabTo(page, 'New Job')
    await page.keyboard.press('Enter')
    const opened = page.getByRole('dialog', { name: 'Create New Job' })
    await opened.waitFor()
    await closeByEscape(opened)
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    // A new screen gets the focus, so that its first control is the next Tab stop.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await tabTo(page, 'Search jobs')
    await tabTo(page, 'Create New Job')
    await page.keyboard.press('Space')
    const dialog = page.getByRole('dialog', { name: 'Create New Job' })
    await dialog.waitFor()
    await expect.poll(async () => (await focused(page)).name).toBe('Name')
    await page.keyboard.type('Kitchen remodel')
    await tabTo(page, 'Address')
    await page.keyboard.type('418 Alder Ct')
    await tabTo(page, 'Status')
    await page.keyboard.type('On H')
    await tabTo(page, 'Progress')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await tabTo(page, 'Approved Amount')
    await page.keyboard.type('48250.75')
    await tabTo(page, 'Start Date')
    await page.keyboard.type('11032026')
    await tabTo(page, 'Create Job')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('article', { name: 'Kitchen remodel' }).waitFor()
    const [job] = await admin.request<object[]>('GET', '/api/jobs')
    expect(job).toMatchObject({
      name: 'Kitchen remodel',
      status: 'on_hold',
      progress: 10,
      approvedAmount: 4825075,
      startDate: '2026-11-03',
    })
  },
)

story(
  'a dialog traps the focus while open; Escape closes it and restores the focus',
  async ({ admin, visit }) => {
    const page = await visit(admin, '/jobs')
    await page.getByRole('button', { name: 'Create New Job' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create New Job' })
    await dialog.waitFor()
    for (let step = 0; step < 24; step++) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await focused(page)).name).toBe('Create New Job')

    // Neither Escape nor a click outside discards the input.
    const name = () => dialog.getByRole('textbox', { name: 'Name', exact: true })
    await page.keyboard.press('Enter')
    await name().fill('Sunroom')
    await page.keyboard.press('Escape')
    await dialog.getByText('Your entries are still here. Close discards them.').waitFor()
    await page.mouse.click(5, 5)
    expect(await name().inputValue()).toBe('Sunroom')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
  },
)

story('what gets the focus on a phone is hidden by no bar', async ({ admin, visit }) => {
  const names = ['Attic', 'Basement', 'Carport', 'Deck', 'Entry']
  for (const name of names) await newJob(admin, name)
  const page = await visit(admin, '/jobs', { width: 390 })
  await card(page, 'Entry').waitFor()
  await tabTo(page, names[0] ?? '')
  for (const name of names.slice(1)) await tabTo(page, name)
  for (const name of names.slice(0, -1).reverse()) await tabTo(page, name, 'Shift+Tab')
})
