import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { phonePicture } from '../../testing/pictures/make.ts'
import { type InspectedPicture, inspectPicture } from './inspect.ts'
import { renditionsOf } from './renditions.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-renditions-'))
const file = path.join(folder, 'IMG_1.JPG')
let examined: InspectedPicture
beforeAll(async () => {
  writeFileSync(file, await phonePicture())
  examined = await inspectPicture(file)
})
afterEach(() => void vi.useRealTimers())
afterAll(() => rmSync(folder, { recursive: true }))

/** Those of this process. */
const decoders = () =>
  readdirSync('/proc/self/task')
    .flatMap((thread) =>
      readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('decoder.js'))
    .map(Number)
function decoder(): number {
  const [first] = decoders()
  if (first === undefined) throw new Error('no decoder is running')
  return first
}

describe.skipIf(process.platform !== 'linux')('a decoder', () => {
  // Other files of this process may have left some that wait.
  beforeAll(async () => {
    const waiting = decoders()
    for (const pid of waiting) process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => !waiting.some((pid) => existsSync(`/proc/${pid}`)))
  })

  test('that crashes fails only its own picture, and another takes the next; it has no secrets', async () => {
    vi.stubEnv('SESSION_SECRET', 'nobody else may know this, not even a decoder')
    const refused = renditionsOf(file, examined)
    process.kill(decoder(), 'SIGKILL')
    await expect(refused).rejects.toMatchObject({ name: 'badPicture' })

    await renditionsOf(file, examined)
    const second = decoder()
    expect(readFileSync(`/proc/${second}/environ`, 'utf8')).not.toContain('SESSION_SECRET')
    // It is used again.
    await renditionsOf(file, examined)
    expect(decoders()).toEqual([second])
  })

  test('that met a damaged picture is not used again', async () => {
    await renditionsOf(file, examined)
    const first = decoder()
    const damaged = path.join(folder, 'IMG_2.JPG')
    writeFileSync(damaged, readFileSync(file).subarray(0, 2000))
    await expect(renditionsOf(damaged, examined)).rejects.toMatchObject({ name: 'badPicture' })
    await expect.poll(() => existsSync(`/proc/${first}`)).toBe(false)
  })

  test('that is killed while it is idle is replaced', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await renditionsOf(file, examined)
    const waiting = decoder()
    process.kill(waiting, 'SIGKILL')
    await expect.poll(() => existsSync(`/proc/${waiting}`)).toBe(false)
    vi.advanceTimersByTime(60_000)
    await renditionsOf(file, examined)
    expect(decoder()).not.toBe(waiting)
  })

  test('that is idle for long ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await renditionsOf(file, examined)
    vi.advanceTimersByTime(60_000)
    await expect.poll(() => decoders()).toEqual([])
  })
})
