import type { ApiClient } from './harness/apiClient.ts'
import { button, dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

/** Sunday to Saturday; nothing here depends on the clock. */
const WEEK = '/schedule?view=calendar&date=2026-03-04'

const newJob = (admin: ApiClient, name: string, more = {}) =>
  admin.request<Thing>('POST', '/api/jobs', { name, address: '12 Elm St', ...more })

const newEntry = (admin: ApiClient, jobId: string, title: string, more = {}) =>
  admin.request<Thing>('POST', '/api/schedule', {
    jobId,
    title,
    startDate: '2026-03-03',
    endDate: '2026-03-04',
    ...more,
  })

story('the views look right on every screen', async ({ admin, checkAppearance }) => {
  const job = await newJob(admin, 'Whole-house windows and siding of the corner building')
  const long = 'Take out the old window, square the opening, and set the new one. '.repeat(3)
  const made = await newEntry(admin, job.id, long.slice(0, 200), {
    status: 'in_progress',
    percentComplete: 55,
    priority: 'critical',
    startDate: '2026-02-20',
  })
  for (const n of [1, 2, 3, 4])
    await newEntry(admin, job.id, `Step ${n}`, { dependsOnIds: [], priority: 'high' })
  const views = {
    week: `${WEEK}&entry=${made.id}`,
    gantt: '/schedule?view=gantt&group=job&date=2026-03-04',
    list: '/schedule?view=list',
    day: '/schedule?view=daily&date=2026-03-04',
    month: '/enhanced-schedule?date=2026-03-04',
  }
  for (const [name, path] of Object.entries(views))
    await checkAppearance(admin, path, `schedule-${name}`, async (page) => {
      await page
        .getByText('Step 1')
        .or(button(page, /, Mar 4, 2026, /))
        .filter({ visible: true })
        .first()
        .waitFor()
      if (name === 'week') await dialog(page).getByRole('tab', { name: 'Details' }).waitFor()
    })
})
