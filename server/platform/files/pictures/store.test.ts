import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { PictureSize } from '@plumbline/contract/photos.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  distance,
  orientations,
  phoneHeic,
  phonePicture,
  QUARTERS,
  quartersOf,
  upright,
} from '../../../testing/pictures/make.ts'
import { diskStore } from '../disk.ts'
import { checkFiles } from '../integrity.ts'
import { expectedOf, pictureKey, storePicture } from './store.ts'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-pictures-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const store = () => diskStore(path.join(folder, 'store'))

async function storeAndRead(content: Buffer) {
  const key = `photos/p${count++}`
  const file = path.join(folder, 'upload')
  await writeFile(file, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const picture = await storePicture(
    store(),
    { path: file, folder, size: content.length, sha256 },
    key,
    'sam',
  )
  const read = async (size: PictureSize) => {
    const found = await store().open(pictureKey(key, size))
    return found ? buffer(found.stream) : Buffer.alloc(0)
  }
  return { picture, read, key }
}

async function expectUpright(rendition: Buffer, tolerance = 12) {
  const found = await quartersOf(rendition)
  const wanted = Object.values(QUARTERS)
  for (const [n, color] of found.entries())
    expect(distance(color, wanted[n] ?? '')).toBeLessThan(tolerance)
}

async function everything() {
  const names: string[] = []
  for await (const { key } of store().list()) names.push(key)
  return names.sort()
}

describe('a picture of a phone', () => {
  test.each(orientations)('is upright whatever the orientation: %i', async (orientation) => {
    const { picture, read } = await storeAndRead(await phonePicture({ orientation }))
    expect(picture).toMatchObject({ contentType: 'image/jpeg', width: 640, height: 480 })
    await expectUpright(await read('full'))
    await expectUpright(await read('thumb'))
  })

  test('has no metadata in its renditions; the original is unchanged', async () => {
    const original = await phonePicture({ orientation: 6 })
    const { read } = await storeAndRead(original)
    expect(original.includes('Test phone')).toBe(true)
    for (const size of ['full', 'thumb'] as const) {
      const rendition = await read(size)
      const { exif, icc, xmp, iptc, orientation } = await sharp(rendition).metadata()
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
      expect(rendition.includes('Test phone')).toBe(false)
    }
    expect((await read('original')).equals(original)).toBe(true)
  })

  test('has the time it was taken', async () => {
    const { picture } = await storeAndRead(await phonePicture())
    expect(picture.taken).toEqual({ local: '2026-03-05T10:11:12', offset: '-06:00' })
  })

  test('of 12 megapixels becomes 2048 and 480 pixels long', async () => {
    const { picture, read } = await storeAndRead(
      await phonePicture({ orientation: 6, width: 4032, height: 3024 }),
    )
    expect(picture).toMatchObject({ width: 4032, height: 3024 })
    expect(await sharp(await read('full')).metadata()).toMatchObject({
      format: 'webp',
      width: 2048,
      height: 1536,
    })
    expect(await sharp(await read('thumb')).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 360,
    })
  })

  test('in HEIC, tiled, rotated and in Display P3, looks right', async () => {
    const { picture, read } = await storeAndRead(await phoneHeic())
    expect(picture).toMatchObject({
      contentType: 'image/heic',
      width: 768,
      height: 1024,
      taken: { local: '2026-03-05T10:11:12', offset: '-06:00' },
    })
    const full = await read('full')
    expect(await sharp(full).metadata()).toMatchObject({
      width: 768,
      height: 1024,
      hasProfile: false,
      hasAlpha: false,
    })
    // The quarters of the file are rotated to the right. Its values are P3, so the sRGB values are
    // more saturated.
    const wanted = ['#1d48d0', '#da001b', '#f0f0f0', '#00a328']
    for (const [n, color] of (await quartersOf(full)).entries()) {
      expect(distance(color, wanted[n] ?? '')).toBeLessThan(12)
    }
    expect((await read('original')).equals(await phoneHeic())).toBe(true)
  })

  test('is stored correctly among many concurrent ones', async () => {
    const pictures = await Promise.all(
      [1, 6, 3, 8].map((orientation) => phonePicture({ orientation })),
    )
    const folders = await Promise.all(pictures.map(() => mkdtemp(path.join(folder, 'many-'))))
    await Promise.all(
      pictures.map(async (content, n) => {
        const place = path.join(folders[n] ?? '', 'file')
        await writeFile(place, content)
        const file = { path: place, folder: folders[n] ?? '', size: content.length, sha256: '' }
        await storePicture(store(), file, `photos/many${n}`, `person ${n % 2}`)
        const found = await store().open(`photos/many${n}-full`)
        await expectUpright(found ? await buffer(found.stream) : Buffer.alloc(0))
      }),
    )
  })
})

