import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './harness/accessibility.ts'
import { newJob } from './harness/jobs.ts'
import { png } from './harness/png.ts'
import { button, closeByEscape, dialog, item, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'
import * as table from './harness/table.ts'

const LIST = `
  1. Protect the floors
  2. Demo the old cabinets
  3. Cap the plumbing
  [ ] Rough-in electrical
  [x] Patch the drywall
  - Prime and paint
  • Hang upper cabinets
  • Set base cabinets
  Template the counters
  Install the counters
  Tile the backsplash
  Final walk-through`

const picture = (name: string, shade: number) => ({
  name,
  mimeType: 'image/png',
  buffer: png(320, 240, shade),
})

story(
  'twelve tasks are pasted and assigned by keyboard; one gets photos and is completed, and Undo reverts that',
  async ({ admin, join, visit }) => {
    const job = await newJob(admin, 'Pantry remodel')
    const sub = await join('subcontractor', 'Anselm')
    const office = await visit(admin, `/jobs/${job}`)
    await office.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const field = office.getByRole('textbox', { name: 'Add a task' })
    await field.fill('Order the counters')
    await office.keyboard.press('Enter')
    await toast(office, 'Task created successfully')
    await office.getByRole('button', { name: 'Order the counters' }).waitFor()

    await office.evaluate((text) => navigator.clipboard.writeText(text), LIST)
    await office.keyboard.press('ControlOrMeta+v')
    await toast(office, '12 tasks')
    await office.keyboard.press('Tab')
    await office.keyboard.type('Anselm')
    await office.getByRole('option', { name: /Anselm Sub/ }).waitFor()
    await office.keyboard.press('Enter')
    await office.keyboard.press('Tab')
    await office.keyboard.press('Enter')
    await toast(office, '12 tasks created successfully')
    await toast(office, 'Anselm Sub was added to Pantry remodel.')
    await item(office, 'Final walk-through').getByText('Anselm Sub').waitFor()
    const tasks = await admin.request<{ name: string; assigneeId: string | null }[]>(
      'GET',
      `/api/jobs/${job}/tasks`,
    )
    expect(tasks.map(({ name }) => name)).toEqual([
      'Order the counters',
      'Protect the floors',
      'Demo the old cabinets',
      'Cap the plumbing',
      'Rough-in electrical',
      'Patch the drywall',
      'Prime and paint',
      'Hang upper cabinets',
      'Set base cabinets',
      'Template the counters',
      'Install the counters',
      'Tile the backsplash',
      'Final walk-through',
    ])
    expect(tasks.filter(({ assigneeId }) => assigneeId === sub.id)).toHaveLength(12)

    await office.getByRole('button', { name: 'Hang upper cabinets' }).click()
    const drawer = office.getByRole('dialog', { name: 'Hang upper cabinets' })
    const choosing = office.waitForEvent('filechooser')
    await drawer.getByRole('button', { name: 'Add photos' }).click()
    await (await choosing).setFiles([picture('IMG_1.png', 90), picture('IMG_2.png', 180)])
    await toast(office, '2 photos uploaded successfully')
    await drawer.getByRole('region', { name: 'Photos' }).getByRole('link').nth(1).waitFor()
    // Escape closes the drawer, not the toast above it.
    await office.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })

    const cabinets = item(office, 'Hang upper cabinets')
    const steps = cabinets.getByRole('button', { name: /Start|Complete/ })
    await cabinets.getByRole('button', { name: 'Start' }).click()
    await cabinets.getByRole('button', { name: 'Complete' }).waitFor()
    await cabinets.getByRole('button', { name: 'Complete' }).click()
    // A toast stays while the pointer is over it.
    await office.getByRole('button', { name: 'Undo' }).hover()
    await expect.poll(() => steps.count()).toBe(0)
    await office.getByRole('button', { name: 'Undo' }).click()
    await cabinets.getByText('In Progress').waitFor()
  },
)

const grid = (page: Page) => table.grid(page, 'Tasks')
const row = (page: Page, name: string) => table.rowOf(grid(page), 'button', name)

