// Looks into PDFs, in the process of the inspector. Plain JavaScript, as inspector.js is.
import { readFile } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { afterBlanks, endOfDictionary } from './pdfSyntax.js'
import { Refusal } from './refusal.js'

const MIB = 1024 * 1024
/** Where a PDF must end; bytes. */
const EDGE = 1024
/** How much is searched at a time; bytes. */
const SLICE = MIB / 4
/** What we look for is shorter than this, with every character of a name escaped and some blanks; bytes. */
const OVERLAP = 256
/** The most that one object stream, and all streams of a file together, may inflate to; bytes. */
const MAX_OBJECTS = 16 * MIB
const MAX_INFLATED = 128 * MIB
const MAX_STREAMS = 20_000

/** A name ends at white space or at one of these. */
const END = String.raw`(?![^\s\0()<>[\]{}/%])`
/**
 * What runs something, sends something, or hides another file. A script needs one of them wherever it is started from, such
 * as an OpenAction. All are so long that they do not occur by chance in compressed data.
 */
const NAMES =
  'JavaScript|Launch|EmbeddedFiles?|FileAttachment|RichMedia|Rendition|XFA|SubmitForm|ImportData'
/** The file of an attachment, which need not say what it is: `/EF << /F 5 0 R >>`, or a reference; far behind it, or a comment. */
const ATTACHED = String.raw`/EF(?:[\s\0]*(?:<<|%)|[\s\0]+\d+[\s\0]|[\s\0]{64})`
const ACTIVE = new RegExp(`/(?:${NAMES})${END}|${ATTACHED}`)
const ENCRYPTED = new RegExp(`/Encrypt${END}`)
/** Objects are in a stream that says how many. Profiles of colors do as well; they are searched with them. */
const OBJECTS = new RegExp(`/(?:ObjStm|N)${END}`)
/** How a stream is compressed: by its own names, and the short ones that some readers take. */
const FILTERS = new RegExp(`/(?:Filter|F|FFilter|DecodeParms|DP)${END}`, 'g')
const FLATE = /\/Filter\s*(?:\[\s*\/FlateDecode\s*\]|\/FlateDecode\s*(?:\/|>>))/
const ENDS_DICTIONARY = />>[\s\0]*$/

const PRINT_IT = 'Print it to a new PDF and choose that one'
const active = () => new Refusal('activePdf')
/** @param {string} why */
const uncheckable = (why) =>
  new Refusal('activePdf', `This PDF ${why}, so it cannot be checked. ${PRINT_IT}`)

/** Bytes as text of one character each, with the escapes of names (`#4a`) resolved. @param {Buffer} bytes */
const textOf = (bytes) =>
  bytes
    .toString('latin1')
    .replace(/#([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * Refuses a PDF that contains a script, another file or a form that sends itself, and one that nobody can look into: an
 * encrypted one may hide all of that. It is searched byte by byte, not read as a document: what counts as a comment, a
 * text or a stream depends on where a reader begins, and each reader repairs damage in its own way.
 * @param {string} path
 * @throws {Refusal} activePdf, notReceipt for one that is cut off
 */
export async function checkPdf(path) {
  const file = await readFile(path)
  if (!endsAsPdf(file)) throw new Refusal('notReceipt', 'This PDF is damaged or incomplete')
  searchPlain(file)
  await searchObjectStreams(file)
}

/** The end mark is near the end; some programs fill the file with zeros or line ends behind it. @param {Buffer} file */
function endsAsPdf(file) {
  let end = file.length
  while (end > 0 && [0, 10, 13, 32].includes(file[end - 1] ?? -1)) end--
  return file.subarray(Math.max(0, end - EDGE), end).includes('%%EOF')
}

/** @param {Buffer} file */
function searchPlain(file) {
  for (let start = 0; start < file.length; start += SLICE) {
    const text = textOf(file.subarray(start, start + SLICE + OVERLAP))
    if (ACTIVE.test(text)) throw active()
    if (ENCRYPTED.test(text)) throw uncheckable('is protected')
  }
}

/** Searches the streams that may hold objects by their dictionaries, and any other that begins as one. @param {Buffer} file */
async function searchObjectStreams(file) {
  const streams = streamsOf(file)
  let left = MAX_INFLATED
  let count = 0
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue
    if (++count > MAX_STREAMS) throw uncheckable('is too large')
    const declared = streams.get(at)
    // Texts may name streams as well: theirs have no dictionary at all.
    if (declared === undefined && ENDS_DICTIONARY.test(file.toString('latin1', at - EDGE, at)))
      throw uncheckable('is damaged')
    let data = at + 6
    while ([9, 10, 13, 32].includes(file[data] ?? -1)) data++
    // Readers pass over the rest of the line.
    const isOnNextLine = /[\r\n]/.test(file.toString('latin1', at + 6, data))
    if (declared && !isOnNextLine) throw uncheckable('is damaged')
    if (hasZlibHeader(file, data))
      left -= await searchInflated(file.subarray(data + 2), declared === true)
    else if (declared) throw uncheckable('is damaged')
    if (left < 0) throw uncheckable('is too large')
  }
}