describe('pictures of every kind are stored upright', () => {
  const kinds: Record<string, () => Promise<Buffer>> = {
    'image/jpeg': async () => (await upright()).jpeg({ progressive: true }).toBuffer(),
    'image/png': async () => (await upright()).png({ palette: true }).toBuffer(),
    'image/webp': async () => (await upright()).webp().toBuffer(),
    'image/avif': async () => (await upright()).avif({ effort: 0 }).toBuffer(),
    'image/gif': async () => (await upright()).gif().toBuffer(),
  }
  test.each(Object.keys(kinds))('%s', async (contentType) => {
    const { picture, read } = await storeAndRead((await kinds[contentType]?.()) as Buffer)
    expect(picture).toMatchObject({ contentType, width: 640, height: 480, taken: null })
    await expectUpright(await read('full'), 20)
    expect(await sharp(await read('thumb')).metadata()).toMatchObject({ width: 480, height: 360 })
  })

  test('CMYK, gray, 16 bit, transparent and Display P3', async () => {
    const cmyk = await (await upright()).toColourspace('cmyk').jpeg().toBuffer()
    const p3 = await (await upright()).withIccProfile('p3').jpeg().toBuffer()
    const deep = await (await upright()).toColourspace('rgb16').png().toBuffer()
    expect(await sharp(cmyk).metadata()).toMatchObject({ space: 'cmyk' })
    expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort' })
    await expectUpright(await (await storeAndRead(cmyk)).read('full'), 60)
    await expectUpright(await (await storeAndRead(p3)).read('full'))
    await expectUpright(await (await storeAndRead(deep)).read('full'))
    const grey = await storeAndRead(await (await upright()).greyscale().jpeg().toBuffer())
    expect(await sharp(await grey.read('full')).metadata()).toMatchObject({ width: 640 })
    const clear = {
      width: 50,
      height: 50,
      channels: 4 as const,
      background: { r: 200, g: 40, b: 40, alpha: 0.5 },
    }
    const seeThrough = await storeAndRead(await sharp({ create: clear }).png().toBuffer())
    expect(await sharp(await seeThrough.read('full')).metadata()).toMatchObject({ hasAlpha: true })
  })

  test('small pictures are not enlarged', async () => {
    const { picture, read } = await storeAndRead(await (await upright(2, 2)).png().toBuffer())
    expect(picture).toMatchObject({ width: 2, height: 2 })
    for (const size of ['full', 'thumb'] as const) {
      expect(await sharp(await read(size)).metadata()).toMatchObject({ width: 2, height: 2 })
    }
  })
})

describe('a rejected picture leaves no files', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const cases: Record<string, [() => Promise<Buffer>, string]> = {
    SVG: [async () => Buffer.from(svg), 'notPicture'],
    'a page named as a picture': [
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'notPicture',
    ],
    nothing: [async () => Buffer.alloc(0), 'notPicture'],
    TIFF: [async () => (await upright()).tiff().toBuffer(), 'notPicture'],
    'a video': [async () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomavc1'), 'notPicture'],
    'a JPEG of three bytes': [async () => Buffer.from('ffd8ff', 'hex'), 'badPicture'],
    'half a JPEG': [async () => (await phonePicture()).subarray(0, 2500), 'badPicture'],
    'half a HEIC': [async () => (await phoneHeic()).subarray(0, 2000), 'badPicture'],
    'a PNG of 51 megapixels': [
      () =>
        sharp({ create: { width: 10_000, height: 5_100, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      'tooManyPixels',
    ],
  }
  test.each(Object.keys(cases))('%s', async (name) => {
    const before = await everything()
    const [content, failure] = cases[name] ?? [async () => Buffer.alloc(0), '']
    await expect(storeAndRead(await content())).rejects.toMatchObject({ name: failure })
    expect(await everything()).toEqual(before)
  })
})

test('exactly the files that a row refers to are stored', async () => {
  const { picture, key } = await storeAndRead(await phonePicture())
  const expected = expectedOf(key, picture.files)
  async function* rows() {
    yield* expected
  }
  expect(await checkFiles(store(), rows(), { now: new Date(), contents: true })).toEqual({
    missing: [],
    changed: [],
    orphaned: [],
  })
})
