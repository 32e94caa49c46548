import { expect } from 'vitest'
import { newJob } from './harness/jobs.ts'
import { item, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

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

story(
  'twelve tasks are pasted, assigned and added by keyboard; their sub is notified once',
  async ({ admin, join, visit, checkAppearance }) => {
    const job = await newJob(admin, 'Kitchen remodel')
    const sub = await join('subcontractor', 'Sam')
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
    await office.keyboard.type('Sam')
    await office.getByRole('option', { name: /Sam Sub/ }).waitFor()
    await office.keyboard.press('Enter')
    await office.keyboard.press('Tab')
    await office.keyboard.press('Enter')
    await toast(office, '12 tasks created successfully')
    await toast(office, 'Sam Sub was added to Kitchen remodel.')
    await item(office, 'Final walk-through').getByText('Sam Sub').waitFor()
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
    const notified = () => sub.api.request<{ count: number }[]>('GET', '/api/notifications')
    await expect.poll(async () => (await notified()).map(({ count }) => count)).toEqual([12])

    await checkAppearance(admin, `/tasks?jobId=${job}`, 'quick-add', async (page) => {
      await item(page, 'Final walk-through').waitFor()
      await page.getByRole('textbox', { name: 'Add a task' }).focus()
      await page.getByRole('combobox', { name: 'Assign to' }).waitFor()
    })
  },
)
