import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { bill } from '../../testing/pdfs.ts'
import { jpegWith } from '../../testing/pictures/containers.ts'
import { phonePicture } from '../../testing/pictures/make.ts'
import { InspectionTimeout, inspectPdf, inspectPicture, pictureFacts } from './inspect.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-inspect-'))
const file = path.join(folder, 'IMG_1.JPG')
const pdf = path.join(folder, 'bill.pdf')
const SAM = 'sam'
beforeAll(async () => {
  writeFileSync(file, await phonePicture())
  writeFileSync(pdf, bill())
})
afterEach(() => void vi.useRealTimers())
afterAll(() => rmSync(folder, { recursive: true }))

/** A file of /proc, or an empty text if its process or thread has ended meanwhile. */
function readProc(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** The inspectors of this process. */
const inspectors = () =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => readProc(`self/task/${thread}/children`).split(' ').filter(Boolean))
    .filter((child) => readProc(`${child}/cmdline`).includes('inspector.js'))
    .map(Number)
function inspector(): number {
  const [first] = inspectors()
  if (first === undefined) throw new Error('no inspector is running')
  return first
}

test('the facts of a picture equal those of the decoded picture', async () => {
  const { full, thumb, ...facts } = await inspectPicture(file, SAM)
  expect(await pictureFacts(file, SAM)).toEqual(facts)
  expect(facts).toMatchObject({ contentType: 'image/jpeg', width: 640, height: 480 })
  expect([full, thumb].map((one) => Buffer.from(one).toString('latin1', 8, 12))).toEqual([
    'WEBP',
    'WEBP',
  ])
})

describe.skipIf(process.platform !== 'linux')('an inspector', () => {
  // Other test files in this process may have left idle ones.
  beforeAll(async () => {
    const idle = inspectors()
    for (const pid of idle) process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => !idle.some((pid) => existsSync(`/proc/${pid}`)))
  })
  test('that crashes fails only its own file; its successor has no secrets in its environment', async () => {
    vi.stubEnv('SESSION_SECRET', 'nobody else may know this, not even an inspector')
    const refused = inspectPicture(file, SAM)
    refused.catch(() => undefined)
    await vi.waitUntil(() => inspectors().length > 0)
    process.kill(inspector(), 'SIGKILL')
    await expect(refused).rejects.toMatchObject({ name: 'badPicture' })

    await inspectPicture(file, SAM)
    const second = inspector()
    expect(readFileSync(`/proc/${second}/environ`, 'utf8')).not.toContain('SESSION_SECRET')
    // The inspector is used again.
    await inspectPicture(file, SAM)
    await inspectPdf(pdf, SAM)
    expect(inspectors()).toEqual([second])
  })

  test('has a memory limit and a lower priority than requests', async () => {
    await inspectPicture(file, SAM)
    const limits = readFileSync(`/proc/${inspector()}/limits`, 'utf8')
    expect(limits).toMatch(/Max data size +1536000000 +1536000000 /)
    expect(readFileSync(`/proc/${inspector()}/cmdline`, 'utf8')).toContain('--max-old-space-size')
    expect(getPriority(inspector())).toBeGreaterThan(getPriority())
  })

  test('that takes too long is killed, and its file rejected', async () => {
    await inspectPicture(file, SAM)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const [look, name] of [
      [() => inspectPicture(file, SAM), 'badPicture'],
      [() => inspectPdf(pdf, SAM), 'notReceipt'],
    ] as const) {
      const pid = inspector()
      process.kill(pid, 'SIGSTOP')
      const refused = look()
      refused.catch(() => undefined)
      await vi.waitUntil(() => vi.getTimerCount() > 0)
      vi.advanceTimersByTime(30_000)
      await expect(refused).rejects.toMatchObject({ name })
      await expect(refused).rejects.toBeInstanceOf(InspectionTimeout)
      await vi.waitUntil(() => !existsSync(`/proc/${pid}`))
      await inspectPicture(file, SAM)
    }
  })

  test('that read a damaged picture is not reused', async () => {
    await inspectPicture(file, SAM)
    const first = inspector()
    const damaged = path.join(folder, 'IMG_2.JPG')
    writeFileSync(damaged, readFileSync(file).subarray(0, 2000))
    const refused = inspectPicture(damaged, SAM)
    await expect(refused).rejects.toMatchObject({ name: 'badPicture' })
    await expect(refused).rejects.not.toBeInstanceOf(InspectionTimeout)
    await expect.poll(() => existsSync(`/proc/${first}`)).toBe(false)
  })

  test('that rejected a PDF is reused', async () => {
    await inspectPicture(file, SAM)
    const first = inspector()
    const active = path.join(folder, 'active.pdf')
    writeFileSync(active, bill(['/S /Launch /F (cmd.exe)']))
    await expect(inspectPdf(active, SAM)).rejects.toMatchObject({
      name: 'activePdf',
      message: expect.stringContaining('script'),
    })
    await inspectPdf(pdf, SAM)
    expect(inspectors()).toEqual([first])
  })

  test('that rejected a picture by a limit of ours is reused', async () => {
    await inspectPicture(file, SAM)
    const first = inspector()
    const heavy = path.join(folder, 'IMG_3.JPG')
    writeFileSync(heavy, jpegWith(readFileSync(file), 0xfe, 101, Buffer.from('a comment')))
    await expect(inspectPicture(heavy, SAM)).rejects.toMatchObject({
      name: 'badPicture',
      message: expect.stringContaining('Save it as a new file'),
    })
    expect(inspectors()).toEqual([first])
  })

  test('that throws an unexpected error rejects the file', async () => {
    const missing = path.join(folder, 'gone.pdf')
    await expect(inspectPdf(missing, SAM)).rejects.toMatchObject({ name: 'notReceipt' })
  })

  test('that is killed while it is idle is replaced', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await inspectPicture(file, SAM)
    const idle = inspector()
    process.kill(idle, 'SIGKILL')
    await expect.poll(() => existsSync(`/proc/${idle}`)).toBe(false)
    vi.advanceTimersByTime(MINUTE_MS)
    await inspectPicture(file, SAM)
    expect(inspector()).not.toBe(idle)
  })

  test('that is idle for long ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await inspectPicture(file, SAM)
    vi.advanceTimersByTime(MINUTE_MS)
    await expect.poll(() => inspectors()).toEqual([])
  })
})
