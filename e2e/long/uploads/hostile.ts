import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { PictureFile } from '../../harness/photos.ts'
import {
  animatedWebp,
  gif,
  jpegOfScans,
  jpegOfSize,
  jpegWith,
  loopingExif,
  withNumber,
} from './damage.ts'
import { heic, oneOfEach, phonePhoto, scene } from './pictures.ts'
import {
  blackPng,
  chunk,
  emptyPng,
  frames,
  hugeProfile,
  overfullPng,
  text,
  zippedText,
} from './png.ts'

const MIB = 1024 * 1024

/** A file to upload and the expected outcome. `either` where decoders may differ. */
export interface Hostile extends PictureFile {
  readonly what: string
  readonly becomes: 'stored' | 'refused' | 'either'
}

const bytes = (content: string | Buffer) =>
  typeof content === 'string' ? Buffer.from(content) : content
const refused = (
  what: string,
  content: string | Buffer,
  file: Partial<PictureFile> = {},
): Hostile => ({
  what,
  becomes: 'refused',
  content: bytes(content),
  ...file,
})
const stored = (what: string, content: Buffer, file: Partial<PictureFile> = {}): Hostile => ({
  what,
  becomes: 'stored',
  content,
  ...file,
})
const either = (what: string, content: Buffer): Hostile => ({ what, becomes: 'either', content })

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const ENTITY =
  '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'

const svgs = () => [
  refused('SVG', SVG, { type: 'image/svg+xml', name: 'a.svg' }),
  refused('SVG that says it is a PNG', SVG, { type: 'image/png', name: 'a.png' }),
  refused('SVG after an XML line', `<?xml version="1.0"?>${SVG}`),
  refused('SVG after a byte order mark', `\ufeff${SVG}`),
  refused('SVG after a long comment', `<!--${' '.repeat(5000)}-->${SVG}`),
  refused('SVG in UTF-16', Buffer.from(`\ufeff${SVG}`, 'utf16le')),
  refused('SVG zipped', gzipSync(SVG)),
  refused('SVG of entities', `${ENTITY}${SVG.replace('alert(1)', '&b;')}`),
  refused(
    'SVG that fetches a file',
    SVG.replace('<script>', '<image href="file:///etc/passwd"/><script>'),
  ),
  refused('SVG within a page', `<!doctype html><body>${SVG}</body>`),
]

