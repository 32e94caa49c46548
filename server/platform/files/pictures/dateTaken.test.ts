import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readDateTaken } from './dateTaken.js'

/** A structure with a date and an offset, as cameras with this byte order write it. */
function structure(order: 'II' | 'MM', date = '2026:03:05 10:11:12', offset = '-06:00'): Buffer {
  const exif = Buffer.alloc(90)
  const short = (value: number, at: number) =>
    order === 'II' ? exif.writeUInt16LE(value, at) : exif.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    order === 'II' ? exif.writeUInt32LE(value, at) : exif.writeUInt32BE(value, at)
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    short(tag, at)
    short(type, at + 2)
    long(count, at + 4)
    long(value, at + 8)
  }
  exif.write(order)
  short(42, 2)
  long(8, 4)
  short(1, 8)
  entry(10, 0x8769, 4, 1, 26)
  short(2, 26)
  entry(28, 0x9003, 2, 20, 56)
  entry(40, 0x9011, 2, 7, 76)
  exif.write(date, 56)
  exif.write(offset, 76)
  return exif
}

const taken = { local: '2026-03-05T10:11:12', offset: '-06:00' }

describe.each(['II', 'MM'] as const)('in the byte order %s', (order) => {
  test('the date and its offset are read, with or without a prefix', () => {
    const exif = structure(order)
    expect(readDateTaken(exif)).toEqual(taken)
    expect(readDateTaken(Buffer.concat([Buffer.from('Exif\0\0'), exif]))).toEqual(taken)
  })

  test('a structure that ends too early has no date, or the whole one', () => {
    const exif = structure(order)
    for (let length = 0; length < exif.length; length++) {
      const found = readDateTaken(exif.subarray(0, length))
      expect([null, taken.local]).toContain(found?.local ?? null)
    }
  })
})

test('the date that sharp writes is read', async () => {
  const IFD2 = { DateTimeOriginal: '2026:03:05 10:11:12', OffsetTimeOriginal: '-06:00' }
  const picture = { width: 8, height: 8, channels: 3, background: 'red' } as const
  const content = await sharp({ create: picture }).withExif({ IFD2 }).jpeg().toBuffer()
  const { exif } = await sharp(content).metadata()
  expect(readDateTaken(exif)).toEqual(taken)
})

test.each([
  ['2026:02:31 10:11:12', '-06:00', null],
  ['0000:00:00 00:00:00', '-06:00', null],
  ['1826:03:05 10:11:12', '-06:00', null],
  ['yesterday', '-06:00', null],
  ['2026:03:05 10:11:12', '+25:00', { ...taken, offset: null }],
  ['2026:03:05 10:11:12', '', { ...taken, offset: null }],
])('the date %s with the offset %s is %j', (date, offset, expected) => {
  expect(readDateTaken(structure('II', date, offset))).toEqual(expected)
})

test('positions outside of the structure, and in circles, are no date', () => {
  for (const at of [4, 18, 36])
    for (const position of [0, 9, 0xffff_fff0]) {
      const exif = structure('II')
      exif.writeUInt32LE(position, at)
      expect(readDateTaken(exif), `${position} at ${at}`).toBe(null)
    }
})