/** The names of the rendered rows, from top to bottom. */
const names = (page: Page) =>
  grid(page)
    .getByRole('row')
    .getByRole('button', { name: /^Rung \d+$/ })
    .allTextContents()

/** Starts counting pointer presses. */
const countTaps = (page: Page) =>
  page.evaluate(() => {
    const counted = Object.assign(window, { taps: 0 })
    addEventListener('pointerdown', () => (counted.taps += 1), { capture: true })
  })
const taps = (page: Page) => page.evaluate(() => (window as { taps?: number }).taps)

story(
  'in the table twelve tasks are assigned with three taps, and a range by keyboard',
  async ({ admin, join, visit }) => {
    const { bar } = table
    const jobId = await newJob(admin, 'Ladder works')
    await join('subcontractor', 'Balthasar')
    // The first two tasks are late, the last one has no deadline.
    for (let n = 1; n <= 12; n += 1) {
      const deadline =
        n < 3 ? `2020-01-0${n}` : n < 12 ? `2099-01-${String(n).padStart(2, '0')}` : ''
      await admin.request('POST', '/api/tasks', { jobId, name: `Rung ${n}`, deadline })
    }
    const page = await visit(admin, `/tasks?jobId=${jobId}`)
    await item(page, 'Rung 12').waitFor()
    await table.show(page, 'Table')
    await page.waitForURL(/view=table/)
    await row(page, 'Rung 1').getByText('Late').waitFor()
    expect(await row(page, 'Rung 3').getByText('Late').count()).toBe(0)
    await main(page).getByText('12 tasks').waitFor()
    const upwards = Array.from({ length: 12 }, (_, n) => `Rung ${n + 1}`)
    expect(await names(page)).toEqual(upwards)
    const deadline = grid(page).getByRole('columnheader', { name: 'Deadline' })
    await deadline.getByRole('button').click()
    await page.waitForURL(/sort=deadline/)
    // The next order depends on the one that the head shows, which follows the address.
    await expect.poll(() => deadline.getAttribute('aria-sort')).toBe('ascending')
    await deadline.getByRole('button').click()
    await page.waitForURL(/sort=-deadline/)
    await expect.poll(() => names(page)).toEqual(upwards.toReversed())
    expect(await deadline.getAttribute('aria-sort')).toBe('descending')
    await deadline.getByRole('button').click()
    await expect.poll(() => names(page)).toEqual(upwards)

    await countTaps(page)
    await grid(page).getByRole('checkbox', { name: 'Select all' }).click()
    await bar(page).getByText('12 selected').waitFor()
    await bar(page).getByRole('button', { name: 'Assign' }).click()
    const people = page.getByRole('dialog', { name: 'Assign 12 Tasks' })
    await people.getByRole('button', { name: /Balthasar Sub/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await people.getByRole('button', { name: /Balthasar Sub/ }).click()
    await toast(page, '12 tasks updated')
    await toast(page, 'Balthasar Sub was added to 1 job.')
    expect(await taps(page)).toBe(3)
    await row(page, 'Rung 7').getByText('Balthasar Sub').waitFor()

    // By keyboard: select a range of rows, assign the first person found, open the panel of a task.
    await button(page, 'Clear the selection').click()
    await row(page, 'Rung 1').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+X')
    await bar(page).getByText('3 selected').waitFor()
    expect(await table.exportChosen(page)).toEqual(['Task', 'Rung 1', 'Rung 2', 'Rung 3'])
    await bar(page).getByRole('button', { name: 'Assign' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Find a person' }).waitFor()
    await page.keyboard.type('Ada Admin')
    await page.keyboard.press('Enter')
    await toast(page, '3 tasks updated')
    await expect.poll(() => row(page, 'Rung 2').getByText('Balthasar Sub').count()).toBe(0)
    await row(page, 'Rung 3').focus()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('heading', { name: 'Rung 3' }).waitFor()
    await closeByEscape(dialog(page))

    await table.hideColumn(page, 'Assignee')
    await page.waitForURL(/columns=job%2Cstatus%2Cdeadline%2Cstep/)
    await table.expectToFit(page, row(page, 'Rung 12'))
  },
)
