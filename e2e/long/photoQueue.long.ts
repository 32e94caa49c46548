import type { Photo } from '@plumbline/contract/photos.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findBrowser } from '../../tools/browser.js'
import { ApiClient } from '../harness/apiClient.ts'
import { join, owner, signIn } from '../harness/company.ts'
import { newJob } from '../harness/jobs.ts'
import { BrowserErrors, openPage } from '../harness/page.ts'
import { limitLink, phonePhotos, sendInterrupted, uploadedPhotos } from '../harness/photoQueue.ts'
import { Server } from '../harness/server.ts'
import { TcpProxy } from '../harness/tcpProxy.ts'

/** The speed of a weak mobile signal, in kilobits per second. */
const KILOBITS = 750
const PHOTOS = 8
const INTERRUPTIONS = { cutDuring: [2, 4], closedDuring: 6 }
/** A photo takes between 15 and 45 seconds on that link. */
const NETWORK_TIMEOUT_MS = 400_000

const photos = await phonePhotos({ count: PHOTOS, width: 4032 })
let server: Server
let proxy: TcpProxy
let browser: Browser
let admin: ApiClient
/** The number of bytes that the browser has sent. */
let sent = 0

beforeAll(async () => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('no browser was found')
  server = new Server({ from: inject('company') })
  await server.start()
  admin = await signIn(server.url, owner.email)
  proxy = new TcpProxy(
    { host: '127.0.0.1', port: Number(new URL(server.url).port) },
    () => (part) => {
      sent += part.length
    },
  )
  await proxy.connect()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  browser = await chromium.launch({ executablePath, args })
})
afterAll(async () => {
  await browser?.close()
  await proxy?.disconnect()
  await server?.remove()
})

/** Creates a sub with one job and opens the Photos screen on their phone. */
async function subOnThePhone(name: string) {
  const jobId = await newJob(admin, `Job of ${name}`)
  const { api } = await join(admin, 'subcontractor', name, [jobId])
  const throughProxy = new ApiClient(`http://127.0.0.1:${proxy.port}`, api.cookie)
  const page = await openPage(browser, throughProxy, { width: 390 }, new BrowserErrors())
  page.context().setDefaultTimeout(NETWORK_TIMEOUT_MS)
  await page.goto('/photos')
  await page.getByText('No photos yet').waitFor()
  const count = async () =>
    (await admin.request<Photo[]>('GET', `/api/photos?jobId=${jobId}`)).length
  return { jobId, page, count }
}

/** Waits until the server has this number of photos. */
const waitForPhotos = (count: () => Promise<number>, photos: number) =>
  expect.poll(count, { timeout: NETWORK_TIMEOUT_MS, interval: 100 }).toBeGreaterThanOrEqual(photos)

const measurements: Record<string, { seconds: number; bytes: number }> = {}

/**
 * Measures the time and the sent bytes from the start of an upload until the server has all photos.
 */
async function measure(name: string, run: () => Promise<void>) {
  const start = performance.now()
  const before = sent
  await run()
  measurements[name] = { seconds: (performance.now() - start) / 1000, bytes: sent - before }
  const { seconds, bytes } = measurements[name]
  console.log(`${name}: ${seconds.toFixed(0)} s, ${(bytes / 1e6).toFixed(1)} MB sent`)
}

test('the queue sends eight photos once each, over two interruptions and a closed tab', async () => {
  const { jobId, page, count } = await subOnThePhone('Nora')
  await measure('queue', async () => {
    const again = await sendInterrupted(page, photos, KILOBITS, INTERRUPTIONS)
    await waitForPhotos(count, PHOTOS)
    await again
      .getByText(/photos uploaded successfully/)
      .first()
      .waitFor()
  })
  const all = await uploadedPhotos(admin, jobId)
  console.log(`queue: ${(all.bytes / 1e6).toFixed(1)} MB arrived`)
  expect(all).toMatchObject({ different: PHOTOS, takenAt: { length: PHOTOS } })
  await page.context().close()
})

/**
 * Uploads originals without the queue: two at a time, from memory. Failed uploads restart as soon
 * as the browser is online.
 */
async function sendOriginals(page: Page, jobId: string, from: number) {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true })
    document.body.append(Object.assign(input, { id: 'originals' }))
  })
  await page.locator('#originals').setInputFiles(photos.slice(from))
  await page.evaluate((job) => {
    const { files } = document.querySelector<HTMLInputElement>('#originals') ?? {}
    const waiting = [...(files ?? [])]
    /** The bytes sent of each photo. */
    const sentBytes = new Map<string, number>()
    const send = (file: File, key: string) =>
      new Promise<boolean>((resolve) => {
        const body = new FormData()
        body.append('jobId', job)
        body.append('photo', file)
        const request = new XMLHttpRequest()
        request.open('POST', '/api/photos')
        request.setRequestHeader('Idempotency-Key', key)
        request.upload.onprogress = ({ loaded }) => {
          sentBytes.set(key, loaded)
          const sum = [...sentBytes.values()].reduce((a, b) => a + b, 0)
          document.body.dataset.sent = String(sum)
        }
        request.onload = () => resolve(request.status === 201)
        request.onerror = () => resolve(false)
        request.send(body)
      })
    const backOnline = () =>
      navigator.onLine ||
      new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const key = crypto.randomUUID()
        while (!(await send(next, key))) {
          document.body.dataset.broken = 'true'
          await backOnline()
        }
      }
    }
    void Promise.all([work(), work()])
  }, jobId)
}

const totalBytes = photos.reduce((bytes, { buffer }) => bytes + buffer.length, 0)

test('without the queue, sending the same photos takes longer and more bytes', async () => {
  const { jobId, page, count } = await subOnThePhone('Otis')
  await measure('originals', async () => {
    const link = await limitLink(page, KILOBITS)
    await sendOriginals(page, jobId, 0)
    const waitForPartialUpload = (photos: number) =>
      page.waitForFunction(
        (bytes) => Number(document.body.dataset.sent) >= bytes,
        (photos - 0.5) * (totalBytes / PHOTOS),
      )
    for (const nth of INTERRUPTIONS.cutDuring) {
      await waitForPartialUpload(nth)
      await link.cut()
      await page.locator('body[data-broken]').waitFor()
      await page.evaluate(() => delete document.body.dataset.broken)
      await link.restore()
    }
    await waitForPartialUpload(INTERRUPTIONS.closedDuring)
    const context = page.context()
    await page.close()
    const another = await context.newPage()
    await another.goto('/photos')
    await limitLink(another, KILOBITS)
    // The person chooses the missing photos again.
    await sendOriginals(another, jobId, await count())
    await waitForPhotos(count, PHOTOS)
  })
  const { queue, originals } = measurements
  expect(queue?.bytes).toBeLessThan(originals?.bytes ?? 0)
  await page.context().close()
})
