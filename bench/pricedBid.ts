import type { Page } from 'playwright-core'
import { ApiClient } from '../e2e/harness/apiClient.ts'
import { idle, withPage } from './browser.ts'
import type { Company } from './company.ts'
import { speedOf } from './load.ts'
import { formatFigure, type Report } from './report.ts'

const KEYS = 60
/** The milliseconds between two key strokes of somebody who types fast. */
const BETWEEN_KEYS = 80
/** The visits of a link, each with an empty cache. */
const VISITS = 5
/** A slow phone, as Lighthouse has it: its network, and how much slower its processor is. */
const SLOW_NETWORK = {
  ...{ offline: false, latency: 150 },
  ...{ downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 },
}
const SLOWER = 4
const BYTES_PER_KB = 1000

/** Key strokes in a cell, in turn. */
interface Typing {
  readonly label: string
  /** The key with which it starts. */
  readonly start: string
  readonly keys: readonly string[]
}

const LINE = 'Footings and frame, part 165'
const typings: Readonly<Record<string, Typing>> = {
  'a description': { label: `Description of ${LINE}`, start: 'End', keys: [...'Pine post '] },
  'a price': { label: `Price of ${LINE}`, start: 'End', keys: ['7', 'Backspace'] },
  // The problem of the cell comes and goes.
  'a price that is emptied': {
    ...{ label: `Price of ${LINE}`, start: 'ControlOrMeta+a' },
    keys: ['7', 'Backspace'],
  },
}

/** The milliseconds from each key stroke in a field until the page is painted. */
async function typingTimes(page: Page, { label, start, keys }: Typing): Promise<number[]> {
  await page.getByLabel(label, { exact: true }).click()
  await page.keyboard.press(start)
  await idle(page)
  const watch = await page.evaluateHandle(watchKeys)
  for (let n = 0; n < KEYS; n++)
    await page.keyboard.press(keys[n % keys.length] ?? '', { delay: BETWEEN_KEYS })
  await idle(page)
  return watch.evaluate(({ times }) => times)
}

/** Runs in the page: the times from the key strokes on until the page is painted after them. */
function watchKeys() {
  const times: number[] = []
  const { port1, port2 } = new MessageChannel()
  const strokes: number[] = []
  port1.onmessage = () => times.push(performance.now() - (strokes.shift() ?? Number.NaN))
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      strokes.push(timeStamp)
      // The page is painted after the callbacks of a frame; a message arrives after the paint.
      requestAnimationFrame(() => port2.postMessage(undefined))
    },
    { capture: true },
  )
  return { times }
}

/** Measures key strokes in the price of a bid with these lines. */
export async function reportTyping(report: Report, { admin }: Company, bidId: string) {
  report.table(`From a key stroke until the page is painted, ${KEYS} in a line of the middle; ms`)
  for (const [what, typing] of Object.entries(typings)) {
    const times = await withPage(admin, async (page) => {
      await page.goto(`/pending-bids/${bidId}?tab=price`)
      await page.getByLabel(typing.label, { exact: true }).waitFor()
      return typingTimes(page, typing)
    })
    report.speed(what, speedOf(times), 'documents.key')
  }
}

/** A visit of a link with an empty cache: when it is shown, and what was loaded. */
async function visitLink(anonymous: ApiClient, path: string) {
  return withPage(
    anonymous,
    async (page) => {
      const browser = await page.context().newCDPSession(page)
      let bytes = 0
      browser.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      await browser.send('Network.enable')
      await browser.send('Network.emulateNetworkConditions', SLOW_NETWORK)
      await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      await page.goto(path, { waitUntil: 'networkidle' })
      const shown = await page.evaluate(largestPaint)
      return { shown, kilobytes: bytes / BYTES_PER_KB }
    },
    { width: 390 },
  )
}

/** Runs in the page: when its largest text or picture was painted, in ms. */
const largestPaint = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })

/** Measures the page of the link of a bid on a slow phone. */
export async function reportLink(report: Report, { admin, server }: Company, bidId: string) {
  const at = `/api/pending-bids/${bidId}/proposals`
  const { id } = await admin.request<{ id: string }>('POST', at, {})
  const { path } = await admin.request<{ path: string }>('GET', `/api/proposals/${id}/link`)
  const visits: Awaited<ReturnType<typeof visitLink>>[] = []
  while (visits.length < VISITS) visits.push(await visitLink(new ApiClient(server.url), path))
  report.table(`The page of its link on a slow phone, the median of ${VISITS} first visits`, [
    ...['measured', 'budget'],
  ])
  const row = (name: string, unit: string, budget: string, values: readonly number[]) => {
    const { p50 } = speedOf(values)
    report.row(name, [`${formatFigure(p50)} ${unit}`, report.budget(budget, p50, name)])
  }
  row(
    'until it is shown',
    'ms',
    'documents.linkShown',
    visits.map(({ shown }) => shown),
  )
  row(
    'what it loads',
    'kB',
    'documents.linkKilobytes',
    visits.map(({ kilobytes }) => kilobytes),
  )
}
