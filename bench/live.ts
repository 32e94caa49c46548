import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { ApiClient } from '../e2e/harness/apiClient.ts'
import { owner, signIn } from '../e2e/harness/company.ts'
import { startNode } from '../e2e/harness/nodes.ts'
import { sendPhoto } from '../e2e/harness/photos.ts'
import { png } from '../e2e/harness/png.ts'
import { openStream, type TestStream } from '../server/testing/stream.ts'
import { withBrowser, withPage } from './browser.ts'
import { type Company, env, withCompany } from './company.ts'
import { memoryOf } from './processes.ts'
import { formatAmounts, formatFigure, type Part, type Report } from './report.ts'

/** The number of changes of each kind. */
const CHANGES = 200
const STREAMS = 500
/** The pause between changes, and the wait before the idle memory is measured. */
const CHANGE_INTERVAL_MS = 20
const IDLE_MS = 2_000

interface Watched {
  readonly name: string
  /** The screen that the other person has open. */
  readonly path: string
  readonly change: (n: number) => Promise<unknown>
  /** The text that they see after the change. */
  readonly text: (n: number) => string
}

function changesOf({ admin }: Company, jobId: string): readonly Watched[] {
  const picture = { content: png(64, 48, 90), name: 'IMG_0001.png', type: 'image/png' }
  const statuses = ['on_hold', 'in_progress']
  const labels = ['On Hold', 'In Progress']
  return [
    {
      name: 'a message',
      path: `/messages?jobId=${jobId}`,
      change: (n) => admin.request('POST', '/api/messages', { jobId, content: `Word ${n}.` }),
      text: (n) => `Word ${n}.`,
    },
    {
      name: 'a status',
      path: `/jobs/${jobId}`,
      change: (n) => admin.request('PUT', `/api/jobs/${jobId}`, { status: statuses[n % 2] }),
      text: (n) => labels[n % 2] ?? '',
    },
    {
      name: 'a photo',
      path: `/photos?jobId=${jobId}`,
      change: (n) => sendPhoto(admin, picture, { jobId, caption: `Picture ${n}.` }),
      text: (n) => `Picture ${n}.`,
    },
  ]
}

/** The sorted milliseconds from the call of one person until another one sees the change. */
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
  return found.toSorted((a, b) => a - b)
}

/** Measures the memory for five hundred idle event streams. */
async function measureMemory(report: Report, company: Company, url: string, pid: number) {
  const streams: TestStream[] = []
  const sessions = [...company.admins, company.sub.api, company.client.api]
  const before = memoryOf(pid) ?? 0
  report.table(`${STREAMS} streams on which nothing happens`)
  try {
    // A session may have at most twenty streams.
    while (sessions.length * 20 < STREAMS)
      sessions.push(await signIn(company.server.url, owner.email))
    for (let n = 0; n < STREAMS; n += 1)
      streams.push(await openStream(url, sessions[n % sessions.length]?.cookie ?? ''))
    await sleep(IDLE_MS)
    const grown = (memoryOf(pid) ?? 0) - before
    report.figure('more memory', grown, { budget: 'live.memory', unit: 'MB' })
    return grown
  } finally {
    for (const stream of streams) await stream.close()
  }
}

export const livePart: Part = {
  name: 'live',
  title: 'What others see of a change',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      const { server, sub } = company
      const node = await startNode(server, { env })
      // Both nodes share one file store.
      const files = join(node.server.dataDir, 'files')
      rmSync(files, { recursive: true, force: true })
      symlinkSync(join(server.dataDir, 'files'), files)
      try {
        // Measured first, before other work increases the memory of the node.
        const memory = await measureMemory(report, company, node.server.url, node.server.pid)
        const [job] = await sub.api.request<{ id: string }[]>('GET', '/api/jobs?limit=1')
        const otherClient = new ApiClient(node.server.url, sub.api.cookie)
        report.table(
          `${formatAmounts(amounts)}; from the call of one person until another one sees it, in a browser at another node`,
        )
        const delays = await withBrowser((browser) =>
          withPage(browser, otherClient, async (page) => {
            const found: Record<string, number> = {}
            for (const watched of changesOf(company, job?.id ?? '')) {
              const sorted = await delaysOf(page, watched)
              const p99 = sorted[Math.floor(CHANGES * 0.99)] ?? 0
              const note = `p50 ${formatFigure(sorted[CHANGES / 2] ?? 0)} ms`
              report.figure(`${watched.name}, p99 of ${CHANGES}`, p99, {
                ...{ budget: 'live.delay', note },
              })
              found[watched.name] = p99
            }
            return found
          }),
        )
        return { delays, memory }
      } finally {
        await node.remove()
      }
    }),
}
