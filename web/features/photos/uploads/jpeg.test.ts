import { expect, test } from 'vitest'
import { readJpeg, withExif } from './jpeg.ts'

const bytes = (...parts: (number | readonly number[] | string)[]): number[] =>
  parts.flatMap((part) =>
    typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part,
  )
const big = (value: number, length: number) =>
  Array.from({ length }, (_, at) => (value >>> (8 * (length - 1 - at))) & 0xff)
const little = (value: number, length: number) => big(value, length).reverse()
const segment = (marker: number, content: readonly number[]) =>
  bytes(0xff, marker, big(content.length + 2, 2), content)

type Order = typeof big
const TAKEN = '2026:03:05 10:11:12\0'
/** A directory with the orientation, and a second one as cameras write it for the thumbnail. */
const tiff = (order: Order, orientation: number) =>
  bytes(
    order === big ? 'MM' : 'II',
    ...[order(42, 2), order(8, 4), order(2, 2)],
    ...[order(0x0112, 2), order(3, 2), order(1, 4), order(orientation, 2), 0, 0],
    ...[order(0x0132, 2), order(2, 2), order(20, 4), order(60, 4)],
    ...[order(38, 4), order(0, 2), ...Array.from({ length: 20 }, () => 0), TAKEN],
  )
const exif = (order: Order, orientation: number) =>
  segment(0xe1, bytes('Exif\0\0', tiff(order, orientation)))
const frame = segment(0xc0, bytes(8, big(3024, 2), big(4032, 2), 3))
const scan = bytes(0xff, 0xda, 0, 8, 1, 2, 3, 4, 5, 6)
const jpeg = (...segments: (readonly number[])[]) =>
  new Uint8Array(bytes(0xff, 0xd8, ...segments, frame, scan))
const jfif = segment(0xe0, bytes('JFIF\0', 1, 1, 0, 0, 1, 0, 1, 0, 0))
const xmp = segment(0xe1, bytes('http://ns.adobe.com/xap/1.0/\0<x/>'))

test.each([
  ['the high byte first', big],
  ['the low byte first', little],
])('EXIF is kept with an upright orientation, with %s', (_, order) => {
  const file = jpeg(jfif, xmp, exif(order, 6))
  const before = file.slice()
  const found = readJpeg(file)
  expect(found).toMatchObject({ width: 4032, height: 3024, orientation: 6 })
  const expected = exif(order, 1)
  // The directory of the thumbnail is unlinked.
  expected.splice(10 + 8 + 2 + 24, 4, 0, 0, 0, 0)
  expect([...(found?.exif ?? [])]).toEqual(expected)
  expect(String.fromCharCode(...(found?.exif ?? []))).toContain(TAKEN)
  expect(file).toEqual(before)
})

test.each([
  ['an empty file', new Uint8Array()],
  ['a PNG', new Uint8Array(bytes(0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0))],
  ['a JPEG that ends before its pixels', jpeg(jfif).slice(0, 24)],
  ['a JPEG without a size', new Uint8Array(bytes(0xff, 0xd8, jfif, scan))],
  ['garbage between segments', jpeg(jfif, [1, 2, 3])],
])('nothing is read from %s', (_, file) => {
  expect(readJpeg(file)).toBeNull()
})

test('a picture without complete EXIF is upright', () => {
  expect(readJpeg(jpeg(jfif))).toEqual({ width: 4032, height: 3024, orientation: 1, exif: null })
  const cut = segment(0xe1, bytes('Exif\0\0', tiff(big, 6).slice(0, 9)))
  expect(readJpeg(jpeg(cut))).toMatchObject({ orientation: 1, exif: new Uint8Array(cut) })
})

test('fill bytes and progressive pictures can be read', () => {
  const progressive = segment(0xc2, bytes(8, big(20, 2), big(30, 2), 3))
  const file = new Uint8Array(bytes(0xff, 0xd8, 0xff, jfif, segment(0xc4, [0]), progressive, scan))
  expect(readJpeg(file)).toMatchObject({ width: 30, height: 20 })
})

test('EXIF can be inserted into another JPEG', async () => {
  const made = new Blob([jpeg(jfif)], { type: 'image/jpeg' })
  const { exif: taken } = readJpeg(jpeg(exif(little, 8))) ?? {}
  if (!taken) throw new Error('No EXIF')
  const joined = withExif(made, taken)
  expect(joined.type).toBe('image/jpeg')
  const content = new Uint8Array(await joined.arrayBuffer())
  expect([...content]).toEqual(bytes(0xff, 0xd8, [...taken], jfif, frame, scan))
  expect(readJpeg(content)).toMatchObject({ width: 4032, orientation: 1, exif: taken })
})
