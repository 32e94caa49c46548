import { expect } from 'vitest'
import { button, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

story('an admin reads what was deleted and changed', async (stage) => {
  const { admin, join, visit, checkAppearance } = stage
  const { id } = await admin.request<{ id: string }>('POST', '/api/jobs', {
    name: 'Attic conversion with a dormer and a very long name that wraps',
    address: '1 Elm St',
  })
  await admin.request('POST', '/api/tasks', { jobId: id, name: 'Order dormer windows' })
  await admin.request('DELETE', `/api/jobs/${id}`)
  await admin.request('PUT', '/api/settings', { phone: '630-555-0199', clientsSeeSubs: false })
  const sam = await join('subcontractor', 'Sam')
  await sam.api.request('POST', '/api/account/calendar-feed')

  const page = await visit(admin, '/settings')
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await main(page).getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor()
  const events = main(page).getByRole('list', { name: 'Events' })
  await events.getByText(/^Deleted the job Attic conversion .* \(1 task\)$/).waitFor()
  await events
    .getByText('Stopped showing clients which sub does the work; changed the settings: phone')
    .waitFor()

  await page.getByRole('combobox', { name: 'Events' }).selectOption('Deletions')
  await events.getByText('Changed the settings').waitFor({ state: 'detached' })
  expect(await events.getByRole('listitem').count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?group=deletion')

  await page.getByRole('combobox', { name: 'Events' }).selectOption('All events')
  await events.getByRole('link', { name: 'Sam Sub' }).first().click()
  await events.getByText('Made a calendar link').waitFor()
  await page.reload()
  await events.getByText('Made a calendar link').waitFor()
  await page.getByRole('combobox', { name: 'Events' }).selectOption('Deletions')
  await button(page, 'Clear filters').click()
  await events.getByText('Changed the settings').waitFor()

  await checkAppearance(admin, '/settings/audit', 'audit-log', {
    ready: (there) => there.getByRole('list', { name: 'Events' }).waitFor(),
    narrow: true,
  })
})
