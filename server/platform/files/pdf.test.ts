import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bill, flate, objectStream, type PdfObject, pdf } from '../../testing/pdfs.ts'
import { detectFileType } from './kinds.js'
import { checkPdf } from './pdf.js'
import type { Refusal } from './refusal.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-pdfs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0
async function saved(content: Buffer | string) {
  const file = path.join(folder, `${count++}`)
  await writeFile(file, content)
  return file
}
/** The failure of a PDF, `[code, message]`; undefined if it is accepted. */
const refused = async (content: Buffer | string) =>
  checkPdf(await saved(content)).then(
    () => undefined,
    ({ name, why }: Refusal) => [name, why],
  )
/** The failure has its usual message. */
const SCRIPT = ['activePdf', undefined]
const unchecked = (why: string) => [
  'activePdf',
  `This PDF ${why}, so it cannot be checked. Print it to a new PDF and choose that one`,
]
const DAMAGED = ['notReceipt', 'This PDF is damaged or incomplete']

const action = '/S /JavaScript /JS (app.alert\\(1\\))'

describe('a file is recognized as a PDF or not', () => {
  test.each([
    ['a bill', bill(), true],
    [
      'a PDF after white space',
      Buffer.concat([Buffer.from('\xef\xbb\xbf\r\n', 'latin1'), bill()]),
      true,
    ],
    ['nothing', '', false],
    ['the first four bytes alone', '%PDF', false],
    ['a program', Buffer.from('4d5a90000300', 'hex'), false],
    ['an archive with a PDF in it', Buffer.concat([Buffer.from('PK\x03\x04'), bill()]), false],
    ['a page with a PDF in it', `<script>alert(1)</script>\n${bill().toString('latin1')}`, false],
    ['a GIF with a PDF in it', Buffer.concat([Buffer.from('GIF89a'), bill()]), false],
  ])('%s', async (_, content, is) => {
    expect((await detectFileType(await saved(content))) === 'pdf').toBe(is)
  })
})

