import type { Page } from 'playwright-core'
import type { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

const newJob = (admin: ApiClient, name: string) =>
  admin.request<Thing>('POST', '/api/jobs', {
    name,
    address: '12 Quarry Rd, Elgin',
    status: 'completed',
    progress: 100,
  })

story(
  'the profile looks right, empty and full',
  async ({ admin, join, visit, checkAppearance }) => {
    const name = 'Maximiliana-Konstantina'
    const jobs = [
      await newJob(admin, 'Whole-house renovation with a two-storey addition'),
      await newJob(admin, 'Attic'),
    ]
    const sub = await join(
      'subcontractor',
      name,
      jobs.map(({ id }) => id),
    )
    const ready = (page: Page) =>
      page.getByRole('heading', { level: 1, name: `${name} Sub` }).waitFor()
    const [first] = jobs
    await admin.request('PUT', `/api/jobs/${first?.id}/ratings/${sub.id}`, {
      ...{
        score: 4,
        note: 'Neat work, but the crew was a day late twice and nobody called ahead.',
      },
    })
    await admin.request('PUT', `/api/subcontractors/${sub.id}/notes`, {
      text: 'Prefers mornings.\nPays her crew weekly.',
    })
    for (const task of ['Hang the doors', 'Case the windows on the second floor'])
      await admin.request('POST', '/api/tasks', {
        jobId: first?.id,
        name: task,
        assigneeId: sub.id,
        deadline: '2026-03-05',
      })
    await admin.request('POST', '/api/schedule', {
      ...{ jobId: first?.id, title: 'Trim', startDate: '2199-03-05', endDate: '2199-03-09' },
      assignedSubcontractorId: sub.id,
    })
    await checkAppearance(admin, `/subcontractors/${sub.id}`, 'subcontractor', ready)

    const unrated = await join('subcontractor', 'Stan')
    await checkAppearance(admin, `/subcontractors/${unrated.id}`, 'subcontractor-none', (page) =>
      page.getByText('No upcoming bookings').waitFor(),
    )

    const page = await visit(admin, `/subcontractors/${sub.id}`, { width: 390 })
    await ready(page)
    await page.getByRole('button', { name: 'Rate', exact: true }).click()
    await page.getByRole('dialog').getByRole('radiogroup', { name: 'Rating' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save Rating' }).click()
    await page.getByText('Choose a rating from 1 to 5').waitFor()
    await checkThemes(page, 'rate-390')
  },
)
