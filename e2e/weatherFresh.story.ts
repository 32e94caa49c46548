import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, openScreen, type Write, written } from './harness/freshness.ts'
import { button, dialog, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const newJob = (admin: ApiClient, name: string, more = {}) =>
  admin.request<Thing>('POST', '/api/jobs', { name, address: '12 Elm St', ...more })

const outdoors = { weatherDependent: true, indoorWork: false }

const SITE = 'Barn raising'

/** Opens today in the open tab. */
async function openToday(page: Page) {
  await openScreen(page, 'Schedule')
  await button(page, 'Daily').click()
}

const writes: readonly Write[] = [
  {
    row: 'POST /api/weather-days',
    shownOn: ['Schedule', 'Dashboard'],
    make: async (page) => {
      await openToday(page)
      await button(page, 'Bad weather…').click()
      await button(page, 'Mark and move 1 entry').click()
      await written(page, 'Schedule Updated')
    },
  },
  {
    row: 'POST /api/schedule-moves/:id/undo',
    shownOn: ['Schedule', 'Dashboard'],
    make: async (page) => {
      await openJob(page, SITE)
      await button(page, 'Changes').click()
      await button(page, 'Undo this move').click()
      await toast(page, '1 entry is back where it was')
      await button(page, 'Undo this move').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
    },
  },
  {
    row: 'PUT /api/jobs/:id/baseline',
    shownOn: [],
    make: async (page) => {
      await openJob(page, SITE)
      await button(page, 'Keep as the Promise').click()
      await button(page, 'Keep This Schedule').click()
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByText('On the promised day').waitFor()
    },
  },
  {
    row: 'DELETE /api/jobs/:id/baseline',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Change the Promise').click()
      await dialog(page).getByRole('button', { name: 'Remove' }).click()
      await dialog(page).waitFor({ state: 'detached' })
      await button(page, 'Keep as the Promise').waitFor()
    },
  },
  {
    row: 'DELETE /api/weather-days/:day',
    shownOn: ['Schedule'],
    make: async (page) => {
      await openToday(page)
      await button(page, 'Bad weather…').click()
      await button(page, 'Mark only').click()
      await dialog(page).waitFor({ state: 'detached' })
      await button(page, 'Bad weather').click()
      await button(page, 'Remove the mark').click()
      await dialog(page).waitFor({ state: 'detached' })
      await button(page, 'Bad weather…').waitFor()
    },
  },
]

/** A calendar day so many days from now. */
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

story('schedules are fresh after bad weather and promises', async (stage) => {
  const { admin } = stage
  // It must not matter on which day of the week this runs, nor in which time zone.
  await admin.request('PUT', '/api/settings', { workingDays: [1, 2, 3, 4, 5, 6, 7] })
  const { id: jobId } = await newJob(admin, SITE, { status: 'in_progress' })
  const days = { startDate: dayFromNow(-3), endDate: dayFromNow(3) }
  await admin.request('POST', '/api/schedule', { jobId, title: 'Raising', ...days, ...outdoors })
  await followed(stage, writes)
})