/**
 * Where streams begin, and whether their dictionaries declare objects in them. Every dictionary is read from where any object
 * begins, also one inside a text, a comment or a stream: which of them a reader takes for one is up to the file.
 * @param {Buffer} file
 */
function streamsOf(file) {
  /** @type {Map<number, boolean>} */
  const streams = new Map()
  // Few dictionaries are inside others.
  let left = 4 * file.length
  for (let at = file.indexOf('obj'); at >= 0; at = file.indexOf('obj', at + 3)) {
    const start = afterBlanks(file, at + 3)
    const end = endOfDictionary(file, start)
    const stream = afterBlanks(file, end)
    left -= stream - at
    if (left < 0) throw uncheckable('is damaged')
    if (start === end || file.toString('latin1', stream, stream + 6) !== 'stream') continue
    const declared = declaresObjects(textOf(file.subarray(start, end)))
    streams.set(stream, declared || streams.get(stream) === true)
  }
  return streams
}

/** Whether a dictionary declares objects in its stream. Those that can be read have one filter and no other. @param {string} dictionary */
function declaresObjects(dictionary) {
  const filters = dictionary.match(FILTERS)?.length ?? 0
  // Without a filter the objects are plain, and are searched already.
  if (filters === 0 || !OBJECTS.test(dictionary)) return false
  if (filters > 1 || !FLATE.test(dictionary)) throw uncheckable('is compressed in an unusual way')
  return true
}

/** Compressed by deflate, with the check sum of its first two bytes. @param {Buffer} file @param {number} at */
function hasZlibHeader(file, at) {
  const [method = 0, flags = 0] = file.subarray(at, at + 2)
  return (method & 15) === 8 && (method * 256 + flags) % 31 === 0
}

/** The numbers of objects, as any reader may take them, or a comment before them. */
const BEGINS_AS_OBJECTS = /^[\s\0]*[\d%+.-]/

/**
 * Inflates a stream in small parts and searches them. One that does not begin with the numbers of its objects is left
 * alone, unless it is declared: texts of pages may name anything.
 * @param {Buffer} data
 * @param {boolean} declared
 * @returns the bytes that were inflated
 */
async function searchInflated(data, declared) {
  // Without the header, so that a wrong check sum, which readers overlook, is overlooked as well.
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  let size = 0
  /** @type {Buffer} */
  let kept = Buffer.alloc(0)
  try {
    inflate.end(data)
    for await (const part of /** @type {AsyncIterable<Buffer>} */ (inflate)) {
      if (size === 0 && !declared && !BEGINS_AS_OBJECTS.test(part.toString('latin1', 0, EDGE)))
        break
      size += part.length
      const text = Buffer.concat([kept, part])
      if (ACTIVE.test(textOf(text))) throw active()
      if (size > MAX_OBJECTS) {
        if (declared) throw uncheckable('is too large')
        // A picture, more likely than not: its first dot may look like a number.
        break
      }
      kept = text.subarray(-OVERLAP)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (declared) throw uncheckable('is damaged')
  } finally {
    inflate.destroy()
  }
  return size
}
