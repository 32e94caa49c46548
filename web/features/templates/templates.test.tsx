import { bidRoutes } from '@plumbline/contract/bids.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { type ScheduleTemplate, templateRoutes } from '@plumbline/contract/templates.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { bid, job, jobTotals } from '../../testing/rows.ts'
import { entry } from '../../testing/schedule.ts'
import { startServer } from '../../testing/server.ts'
import { template } from '../../testing/templates.ts'
import { clickInToast } from '../../testing/toasts.ts'

const server = await startServer()
afterAll(server.close)

let templates: ScheduleTemplate[] = []
beforeEach(() => {
  server.reset()
  templates = [
    template(1, { name: 'Deck' }),
    template(2, { name: 'Old porch', isActive: false, estimatedDuration: 1 }),
  ]
  server.on(templateRoutes.list, () => ({ body: templates }))
  server.on(templateRoutes.one, ({ params }) => {
    const found = templates.find(({ id }) => id === params.id)
    return found ? { body: found } : { failure: 'notFound' }
  })
  server.on(subcontractorRoutes.list, { body: [] })
  server.on(jobRoutes.one, { body: job(1) })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [] })
  server.on(taskRoutes.ofJob, { body: [] })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(peopleRoutes.list, { body: [] })
  server.on(peopleRoutes.projectManagers, { body: [] })
})
const sent = (method: string) =>
  server.seen
    .filter((seen) => seen.method === method)
    .map(({ url, body }) => [url, body && JSON.parse(body)])
const [deck] = [template(1)]
const row = (name: string) => within(screen.getByRole('group', { name }))
const field = (scope: ReturnType<typeof within>, label: string) => scope.getByLabelText(label)
async function type(scope: ReturnType<typeof within>, label: string, text: string) {
  await userEvent.clear(field(scope, label))
  await userEvent.type(field(scope, label), text)
}

test('the list shows the length and size of templates, and folds retired ones', async () => {
  open(server, '/schedule-templates', 'admin')
  const list = within(await screen.findByRole('list', { name: 'Templates' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'DeckDeck4 working days2 entries1 task',
  ])
  expect(screen.getByText('1 retired template').closest('details')?.open).toBe(false)
})

test.each(['subcontractor', 'client'] as const)('a %s cannot open the templates', async (who) => {
  open(server, '/schedule-templates', who)
  const denied = 'Access Denied: This page is only available to administrators.'
  expect(await screen.findByText(denied)).toBeTruthy()
})

test('a template shows its working days, predecessors and tasks', async () => {
  open(server, `/schedule-templates/${deck.id}`, 'admin')
  const entries = within(await screen.findByRole('list', { name: 'Entries' }))
  expect(entries.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1DigConcreteDay 1 – 2',
    '2PourElectrical, after Dig + 1 dayDay 4',
  ])
  expect(screen.getByText('By the end of Dig')).toBeTruthy()
})

test('an unknown template is not found', async () => {
  open(server, `/schedule-templates/${template(9).id}`, 'admin')
  expect(await screen.findByText('Template not found')).toBeTruthy()
})

test('an edit sends all entries and tasks with the version; removing an entry renumbers', async () => {
  server.on(templateRoutes.update, { body: deck })
  open(server, `/schedule-templates/${deck.id}?edit=true`, 'admin')
  await screen.findByRole('form', { name: 'Edit Template' })
  await userEvent.click(screen.getByRole('button', { name: 'Add Entry' }))
  await type(row('Entry 3'), 'Title', 'Frame')
  await type(row('Entry 3'), 'Days', '3')
  await type(row('Entry 3'), 'After', '2-1')
  await userEvent.click(screen.getByRole('button', { name: 'Remove entry 1' }))
  expect(field(row('Entry 1'), 'After')).toHaveProperty('value', '')
  expect(field(row('Entry 2'), 'After')).toHaveProperty('value', '1-1')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Template updated successfully')).toBeTruthy()
  const [, pour] = deck.templateData.entries
  expect(sent('PUT')).toEqual([
    [
      `/api/schedule-templates/${deck.id}`,
      {
        templateData: {
          entries: [
            { ...pour, dependsOn: [] },
            {
              ...pour,
              title: 'Frame',
              days: 3,
              trade: null,
              dependsOn: [{ entry: 0, lagDays: -1 }],
            },
          ],
          tasks: [{ name: 'Call for the inspection', description: null, entry: null }],
        },
      },
    ],
  ])
  const put = server.seen.find(({ method }) => method === 'PUT')
  expect(put?.headers['if-match']).toBe(tagOf(templates[0] ?? deck))
})

test('tasks can be added and removed', async () => {
  server.on(templateRoutes.update, { body: deck })
  open(server, `/schedule-templates/${deck.id}?edit=true`, 'admin')
  await screen.findByRole('form', { name: 'Edit Template' })
  await userEvent.click(screen.getByRole('button', { name: 'Add Task' }))
  await type(row('Task 2'), 'Name', 'Order the railing')
  await userEvent.click(screen.getByRole('button', { name: 'Remove task 1' }))
  expect(field(row('Task 1'), 'Name')).toHaveProperty('value', 'Order the railing')
  expect(screen.queryByRole('group', { name: 'Task 2' })).toBeNull()
})

test.each([
  ['x', 'Write numbers, such as 2, 3+1'],
  ['7', 'Choose entries of this template'],
  ['2', 'These dependencies form a cycle: Dig → Pour → Dig'],
])('an entry after %j is not saved', async (text, problem) => {
  open(server, `/schedule-templates/${deck.id}?edit=true`, 'admin')
  await screen.findByRole('form', { name: 'Edit Template' })
  await type(row('Entry 1'), 'After', text)
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(sent('PUT')).toEqual([])
})