describe('accepts', () => {
  const page = objectStream('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const padded = Buffer.concat([bill(), Buffer.alloc(5000)])
  const rows = '/Type /XRef /DecodeParms << /Predictor 12 >>'
  const cases: [string, Buffer][] = [
    ['a bill whose text names scripts', bill()],
    ['a PDF with objects in a stream', bill([page])],
    ['a PDF filled with zeros', padded],
    [
      'longer names that begin alike',
      bill(['/LaunchDate (May) /JavaScripts 1 /EncryptMetadata 2']),
    ],
    ['an OpenAction that shows a page', bill([], '/OpenAction [3 0 R /Fit]')],
    ['another filter for other streams', bill([{ dictionary: '/Filter /LZWDecode', data: 'x' }])],
    ['damaged data of other streams', bill([flateOf(Buffer.from('78da000102', 'hex'))])],
    ['a picture of 20 MB', bill([flate('/Subtype /Image', Buffer.alloc(20_000_000))])],
    ['a picture whose data looks like a number', bill([flate('/Subtype /Image', '0'.repeat(2e7))])],
    [
      'a long text that mentions streams',
      bill([{ dictionary: '', data: `${'x'.repeat(5000)} >> and a stream, a Bitstream font` }]),
    ],
    ['names and texts that begin like attachments', bill(['/EFF << >> /EF /F (/EF 5) /EF [5]'])],
    [
      'spaces around the filter of objects',
      bill([
        {
          dictionary: '/Type /ObjStm /Filter  [ \n/FlateDecode\n ]',
          data: deflateSync('9 0 << >>'),
        },
      ]),
    ],
    ['a profile of colors', bill([flate('/N 3 /Alternate /DeviceRGB', randomBytes(3000))])],
    [
      'an uncompressed profile of colors',
      bill([{ dictionary: '/N 3 /Alternate /DeviceRGB', data: 'x' }]),
    ],
    [
      'a text with everything that could end a text',
      bill(['/X (\\()) >> stream (in) it) /Y <3e3e>']),
    ],
    ['a second version in one file', Buffer.concat([bill([page]), bill([page]).subarray(15)])],
    ['rows behind a small stream of objects', bill([objectStream('<< >>'), flate(rows, '\x02')])],
    ['a megabyte of noise', bill([{ dictionary: '', data: randomBytes(1_000_000) }])],
  ]
  test.each(cases)('%s', async (_, content) => {
    expect(await refused(content)).toBeUndefined()
  })
})

function flateOf(data: Buffer): PdfObject {
  return { dictionary: '/Filter /FlateDecode', data }
}

/** Objects in a stream that is preceded by the beginning of another object. */
const forged = (header: string, before = '/X (8 0 obj ', after = ')') =>
  flate(`/N 1 /First 4 ${before}${header}${after}`, `x 9 0 << ${action} >>`)
const behind = '/N 1 /Filter /FlateDecode'
const hidden = deflateSync(`x 9 0 << ${action} >>`)
/** Comments between the beginning of an object and its stream. */
const commented = (content: Buffer) =>
  Buffer.from(
    content
      .toString('latin1')
      .replaceAll(' obj\n<<', ' obj % << (\n<<')
      .replaceAll('>>\nstream', '>> % )\nstream'),
    'latin1',
  )

describe('rejects a PDF with', () => {
  const cases: [string, Buffer][] = [
    ['a script', bill([action])],
    ['a script when it opens', bill([], `/OpenAction << ${action} >>`)],
    ['an escaped name', bill(['/S /#4aavaScript /JS (x)'])],
    ['a name escaped throughout', bill(['/S /#4A#61#76#61#53#63#72#69#70#74 /JS (x)'])],
    ['a program to start', bill(['/S/Launch/F(cmd.exe)'])],
    ['a file in it', bill([], '/Names << /EmbeddedFiles 5 0 R >>')],
    ['a stream that is a file', bill([flate('/Type /EmbeddedFile', 'MZ')])],
    ['a note with a file', bill(['/Subtype /FileAttachment'])],
    ['a file without a type', bill(['/Type /Filespec /EF << /F 5 0 R >>'])],
    ['a file without a type, escaped', bill(['/#45#46<</F 5 0 R>>'])],
    ['a file in another object', bill([`/EF${' '.repeat(100)}15\n0 R`])],
    ['rich media', bill(['/Subtype /RichMedia'])],
    ['a rendition', bill(['/S /Rendition /JS (x)'])],
    ['a form of another kind', bill(['/XFA 7 0 R'])],
    ['a form that sends itself', bill(['/S /SubmitForm /F (https://example.com)'])],
    ['a script in a stream of objects', bill([objectStream(`<< ${action} >>`)])],
    ['an escaped script in a stream of objects', bill([objectStream('<< /S /Java#53cript >>')])],
    [
      'a script in a stream of objects without a type',
      bill([objectStream(`<< ${action} >>`, '/N 1 /First 4')]),
    ],
    [
      'a script in a stream of objects behind a comment',
      bill([flate('/N 1', `% objects\n9 0 << ${action} >>`)]),
    ],
    [
      'a script in a stream of objects whose type is behind the end of another stream',
      bill([flate('/Type /ObjStm /N 1 /First 4 /X (endstream)', `x 9 0 << ${action} >>`)]),
    ],
    [
      'a script in a stream of objects whose type is far away',
      bill([
        flate(`/Type /ObjStm /N 1 /First 4 /X (${' '.repeat(5000)})`, `x 9 0 << ${action} >>`),
      ]),
    ],
    ...['+9', '-9', '.9'].map((number): [string, Buffer] => [
      `one there that begins with ${number}`,
      bill([flate('/N 1', `${number} 0 << ${action} >>`)]),
    ]),
    [
      'a script in a stream of objects whose type is escaped',
      bill([objectStream(action, '/Type /Obj#53tm /N 1')]),
    ],
    [
      'a script in a stream of objects without a checksum',
      bill([
        flateOf(Buffer.concat([Buffer.from('789c', 'hex'), deflateRawSync(`9 0 << ${action} >>`)])),
      ]),
    ],
    [
      'a script far behind in a stream of objects',
      bill([objectStream(`${' '.repeat(5_000_000)}${action}`)]),
    ],
    ['a script in a stream of objects behind the header of another object', bill([forged('<<')])],
    ['a script in a stream of objects behind a whole object', bill([forged('<< >>\nendobj')])],
    [
      'a script in a stream of objects behind a whole stream',
      bill([forged('<< >>\nstream\n \nendstream')]),
    ],
    [
      'a script in a stream of objects whose header is in a comment',
      bill([forged('', '% 8 0 obj <<\n', '')]),
    ],
    [
      'a script in a stream of objects that occurs twice',
      Buffer.concat([bill([objectStream('<< >>')]), bill([objectStream(`<< ${action} >>`)])]),
    ],
    [
      'a script in a stream of objects behind comments',
      commented(bill([{ dictionary: behind, data: hidden }])),
    ],
    ['a script in an older version', Buffer.concat([bill([action]), bill().subarray(15)])],
    ['a script in a newer version', Buffer.concat([bill(), bill([action]).subarray(15)])],
    ['a file far behind its name', bill([`/EF${' '.repeat(1000)}15 0 R`])],
    ['a file behind a comment', bill([`/EF % ${'x'.repeat(1000)}\n15 0 R`])],
    ['a name across two parts', bill([objectStream(`${' '.repeat(65_528)}${action}`)])],
  ]
  test.each(cases)('%s', async (_, content) => {
    expect(await refused(content)).toEqual(SCRIPT)
  })

  test('a name at every place around the end of a slice', async () => {
    for (let shift = 0; shift < 40; shift++) {
      const start = bill().length
      const before = Buffer.alloc(262_144 - start - shift, ' ')
      expect(await refused(Buffer.concat([bill(), before, bill([action])])), `${shift}`).toEqual(
        SCRIPT,
      )
    }
  })

  test('a file far behind its name, around the end of a slice', async () => {
    const before = Buffer.alloc(262_144 - bill().length, ' ')
    const far = bill([`/EF${' '.repeat(1000)}15 0 R`])
    expect(await refused(Buffer.concat([bill(), before, far]))).toEqual(SCRIPT)
  })
})

describe('rejects, since it cannot be inspected,', () => {
  const lzw = { dictionary: '/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode', data: 'x' }
  const unusual = 'is compressed in an unusual way'
  const behind = (text: string, last = '') => ({
    dictionary: `/Type /ObjStm /N 1 /First 4 /X ${text} /Filter /LZWDecode ${last}`,
    data: 'x',
  })
  const twice = {
    dictionary: '/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]',
    data: deflateSync('9 0').toString('hex'),
  }
  const after = {
    dictionary: '/N 1 /Filter [/FlateDecode /ASCIIHexDecode]',
    data: deflateSync(twice.data),
  }
  const lzwToo = flate('/N 1 /Filter /LZWDecode', '9 0 << >>')
  const twoLines = Buffer.concat([deflateSync('9 0'), Buffer.from('\n'), hidden])
  const onNextLine = Buffer.from(
    bill([{ dictionary: '/N 1 /Filter /FlateDecode', data: twoLines }])
      .toString('latin1')
      .replaceAll('stream\r\n', 'stream'),
    'latin1',
  )
  const predicted = objectStream('<< >>', '/Type /ObjStm /DecodeParms << /Predictor 12 >>')
  const cases: [string, Buffer, string][] = [
    ['an encrypted file', bill([], '', '/Encrypt 5 0 R '), 'is protected'],
    ['objects under another filter', bill([lzw]), 'is compressed in an unusual way'],
    ['objects behind the end of another stream', bill([behind('(endstream)')]), unusual],
    ['objects before the word "obj"', bill([behind('1', '/Y (obj) /Z (9 0 obj)')]), unusual],
    ['objects far behind their type', bill([behind(`(${' '.repeat(5000)})`)]), unusual],
    ['objects far behind their filter', bill([behind('1', `/Y (${' '.repeat(5000)})`)]), unusual],
    ['objects under two filters', bill([twice]), 'is compressed in an unusual way'],
    ['objects under a filter behind theirs', bill([after]), unusual],
    ['objects under one filter of two', bill([lzwToo]), unusual],
    [
      'objects under the short name of a filter',
      bill([{ ...lzw, dictionary: '/N 1 /F /LZW' }]),
      unusual,
    ],
    ['objects without a type', bill([{ ...lzw, dictionary: '/N 1 /Filter /LZWDecode' }]), unusual],
    ['objects behind another object', bill([behind('(5 0 obj << >>) /Y (5 0 obj <<)')]), unusual],
    [
      'objects behind the header of another object',
      bill([behind('1', '/Y (5 0 obj <<)')]),
      unusual,
    ],
    ['data behind the rest of a line', onNextLine, 'is damaged'],
    ['a dictionary that ends in a text', bill(['/X (\n>>\nstream\n']), 'is damaged'],
    ['beginnings of objects only', pdf([`(${'8 0 obj << '.repeat(1000)}`]), 'is damaged'],
    ['comments only', pdf([`(${'obj % '.repeat(1000)}`]), 'is damaged'],
    ['objects in rows', bill([predicted]), 'is compressed in an unusual way'],
    [
      'objects that cannot be inflated',
      bill([{ dictionary: '/Type /ObjStm /Filter /FlateDecode', data: 'plain' }]),
      'is damaged',
    ],
    [
      'objects that are cut off',
      bill([
        {
          dictionary: '/Type /ObjStm /Filter /FlateDecode',
          data: Buffer.concat([
            deflateSync(randomBytes(3000)).subarray(0, 900),
            Buffer.alloc(90, 255),
          ]),
        },
      ]),
      'is damaged',
    ],
    [
      'a stream that inflates to a gigabyte',
      bill([{ dictionary: '/Type /ObjStm /Filter /FlateDecode', data: bomb() }]),
      'is too large',
    ],
    [
      'ten streams that inflate to too much together',
      bill(Array.from({ length: 10 }, () => objectStream(' '.repeat(15_000_000)))),
      'is too large',
    ],
    [
      'a file of streams only',
      pdf([{ dictionary: '', data: 'stream '.repeat(100_000) }]),
      'is too large',
    ],
  ]
  test.each(cases)('%s', async (_, content, why) => {
    expect(await refused(content)).toEqual(unchecked(why))
  })

  test.each([
    ['cut off', bill().subarray(0, 300)],
    ['only a head', Buffer.from('%PDF-1.7\n')],
    ['with an archive behind it', Buffer.concat([bill(), Buffer.from('PK\x03\x04'.repeat(500))])],
  ])('a damaged PDF: %s', async (_, content) => {
    expect(await refused(content)).toEqual(DAMAGED)
  })
})

/** A gigabyte of spaces. */
function bomb(): Buffer {
  const part = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, ' '), { finishFlush: 2 })
  return Buffer.concat([Buffer.from('789c', 'hex'), ...Array.from({ length: 64 }, () => part)])
}
