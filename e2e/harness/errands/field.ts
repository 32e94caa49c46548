import type { Job } from '@plumbline/contract/jobs.ts'
import type { Page } from 'playwright-core'
import type { Finger } from '../finger.ts'
import type { SampleCompany } from '../sample.ts'
import { button, dialog, main, toast } from '../screen.ts'
import type { Errand } from './errand.ts'

const waitForOpenedLink = (page: Page, to: RegExp) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(document.documentElement.dataset.openedLink ?? ''),
    to.source,
  )

const work = (page: Page) => main(page).getByRole('article').first()
const lead = (page: Page) => main(page).getByRole('article', { name: 'Kitchen remodel' })

/** Opens the conversation of the first work, and sends a message. */
async function writeFromWork(page: Page, finger: Finger) {
  await finger.tap(work(page).getByRole('link', { name: 'Message' }))
  const content = `North wall is up at ${Date.now()}.`
  await finger.type(page.getByRole('textbox', { name: 'Message' }), content)
  await finger.tap(button(page, 'Send message'))
  await page.getByText(content, { exact: true }).waitFor()
}

/** Adds a task in progress that is long overdue, which the sub sees first. */
async function addOverdueTask({ people: { admin, subcontractor } }: SampleCompany) {
  const [job] = await subcontractor.request<Job[]>('GET', '/api/jobs?search=Kitchen%20remodel')
  const { id } = await subcontractor.request<{ id: string }>('GET', '/api/auth/user')
  await admin.request('POST', '/api/tasks', {
    ...{ jobId: job?.id, name: 'Sweep the stairs', assigneeId: id },
    ...{ status: 'in_progress', deadline: '2026-01-05' },
  })
  return '/'
}

const sentLater = (page: Page) =>
  page
    .getByText(/waited (was|were) sent/)
    .first()
    .waitFor()

/** The errands of a sub and a client, on a phone. */
export const fieldErrands: readonly Errand[] = [
  {
    role: 'subcontractor',
    name: 'what do I do today, and where',
    taps: 0,
    run: (page) => work(page).getByText(/Elgin/).waitFor(),
  },
  {
    role: 'subcontractor',
    name: 'directions',
    taps: 1,
    run: async (page, finger) => {
      await finger.tap(work(page).getByRole('link', { name: 'Map' }))
      await waitForOpenedLink(page, /query=.*Elgin/)
    },
  },
  {
    role: 'subcontractor',
    name: 'call the manager',
    taps: 2,
    run: async (page, finger) => {
      await finger.tap(work(page).getByRole('button', { name: 'Call' }))
      await finger.tap(dialog(page).getByRole('link', { name: /Project manager/ }))
      await waitForOpenedLink(page, /^tel:/)
    },
  },
  {
    role: 'subcontractor',
    name: 'mark it done',
    taps: 1,
    run: async (page, finger) => {
      await finger.tap(button(page, 'Complete'))
      await toast(page, 'Task updated successfully')
    },
    after: async (page) => {
      await button(page, 'Undo').click()
      await button(page, 'Complete').waitFor()
    },
  },
  {
    role: 'subcontractor',
    name: 'mark it done, offline',
    taps: 1,
    before: addOverdueTask,
    isOffline: true,
    run: async (page, finger) => {
      await finger.tap(button(page, 'Complete').first())
      await page.getByText('Waiting for a connection').first().waitFor()
    },
    after: sentLater,
  },
  {
    role: 'subcontractor',
    name: 'a message to the office',
    taps: 3,
    run: writeFromWork,
  },
  {
    role: 'subcontractor',
    name: 'a message to the office, offline',
    taps: 3,
    isOffline: true,
    run: writeFromWork,
    after: sentLater,
  },
  {
    role: 'client',
    name: 'when is it finished',
    taps: 0,
    // The second date. The first one is the start.
    run: (page) =>
      lead(page)
        .getByText(/^[A-Z][a-z]+ \d+, \d{4}/)
        .nth(1)
        .waitFor(),
  },
  {
    role: 'client',
    name: 'what is next',
    taps: 0,
    run: (page) =>
      lead(page)
        .getByText(/ Next: /)
        .waitFor(),
  },
  {
    role: 'client',
    name: 'what does it cost',
    taps: 0,
    run: (page) => lead(page).getByText('$86,400.00').waitFor(),
  },
  {
    role: 'client',
    name: 'who comes tomorrow',
    taps: 2,
    run: async (page, finger) => {
      await finger.tap(page.getByRole('link', { name: 'Schedule' }).last())
      await finger.tap(button(page, 'Next day'))
      await main(page)
        .getByText(/Tom Kowalski|Nobody works|Nothing is planned/)
        .first()
        .waitFor()
    },
  },
]
