import type { Message } from '@plumbline/contract/messages.ts'
import type { Task, TaskLine } from '@plumbline/contract/tasks.ts'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findBrowser } from '../../tools/browser.js'
import type { ApiClient } from '../harness/apiClient.ts'
import { join, owner, signIn } from '../harness/company.ts'
import { newJob } from '../harness/jobs.ts'
import { BrowserErrors, openPage } from '../harness/page.ts'
import { item } from '../harness/screen.ts'
import { Server } from '../harness/server.ts'
import { waitForQueue, write } from '../harness/waitingActions.ts'

/** The number of times that the tab is closed while it sends. */
const KILLS = 30
/** The longest time between the connection and the end of the tab. */
const MAX_SENDING_MS = 600
const TIMEOUT_MS = 120_000

let server: Server
let browser: Browser
let admin: ApiClient

beforeAll(async () => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('no browser was found')
  server = new Server({ from: inject('company') })
  await server.start()
  admin = await signIn(server.url, owner.email)
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  browser = await chromium.launch({ executablePath, args })
})
afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

test('actions are sent once each and in order, although the tab is closed 30 times', async () => {
  const jobId = await newJob(admin, 'Mill house')
  const { api, id: assigneeId } = await join(admin, 'subcontractor', 'Nora', [jobId])
  const tasks: Task[] = []
  for (let n = 1; n < KILLS; n += 2)
    tasks.push(await admin.request('POST', '/api/tasks', { jobId, name: `No. ${n}.`, assigneeId }))
  const first = await openPage(browser, api, { width: 390 }, new BrowserErrors())
  const context = first.context()
  context.setDefaultTimeout(TIMEOUT_MS)
  const texts: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const page = await context.newPage()
    const writes = kill % 2 === 0
    await page.goto(writes ? `/messages?jobId=${jobId}` : '/tasks')
    await waitForQueue(page)
    if (writes) await page.getByText('Only the office reads this').waitFor()
    const row = item(page, `No. ${kill}.`)
    if (!writes) await row.waitFor()
    await context.setOffline(true)
    if (writes) {
      for (const text of [`${kill} begun`, `${kill} done`]) {
        await write(page, text)
        texts.push(text)
      }
    } else {
      await row.getByRole('button', { name: 'Start' }).click()
      await row.getByText('Waiting for a connection').waitFor()
      await row.getByRole('button', { name: 'Complete' }).click()
      await row.getByText('Completed').waitFor()
    }
    await context.setOffline(false)
    await page.waitForTimeout((kill * MAX_SENDING_MS) / KILLS)
    await page.close()
  }
  const last = await context.newPage()
  await last.goto('/tasks')
  const contents = async () =>
    (await api.request<Message[]>('GET', `/api/jobs/${jobId}/messages`)).map(
      ({ content }) => content,
    )
  await expect.poll(contents, { timeout: TIMEOUT_MS, interval: 500 }).toEqual(texts)
  await last.getByText('Waiting for a connection').waitFor({ state: 'detached' })
  for (const { id } of tasks) {
    const path = `/api/tasks/${id}/correspondence`
    const lines = async () =>
      (await api.request<TaskLine[]>('GET', path)).map(({ message }) => message)
    await expect
      .poll(lines)
      .toEqual([
        'Status changed from Not Started to In Progress',
        'Status changed from In Progress to Completed',
      ])
  }
  expect(await last.getByText('not sent').count()).toBe(0)
})