const otherFormats = () => [
  refused('a page called a picture', '<!doctype html><script>alert(1)</script>'),
  refused('PHP called a picture', '<?php system($_GET["c"]); ?>', { name: 'a.php.jpg' }),
  refused('a script', 'GIF87=1;alert(1)'),
  refused('a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
  refused('an archive', Buffer.from('504b0304140000000000', 'hex')),
  refused('a program', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(100)])),
  refused('a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])),
  refused('an icon', Buffer.from('00000100010010100000', 'hex')),
  refused('a PostScript', '%!PS-Adobe-3.0\n(%pipe%id) (r) file\n'),
  refused(
    'an MVG',
    'push graphic-context\nimage over 0,0 0,0 "https://evil.example/"\npop graphic-context',
  ),
  refused('a film', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')),
  refused('nothing', ''),
  refused('one byte', 'a'),
  refused('25 MiB of zeros', Buffer.alloc(25 * MIB)),
  refused('25 MiB and a byte', Buffer.alloc(25 * MIB + 1)),
]

const headers = () => [
  refused('three bytes of JPEG', Buffer.from('ffd8ff', 'hex')),
  refused('a JPEG of nothing', Buffer.from('ffd8ffd9', 'hex')),
  refused('the beginning of a PNG', Buffer.from('89504e470d0a1a0a', 'hex')),
  refused('the beginning of a WebP', Buffer.from('524946460000000057454250', 'hex')),
  refused('the beginning of a GIF', 'GIF89a'),
  refused(
    'the beginning of an AVIF',
    Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1'),
  ),
  refused('the beginning of a HEIC', heic().subarray(0, 40)),
]

async function bombs(): Promise<Hostile[]> {
  const { jpeg, 'progressive jpeg': progressive, webp, avif } = await oneOfEach()
  const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer()
  const large = await scene(5000, 4000).blur(5).jpeg({ progressive: true, quality: 30 }).toBuffer()
  return [
    refused('a PNG of 256 megapixels', blackPng(16_000, 16_000)),
    refused('a PNG of 300 megapixels', blackPng(17_400, 17_300)),
    refused('a PNG of 50 megapixels and a row', blackPng(10_000, 5_001)),
    stored('a PNG of 50 megapixels', blackPng(10_000, 5_000)),
    stored('a PNG of one row', blackPng(50_000, 1)),
    refused('a PNG that says it has four thousand million pixels', emptyPng(65_535, 65_535)),
    refused('a PNG that says more than is possible', emptyPng(0x7fffffff, 0x7fffffff)),
    refused('a PNG of no width', emptyPng(0, 10)),
    either('an interlaced PNG that brings no pixels', emptyPng(7000, 7000, { interlaced: true })),
    either('a small PNG that unpacks to 100 MB', overfullPng()),
    either('a PNG whose comment unpacks to 50 MB', blackPng(90, 90, { before: zippedText() })),
    either(
      'a PNG whose colour profile unpacks to 50 MB',
      blackPng(90, 90, { before: hugeProfile() }),
    ),
    either('a PNG of 10,000 frames', blackPng(1, 1, { before: frames(10_000) })),
    either('a GIF of 10,000 frames', gif(10_000)),
    either('a GIF that says it has four thousand million pixels', gif(1, 65_535, 65_535)),
    either('a WebP of 10,000 frames', animatedWebp(still, 10_000, 1, 1)),
    refused('a WebP that says it has 268 million pixels', animatedWebp(still, 1, 16_384, 16_384)),
    refused(
      'a JPEG that says it has four thousand million pixels',
      jpegOfSize(jpeg ?? still, 65_500, 65_500),
    ),
    either('a JPEG that says it is larger than it is', jpegOfSize(jpeg ?? still, 7000, 7000)),
    either('a large JPEG of so many scans', jpegOfScans(large, 24 * MIB)),
    either('a small JPEG of so many scans', jpegOfScans(progressive ?? still, 2 * MIB)),
    refused(
      'an AVIF that says it has four thousand million pixels',
      withNumber(withNumber(avif ?? still, 120, 65_535), 90, 65_535),
    ),
    refused(
      'a HEIC that says it has four thousand million pixels',
      withNumber(heic(), 512, 65_535),
    ),
    either('a HEIC whose tiles are smaller than they say', withNumber(heic(), 512, 4096)),
    either('a WebP cut in half', (webp ?? still).subarray(0, (webp?.length ?? 0) / 2)),
  ]
}

async function oddFiles(): Promise<Hostile[]> {
  const { jpeg = Buffer.alloc(0), png = Buffer.alloc(0) } = await oneOfEach()
  const profile = Array.from({ length: 160 }, (_, n) =>
    Buffer.concat([
      Buffer.from('ICC_PROFILE\0', 'latin1'),
      Buffer.from([n + 1, 160]),
      Buffer.alloc(60_000),
    ]),
  )
  const php = Buffer.from('<?php system($_GET["c"]); ?>')
  const js = Buffer.from('\x21\xfe\x14*/=1;alert(document)//\0', 'latin1')
  const zip = Buffer.from('504b0304140000000000504b0506', 'hex')
  return [
    stored('CMYK', await scene(300, 200).toColourspace('cmyk').jpeg().toBuffer()),
    stored('16 bit', await scene(300, 200).toColourspace('rgb16').png().toBuffer()),
    stored('grey with alpha', await scene(300, 200).greyscale().ensureAlpha(0.5).png().toBuffer()),
    either('a JPEG with a colour profile of 9.6 MB', jpegWith(jpeg, 0xe2, ...profile)),
    stored('a JPEG with EXIF that goes in circles', jpegWith(jpeg, 0xe1, loopingExif(6))),
    stored('a JPEG of orientation 65535', jpegWith(jpeg, 0xe1, loopingExif(65_535))),
    either(
      'a JPEG with 20 MB of comments',
      jpegWith(jpeg, 0xfe, ...Array<Buffer>(320).fill(Buffer.alloc(65_000, 'a'))),
    ),
    stored('a JPEG with PHP in a comment', jpegWith(jpeg, 0xfe, php)),
    stored('a JPEG that is an archive as well', Buffer.concat([jpeg, zip])),
    stored(
      'a PNG that is a page as well',
      Buffer.concat([blackPng(9, 9, { before: text('<script>alert(1)</script>') }), php]),
    ),
    stored(
      'a PNG with a chunk of its own',
      blackPng(9, 9, { before: chunk('juNK', Buffer.alloc(1000)) }),
    ),
    either(
      'a GIF that is a script as well',
      Buffer.concat([gif(1).subarray(0, -1), js, Buffer.from(';')]),
    ),
    stored('a JPEG of exactly 25 MiB', Buffer.concat([jpeg, Buffer.alloc(25 * MIB - jpeg.length)])),
    stored('a JPEG that says it is a page', jpeg, { type: 'text/html', name: 'a.html' }),
    stored('a PNG that says it is SVG', png, { type: 'image/svg+xml', name: 'a.svg' }),
    ...[
      '../../../etc/passwd',
      'a\0.jpg',
      'a\r\nset-cookie: a=b.jpg',
      `${'x'.repeat(300)}.jpg`,
      'a\u202egpj.exe',
      '"; a="b',
    ].map((name) => stored(`a name that is ${JSON.stringify(name.slice(0, 30))}`, jpeg, { name })),
  ]
}

/** Creates all hostile files, about ninety. */
export async function hostileFiles(): Promise<Hostile[]> {
  const phone = await phonePhoto({ width: 1200, height: 900 })
  const cuts = Array.from({ length: 20 }, (_, n) => Math.floor((phone.length * (n + 1)) / 21))
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
  return [
    ...svgs(),
    ...otherFormats(),
    ...headers(),
    ...(await bombs()),
    ...(await oddFiles()),
    ...cuts.map((cut) =>
      refused(`a JPEG cut after ${cut} of ${phone.length} bytes`, phone.subarray(0, cut)),
    ),
    ...(await Promise.all(
      orientations.map(async (orientation) =>
        stored(
          `orientation ${orientation}`,
          await phonePhoto({ width: 600, height: 400, orientation }),
        ),
      ),
    )),
    stored('a photo of 12 megapixels', await phonePhoto()),
    stored('a HEIC', heic(), { type: 'image/heic', name: 'IMG_0002.HEIC' }),
  ]
}