test('a template can be retired, and deleted after a confirmation', async () => {
  server.on(templateRoutes.update, () => {
    templates = [template(1, { isActive: false })]
    return { body: template(1, { isActive: false }) }
  })
  server.on(templateRoutes.remove, { body: undefined })
  open(server, `/schedule-templates/${deck.id}`, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Retire' }))
  expect(await screen.findByText('Template retired successfully')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Restore' })).toBeTruthy()
  expect(screen.getByText('Retired')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete template' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(location.pathname).toBe('/schedule-templates'))
})

test('applying to a job shows the days before anything is added', async () => {
  server.on(scheduleRoutes.ofJob, { body: [entry(1)] })
  server.on(templateRoutes.apply, {
    body: { entries: 2, tasks: 1, start: '2027-03-01', finish: '2027-03-04' },
  })
  open(server, `/jobs/${job(1).id}`, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Apply Template' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply Template' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(dialog.getByText('Choose a template', { selector: 'p' })).toBeTruthy()
  const select = dialog.getByLabelText('Schedule template')
  await within(select).findByRole('option', { name: 'Deck' })
  // Retired templates are not offered.
  expect(within(select).queryByRole('option', { name: 'Old porch' })).toBeNull()
  await userEvent.selectOptions(select, 'Deck')
  expect(dialog.getByText(/The job keeps what it has \(1 entry\)/)).toBeTruthy()
  // A Saturday.
  await type(dialog, 'Work starts', '2027-02-27')
  expect(dialog.getByText('2 entries and 1 task, Mar 1, 2027 – Mar 4, 2027')).toBeTruthy()
  expect(dialog.getByText(/Nobody works on Feb 27/)).toBeTruthy()
  const planned = within(dialog.getByRole('list', { name: 'Planned entries' }))
  expect(planned.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1DigConcreteMar 1 – 2, 2027',
    '2PourElectricalMar 4, 2027',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('2 entries and 1 task added to the job')).toBeTruthy()
  expect(sent('POST')).toEqual([
    [
      `/api/jobs/${job(1).id}/apply-template`,
      {
        templateId: deck.id,
        startDate: '2027-02-27',
        assignSubs: { Concrete: null, Electrical: null },
      },
    ],
  ])
})

test('a new job whose template fails shows what was created', async () => {
  server.on(jobRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(jobRoutes.totals, { body: jobTotals(0) })
  server.on(jobRoutes.create, { body: job(7) })
  server.on(templateRoutes.apply, { failure: 'templateRetired' })
  open(server, '/jobs?new=job', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Job' }))
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Porch')
  await userEvent.type(dialog.getByLabelText(/^Address/), '7 Elm St')
  await type(dialog, 'Start Date', '2027-03-01')
  await within(dialog.getByLabelText('Schedule template')).findByRole('option', { name: 'Deck' })
  await userEvent.selectOptions(dialog.getByLabelText('Schedule template'), 'Deck')
  expect(dialog.getByLabelText('Work starts')).toHaveProperty('value', '2027-03-01')
  await userEvent.click(dialog.getByRole('button', { name: 'Create Job' }))
  expect(await screen.findByText(/The job was created, the template was not applied/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Create New Job' })).toBeNull())
  expect(sent('POST').map(([url]) => url)).toEqual([
    '/api/jobs',
    `/api/jobs/${job(7).id}/apply-template`,
  ])
})

test('an approved bid starts with the chosen template', async () => {
  server.on(bidRoutes.list, { body: [bid(1)], headers: { 'X-Total-Count': '1' } })
  server.on(bidRoutes.totals, { body: { totalJobsValue: 0, activeJobs: 0, pendingBids: 1 } })
  server.on(bidRoutes.convert, { body: job(7) })
  server.on(templateRoutes.apply, {
    body: { entries: 2, tasks: 1, start: '2027-03-01', finish: '2027-03-04' },
  })
  open(server, '/pending-bids', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve Bid' }))
  await within(dialog.getByLabelText('Schedule template')).findByRole('option', { name: 'Deck' })
  await userEvent.selectOptions(dialog.getByLabelText('Schedule template'), 'Deck')
  await type(dialog, 'Work starts', '2027-03-01')
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('2 entries and 1 task added from Deck.')).toBeTruthy()
  expect(screen.getByText('Bid successfully converted to job')).toBeTruthy()
  expect(sent('POST')).toEqual([
    [`/api/pending-bids/${bid(1).id}/convert`, ''],
    [
      `/api/jobs/${job(7).id}/apply-template`,
      { templateId: deck.id, keepBaseline: true, startDate: '2027-03-01' },
    ],
  ])
})

test('a job can be saved as a template under a name', async () => {
  server.on(scheduleRoutes.ofJob, { body: [entry(1)] })
  server.on(templateRoutes.saveJob, { body: template(3, { name: 'Job 1' }) })
  open(server, `/jobs/${job(1).id}`, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Save as Template' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as Template' }))
  await type(dialog, 'Type', 'Porch')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Template' }))
  expect(await screen.findByText('Template saved successfully')).toBeTruthy()
  expect(sent('POST')).toEqual([
    [
      `/api/jobs/${job(1).id}/save-as-template`,
      { name: 'Job 1', description: null, projectType: 'Porch' },
    ],
  ])
  await clickInToast('View Template')
  await waitFor(() => expect(location.pathname).toBe(`/schedule-templates/${template(3).id}`))
})
