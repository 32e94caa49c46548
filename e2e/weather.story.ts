import type { CrewDay } from '@plumbline/contract/crew.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openJob, openScreen, type Write, written } from './harness/freshness.ts'
import { button, dialog, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

/** A Thursday; nothing here depends on the clock. */
const DAY = '2026-03-05'
const THURSDAY = 'Thursday, Mar 5, 2026'
const WEEK = `/schedule?view=calendar&date=${DAY}`
const week = (page: Page) => page.getByRole('region', { name: 'Week of Mar 1 – 7, 2026' })
const bar = (page: Page, name: RegExp) => week(page).getByRole('button', { name }).first()

const newJob = (admin: ApiClient, name: string, more = {}) =>
  admin.request<Thing>('POST', '/api/jobs', { name, address: '12 Elm St', ...more })
const newEntry = (admin: ApiClient, jobId: string, title: string, days: string, more = {}) => {
  const [startDate, endDate = startDate] = days.split(' ').map((day) => `2026-03-${day}`)
  return admin.request<Thing>('POST', '/api/schedule', {
    jobId,
    title,
    startDate,
    endDate,
    ...more,
  })
}
const outdoors = { weatherDependent: true, indoorWork: false }

story('a rainy Thursday', async ({ admin, join, visit }) => {
  const sid = await join('subcontractor', 'Sid')
  const clara = await join('client', 'Clara')
  const roof = await newJob(admin, 'Roof replacement', { clientId: clara.id })
  const tearOff = await newEntry(admin, roof.id, 'Tear-off', '04 05', {
    ...outdoors,
    assignedSubcontractorId: sid.id,
  })
  const gutters = { dependsOnIds: [tearOff.id], assignedSubcontractorId: sid.id }
  await newEntry(admin, roof.id, 'Gutters', '06', gutters)
  await newEntry(admin, roof.id, 'Trusses', '05', { ...outdoors, dateFixed: true })
  const fence = await newJob(admin, 'Fence')
  await newEntry(admin, fence.id, 'Posts', '05', outdoors)
  await newEntry(admin, fence.id, 'Office work', '05')

  const crewDays = () =>
    sid.api.request<CrewDay[]>('GET', '/api/crew?from=2026-03-01&to=2026-03-14')
  const booked = async () =>
    (await crewDays()).map(
      ({ assignedDate, confirmed }) => `${assignedDate.slice(8)}${confirmed ? ' confirmed' : ''}`,
    )
  for (const { id } of await crewDays())
    await sid.api.request('PUT', `/api/crew/${id}`, { confirmed: true })
  const said = ['04 confirmed', '05 confirmed', '06 confirmed']
  expect(await booked()).toEqual(said)

  const page = await visit(admin, WEEK)
  await bar(page, /^Tear-off.*Mar 4 – Mar 5/).waitFor()
  await button(page, `Bad weather on ${THURSDAY}`).click()
  const preview = page.getByRole('dialog', { name: `Bad weather on ${THURSDAY}` })
  await preview.getByText('3 entries move on 2 jobs').waitFor()
  const rows = await preview.getByRole('listitem').allInnerTexts()
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
    'Tear-off Mar 4 – Mar 5 Mar 4 – Mar 6',
    'Gutters Mar 6 Mar 9',
    'Posts Mar 5 Mar 6',
  ])
  await preview.getByText('Clara Client sees the new finish.', { exact: false }).waitFor()
  expect(await admin.request('GET', '/api/weather-days'), 'nothing is saved yet').toEqual([])
  await preview.getByRole('button', { name: 'Mark and move 3 entries' }).click()
  await toast(page, '3 entries moved')
  await preview.waitFor({ state: 'detached' })
  await bar(page, /^Tear-off.*Mar 4 – Mar 6/).waitFor()
  await bar(page, /^Trusses.*Mar 5/).waitFor()
  await button(page, `${THURSDAY}, Bad weather`).waitFor()

  expect(await booked(), 'the crew rests on the day').toEqual(['04 confirmed', '06', '09'])
  const subs = await visit(sid.api, WEEK)
  await bar(subs, /^Tear-off.*Mar 4 – Mar 6/).waitFor()
  await button(subs, `${THURSDAY}, Bad weather`).waitFor()
  expect(await button(subs, `Bad weather on ${THURSDAY}`).count()).toBe(0)
  await subs.goto(`/schedule?view=daily&date=2026-03-09`)
  await subs.getByRole('listitem').filter({ hasText: 'Gutters' }).waitFor()

  const clients = await visit(clara.api, WEEK)
  await bar(clients, /^Tear-off.*Mar 4 – Mar 6/).waitFor()
  expect(await clients.getByText('Bad weather').count()).toBe(0)

  await page.goto(`${WEEK}&entry=${tearOff.id}&tab=history`)
  const details = page.getByRole('dialog', { name: 'Tear-off' })
  await details.getByText('End from Mar 5 to Mar 6').waitFor()
  await button(page, 'Undo this move').click()
  await toast(page, '3 entries are back where they were')
  await bar(page, /^Tear-off.*Mar 4 – Mar 5/).waitFor()
  await button(page, `${THURSDAY}, Bad weather`).waitFor({ state: 'detached' })
  expect(await booked(), 'with their answers').toEqual(said)
  await subs.reload()
  await subs.getByText('Nothing is planned on this day').waitFor()
})

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
