import type { Message } from '@plumbline/contract/messages.ts'
import type { Task, TaskLine } from '@plumbline/contract/tasks.ts'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { newJob } from './harness/jobs.ts'
import { OFFLINE_ERRORS } from './harness/photoQueue.ts'
import { button, item, toast } from './harness/screen.ts'
import { type StoryContext, story } from './harness/story.ts'
import { waitForQueue, write } from './harness/waitingActions.ts'

/** A sub with a task on a job of that name. */
async function subWithTask({ admin, join }: StoryContext, jobName: string, firstName: string) {
  const jobId = await newJob(admin, jobName)
  const sub = await join('subcontractor', firstName, [jobId])
  const task = { jobId, name: 'Hang cabinets', assigneeId: sub.id }
  const { id: taskId } = await admin.request<Task>('POST', '/api/tasks', task)
  return { jobId, taskId, sub }
}

const contents = async (api: ApiClient, jobId: string) =>
  (await api.request<Message[]>('GET', `/api/jobs/${jobId}/messages`)).map(({ content }) => content)

story('two tabs show one queue of actions, and one of them sends it in order', async (stage) => {
  const { visit, expectError } = stage
  expectError(OFFLINE_ERRORS)
  const { jobId, taskId, sub } = await subWithTask(stage, 'Mill house', 'Apollonia')
  const page = await visit(sub.api, `/messages?jobId=${jobId}`, { width: 390 })
  await page.getByText('Only the office reads this').waitFor()
  await waitForQueue(page)
  const tasks = await page.context().newPage()
  await tasks.goto('/tasks')
  const row = item(tasks, 'Hang cabinets')
  await row.getByRole('button', { name: 'Start' }).waitFor()
  await waitForQueue(tasks)

  await page.context().setOffline(true)
  await row.getByRole('button', { name: 'Start' }).click()
  await row.getByText('Waiting for a connection').waitFor()
  await write(page, 'North wall is up.')
  await row.getByRole('button', { name: 'Complete' }).click()
  await row.getByText('Completed').waitFor()
  for (const tab of [page, tasks])
    await tab.getByText(/^Offline since .*\. 3 actions are waiting to be sent\. What/).waitFor()
  await button(tasks, 'Show what waits to be sent').click()
  await tasks.getByRole('list', { name: 'Waiting to be sent' }).waitFor()
  await checkThemes(tasks, 'waiting-actions')
  await button(tasks, 'Close').last().click()
  await page.close()
  await tasks.context().setOffline(false)
  await toast(tasks, 'All 3 that waited were sent')
  await row.getByText('Waiting for a connection').waitFor({ state: 'detached' })
  expect(await contents(sub.api, jobId)).toEqual(['North wall is up.'])
  const path = `/api/tasks/${taskId}/correspondence`
  const lines = await sub.api.request<TaskLine[]>('GET', path)
  expect(lines.map(({ message }) => message)).toEqual([
    'Status changed from Not Started to In Progress',
    'Status changed from In Progress to Completed',
  ])
})

story('a tab that is closed while it sends sends nothing twice', async (stage) => {
  const { admin, visit, expectError } = stage
  expectError(OFFLINE_ERRORS)
  expectError(/^(GET|POST|PUT) \/api\/.*: 404$/)
  const { jobId, taskId, sub } = await subWithTask(stage, 'Boat house', 'Balthasar')
  const page = await visit(sub.api, `/messages?jobId=${jobId}`, { width: 390 })
  const context = page.context()
  await page.getByText('Only the office reads this').waitFor()
  await waitForQueue(page)
  await context.setOffline(true)
  await write(page, 'North wall is up.')
  await write(page, 'Crown goes on tomorrow.')
  // The server saves the first message, whose reply does not arrive any more.
  let noteSaved = () => {}
  const saved = new Promise<void>((resolve) => {
    noteSaved = resolve
  })
  await page.route('**/api/messages', async (route) => {
    await route.fetch()
    noteSaved()
  })
  await context.setOffline(false)
  await saved
  await page.close()
  expect(await contents(sub.api, jobId)).toEqual(['North wall is up.'])

  const again = await context.newPage()
  await again.goto('/tasks')
  await expect
    .poll(() => contents(sub.api, jobId))
    .toEqual(['North wall is up.', 'Crown goes on tomorrow.'])

  // A task that is deleted meanwhile: the person reads which action was refused, and why.
  const row = item(again, 'Hang cabinets')
  await waitForQueue(again)
  await context.setOffline(true)
  await row.getByRole('button', { name: 'Start' }).click()
  await row.getByText('Waiting for a connection').waitFor()
  await admin.request('DELETE', `/api/tasks/${taskId}`)
  await context.setOffline(false)
  await toast(again, 'Start: Hang cabinets')
  await toast(again, 'The task was deleted meanwhile, or is no longer yours.')
  await button(again, 'Show what waits to be sent').click()
  await button(again, 'Remove: Start: Hang cabinets').click()
  await toast(again, 'Everything was sent.')
})
