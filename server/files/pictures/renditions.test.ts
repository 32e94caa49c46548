import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { phonePicture } from '../../testing/pictures/make.ts'
import { examine } from './examine.ts'
import { renditionsOf } from './renditions.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-renditions-'))
afterAll(() => rmSync(folder, { recursive: true }))

const decoders = () =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean))
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('decoder.js'))

test.skipIf(process.platform !== 'linux')(
  'a decoder that dies refuses its own picture, the next is made by another; it knows no secret',
  async () => {
    vi.stubEnv('SESSION_SECRET', 'nobody else may know this, not even a decoder')
    const file = path.join(folder, 'IMG_1.JPG')
    writeFileSync(file, await phonePicture())
    const examined = await examine(file)
    const refused = renditionsOf(file, examined)
    const [first = ''] = decoders()
    process.kill(Number(first), 'SIGKILL')
    await expect(refused).rejects.toMatchObject({ name: 'badPicture' })

    await renditionsOf(file, examined)
    const [second = ''] = decoders()
    expect(readFileSync(`/proc/${second}/environ`, 'utf8')).not.toContain('SESSION_SECRET')
    // It is used again.
    await renditionsOf(file, examined)
    expect(decoders()).toEqual([second])
  },
)
