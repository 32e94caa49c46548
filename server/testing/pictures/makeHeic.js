// Makes `phone.heic` as an iPhone writes it: tiles in a grid, rotated by `irot`, with the Display
// P3 profile and EXIF that contains the place. Needs heif-enc (Debian: libheif-examples). Run `node
// makeHeic.js` in this folder.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'

const TILE = 512
const WIDTH = 1024
const HEIGHT = 768
/** In sensor orientation. A quarter turn to the right makes it upright. */
const QUARTERS = [
  { left: 0, top: 0, color: '#c82828' },
  { left: WIDTH / 2, top: 0, color: '#28a03c' },
  { left: 0, top: HEIGHT / 2, color: '#2846c8' },
  { left: WIDTH / 2, top: HEIGHT / 2, color: '#f0f0f0' },
]

/** @param {number} bytes @param {number[]} values */
const uint = (bytes, ...values) => {
  const buffer = Buffer.alloc(bytes * values.length)
  for (const [n, value] of values.entries()) buffer.writeUIntBE(value, n * bytes, bytes)
  return buffer
}
/** @param {string} type @param {Buffer[]} parts */
const box = (type, ...parts) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([uint(4, content.length + 8), Buffer.from(type, 'latin1'), content])
}
/** @param {string} type @param {number} version @param {number} flags @param {Buffer[]} parts */
const fullBox = (type, version, flags, ...parts) =>
  box(type, uint(4, version * 2 ** 24 + flags), ...parts)

/**
 * The content of the first box of that type, wherever it is.
 * @param {Buffer} file
 * @param {string} type
 */
const find = (file, type) => {
  const at = file.indexOf(type, 0, 'latin1') - 4
  return file.subarray(at + 8, at + file.readUInt32BE(at))
}

const folder = mkdtempSync(path.join(tmpdir(), 'heic-'))
/** @type {import('sharp').OverlayOptions[]} */
const squares = QUARTERS.map(({ left, top, color }) => ({
  input: { create: { width: WIDTH / 2, height: HEIGHT / 2, channels: 3, background: color } },
  left,
  top,
}))
const exif = {
  IFD0: { Make: 'Plumbline', Model: 'Test phone' },
  IFD2: { DateTimeOriginal: '2026:03:05 10:11:12', OffsetTimeOriginal: '-06:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '41/1 51/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '88/1 18/1 0/1',
  },
}
const sensor = await sharp({
  create: { width: WIDTH, height: TILE * 2, channels: 3, background: '#000' },
})
  .composite(squares)
  .png()
  .toBuffer()
const tagged = await sharp(sensor)
  .withIccProfile('p3')
  .withExif(exif)
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer()
const { icc = Buffer.alloc(0), exif: exifBlock = Buffer.alloc(0) } = await sharp(tagged).metadata()

const tiles = []
for (const top of [0, TILE]) {
  for (const left of [0, TILE]) {
    const file = path.join(folder, `${tiles.length}.png`)
    await sharp(sensor).extract({ left, top, width: TILE, height: TILE }).png().toFile(file)
    execFileSync('heif-enc', ['-q', '50', file, '-o', `${file}.heic`])
    tiles.push(readFileSync(`${file}.heic`))
  }
}
rmSync(folder, { recursive: true })

const pictures = tiles.map((tile) => find(tile, 'mdat'))
const exifItem = Buffer.concat([uint(4, 6), exifBlock])
const grid = Buffer.concat([uint(1, 0, 0, 1, 1), uint(2, WIDTH, HEIGHT)])
const GRID = 5
const EXIF = 6

/** @param {number} id @param {string} type @param {number} hidden */
const infe = (id, type, hidden) =>
  fullBox('infe', 2, hidden, uint(2, id, 0), Buffer.from(`${type}\0`, 'latin1'))
const properties = box(
  'ipco',
  box('hvcC', find(/** @type {Buffer} */ (tiles[0]), 'hvcC')), // 1
  fullBox('ispe', 0, 0, uint(4, TILE, TILE)), // 2
  fullBox('ispe', 0, 0, uint(4, WIDTH, HEIGHT)), // 3
  box('colr', Buffer.from('prof'), icc), // 4
  box('irot', uint(1, 3)), // 5: three quarters to the left are one to the right
)
const ESSENTIAL = 0x80
const associations = fullBox(
  'ipma',
  0,
  0,
  uint(4, 5),
  ...[1, 2, 3, 4].map((id) => Buffer.concat([uint(2, id), uint(1, 2, 1 | ESSENTIAL, 2)])),
  Buffer.concat([uint(2, GRID), uint(1, 3, 3, 4, 5 | ESSENTIAL)]),
)
const stored = [...pictures.map((data, n) => ({ id: n + 1, data })), { id: EXIF, data: exifItem }]

/** @param {number} start the offset of the first stored item in the file */
const meta = (start) => {
  let at = start
  const places = stored.map(({ id, data }) => {
    const place = Buffer.concat([uint(2, id, 0, 0, 1), uint(4, at, data.length)])
    at += data.length
    return place
  })
  return fullBox(
    'meta',
    0,
    0,
    fullBox('hdlr', 0, 0, uint(4, 0), Buffer.from('pict'), Buffer.alloc(13)),
    fullBox('pitm', 0, 0, uint(2, GRID)),
    fullBox(
      'iinf',
      0,
      0,
      uint(2, 6),
      ...[1, 2, 3, 4].map((id) => infe(id, 'hvc1', 1)),
      infe(GRID, 'grid', 0),
      infe(EXIF, 'Exif', 1),
    ),
    fullBox(
      'iref',
      0,
      0,
      box('dimg', uint(2, GRID, 4, 1, 2, 3, 4)),
      box('cdsc', uint(2, EXIF, 1, GRID)),
    ),
    box('iprp', properties, associations),
    box('idat', grid),
    fullBox(
      'iloc',
      1,
      0,
      uint(1, 0x44, 0),
      uint(2, 6),
      ...places,
      // The grid is in `idat`: construction method 1.
      Buffer.concat([uint(2, GRID, 1, 0, 1), uint(4, 0, grid.length)]),
    ),
  )
}

const head = box('ftyp', Buffer.from('heic'), uint(4, 0), Buffer.from('mif1heic'))
const before = head.length + meta(0).length + 8
writeFileSync(
  'phone.heic',
  Buffer.concat([head, meta(before), box('mdat', ...stored.map(({ data }) => data))]),
)
