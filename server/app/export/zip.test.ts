import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { pathMaker, safeName } from '../../platform/files/names.ts'
import { zipOf } from '../../platform/files/zip.ts'
import { unzip } from '../../testing/zips.ts'

const changedAt = new Date('2026-11-20T12:00:00Z')
const entry = (path: string, content: string) => ({
  path,
  size: Buffer.byteLength(content),
  changedAt,
  open: async () => Readable.from([Buffer.from(content)]),
})

describe('a zip', () => {
  test.each([0, 1, 5, 1500])('of %i files has the announced size', async (count) => {
    const entries = Array.from({ length: count }, (_, n) => entry(`photos/Job ${n}/ä.txt`, `${n}`))
    const { stream, size } = await zipOf(entries)
    const bytes = await buffer(stream)
    expect(bytes.length).toBe(size)
    const files = await unzip(bytes)
    expect([files.size, files.get(`photos/Job ${count - 1}/ä.txt`)?.toString()]).toEqual([
      count,
      count > 0 ? `${count - 1}` : undefined,
    ])
  })

  test('opens one file at a time, and none before it is read', async () => {
    let openNow = 0
    const most: number[] = []
    const entries = Array.from({ length: 20 }, (_, n) => ({
      path: `${n}.bin`,
      size: 100_000,
      changedAt,
      open: async () => {
        most.push(++openNow)
        const stream = Readable.from([Buffer.alloc(100_000)])
        stream.once('end', () => openNow--)
        return stream
      },
    }))
    const { stream } = await zipOf(entries)
    await buffer(stream)
    expect([most.length, Math.max(...most)]).toEqual([20, 1])
  })

  test.each([
    ['gone', { ...entry('b.txt', 'b'), open: async () => undefined }],
    ['longer', { ...entry('b.txt', 'bb'), size: 1 }],
    ['shorter', { ...entry('b.txt', ''), size: 1 }],
    ['unreadable', { ...entry('b.txt', 'b'), open: () => Promise.reject(new Error('no disk')) }],
  ])('fails when a file is %s', async (_, broken) => {
    const { stream } = await zipOf([entry('a.txt', 'a'), broken, entry('c.txt', 'c')])
    await expect(buffer(stream)).rejects.toThrow()
  })

  test('closes its open file when its reader leaves', async () => {
    let opened: Readable | undefined
    const { stream } = await zipOf([
      {
        ...{ path: 'a.bin', size: 10_000_000, changedAt },
        open: async () => {
          opened = Readable.from([Buffer.alloc(5_000_000), Buffer.alloc(5_000_000)])
          return opened
        },
      },
    ])
    stream.once('data', () => stream.destroy())
    await new Promise((resolve) => stream.once('close', resolve))
    expect(opened?.destroyed).toBe(true)
  })
})

describe('names in a zip', () => {
  test.each([
    ['Kitchen remodel', 'Kitchen remodel'],
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\Windows', 'C Windows'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['line\nbreak\u0000\u202eexe', 'line break exe'],
    ['...', 'Job'],
    [' . ', 'Job'],
    ['', 'Job'],
    ['Deck. ', 'Deck'],
    ['CON', '_CON'],
    ['lpt1.txt', '_lpt1.txt'],
    ['Zoë Łuk 🏠', 'Zoë Łuk 🏠'],
    ['x'.repeat(500), 'x'.repeat(60)],
    ['🏠'.repeat(500), '🏠'.repeat(60)],
  ])('%j becomes %j', (text, name) => expect(safeName(text, 'Job')).toBe(name))

  test('are unique even when case is ignored', () => {
    const pathOf = pathMaker()
    const file = { prefix: '2026-03-05', contentType: 'image/jpeg' }
    const paths = [
      { ...file, folder: 'photos/Deck', id: '0192f000-0000-7000-8000-000000abcdef' },
      { ...file, folder: 'photos/DECK', id: '0192f000-0000-7000-8001-000000abcdef' },
      { ...file, folder: 'photos/Deck', id: '0192f000-0000-7000-8002-000000abcdef' },
    ].map(pathOf)
    expect(paths[0]).toBe('photos/Deck/2026-03-05-abcdef.jpg')
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(3)
  })
})
