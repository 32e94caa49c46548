import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { ApiClient } from '../e2e/harness/apiClient.ts'
import { owner, signIn } from '../e2e/harness/company.ts'
import { startNode } from '../e2e/harness/nodes.ts'
import { memoryOf } from '../e2e/long/memory.ts'
import { openStream, type TestStream } from '../server/testing/stream.ts'
import { withPage } from './browser.ts'
import { type Company, env, withCompany } from './company.ts'
import { speedOf } from './load.ts'
import { formatAmounts, type Part } from './report.ts'

/** The number of changes of each kind. */
const CHANGES = 200
const STREAMS = 500
/** The most streams of a session. */
const STREAMS_OF_SESSION = 20
/** The pause between changes, and the wait before the idle memory is measured. */
const CHANGE_INTERVAL_MS = 20
const IDLE_MS = 2_000

interface Watched {
  /** The screen that the other person has open. */
  readonly path: string
  readonly change: (n: number) => Promise<unknown>
  /** The text that they see after the change. */
  readonly text: (n: number) => string
}

function changesOf({ admin }: Company, jobId: string): Readonly<Record<string, Watched>> {
  const statuses = ['on_hold', 'in_progress']
  const labels = ['On Hold', 'In Progress']
  return {
    'a message': {
      path: `/messages?jobId=${jobId}`,
      change: (n) => admin.request('POST', '/api/messages', { jobId, content: `Word ${n}.` }),
      text: (n) => `Word ${n}.`,
    },
    'a status': {
      path: `/jobs/${jobId}`,
      change: (n) => admin.request('PUT', `/api/jobs/${jobId}`, { status: statuses[n % 2] }),
      text: (n) => labels[n % 2] ?? '',
    },
  }
}

/** The milliseconds from each call of one person until another one sees the change. */
async function delaysOf(page: Page, { path, change, text }: Watched): Promise<number[]> {
  await page.goto(path)
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle')
  const found: number[] = []
  for (let n = 0; n < CHANGES; n += 1) {
    const begin = performance.now()
    const seen = page.locator('main').getByText(text(n), { exact: true }).first().waitFor()
    await Promise.all([change(n), seen])
    found.push(performance.now() - begin)
    await sleep(CHANGE_INTERVAL_MS)
  }
  return found
}

/** Opens event streams of many sessions. */
async function openStreams({ server, admins }: Company, url: string): Promise<TestStream[]> {
  const sessions = [...admins]
  while (sessions.length * STREAMS_OF_SESSION < STREAMS)
    sessions.push(await signIn(server.url, owner.email))
  const streams: TestStream[] = []
  while (streams.length < STREAMS)
    streams.push(await openStream(url, sessions[streams.length % sessions.length]?.cookie ?? ''))
  return streams
}

export const livePart: Part = {
  name: 'live',
  title: 'What others see of a change',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      const { server, sub } = company
      const node = await startNode(server, { env })
      const { url, pid, dataDir } = node.server
      // Both nodes share one file store: the page of a job shows its photos.
      rmSync(join(dataDir, 'files'), { recursive: true, force: true })
      symlinkSync(join(server.dataDir, 'files'), join(dataDir, 'files'))
      let streams: TestStream[] = []
      try {
        const before = memoryOf(pid, 'VmRSS')
        streams = await openStreams(company, url)
        await sleep(IDLE_MS)
        const memory = memoryOf(pid, 'VmRSS') - before
        report.table('Memory for event streams, in MB', ['more', 'budget'])
        report.row(`${STREAMS} streams`, [
          memory.toFixed(1),
          report.budget('live.memory', memory, 'memory for event streams'),
        ])

        const [job] = await sub.api.request<{ id: string }[]>('GET', '/api/jobs?limit=1')
        report.table(
          `${formatAmounts(amounts)}; ms from the call of one person until another one sees it, in a browser at another node with those streams, ${CHANGES} times, budgets for the p99`,
        )
        await withPage(new ApiClient(url, sub.api.cookie), async (page) => {
          for (const [name, watched] of Object.entries(changesOf(company, job?.id ?? '')))
            report.speed(name, speedOf(await delaysOf(page, watched)), 'live.delay', 'p99')
        })
      } finally {
        for (const stream of streams) await stream.close()
        await node.remove()
      }
    }),
}
