// Inspects PDFs, in the process of the inspector. Plain JavaScript, like inspector.js.
import { readFile } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { afterBlanks, endOfDictionary } from './pdfSyntax.js'
import { Refusal } from './refusal.js'

const MIB = 1024 * 1024
/** The number of last bytes in which a PDF must have its end mark. */
const EDGE_BYTES = 1024
/** The number of bytes searched at a time. */
const SLICE_BYTES = MIB / 4
/**
 * The overlap of two slices in bytes. Every search term is shorter, even with each character of a
 * name escaped and some blanks.
 */
const OVERLAP_BYTES = 256
/** The most bytes that one object stream, and all streams of a file together, may inflate to. */
const MAX_OBJECTS = 16 * MIB
const MAX_INFLATED = 128 * MIB
const MAX_STREAMS = 20_000

/** A name ends at white space or at one of these. */
const END = String.raw`(?![^\s\0()<>[\]{}/%])`
/**
 * Names of what runs or sends something, or hides another file. A script needs one of them wherever
 * it is started from, such as an OpenAction. All are too long to occur by chance in compressed
 * data.
 */
const NAMES =
  'JavaScript|Launch|EmbeddedFiles?|FileAttachment|RichMedia|Rendition|XFA|SubmitForm|ImportData'
/**
 * The file of an attachment, which need not declare its type: `/EF << /F 5 0 R >>`, a reference, or
 * either after long white space or a comment.
 */
const ATTACHED = String.raw`/EF(?:[\s\0]*(?:<<|%)|[\s\0]+\d+[\s\0]|[\s\0]{64})`
const ACTIVE = new RegExp(`/(?:${NAMES})${END}|${ATTACHED}`)
const ENCRYPTED = new RegExp(`/Encrypt${END}`)
/** A stream of objects declares their number. Color profiles do as well, and are searched too. */
const OBJECTS = new RegExp(`/(?:ObjStm|N)${END}`)
/**
 * The compression of a stream: its standard names, and the abbreviations that some readers accept.
 */
const FILTERS = new RegExp(`/(?:Filter|F|FFilter|DecodeParms|DP)${END}`, 'g')
const FLATE = /\/Filter\s*(?:\[\s*\/FlateDecode\s*\]|\/FlateDecode\s*(?:\/|>>))/
const ENDS_DICTIONARY = />>[\s\0]*$/

const PRINT_IT = 'Print it to a new PDF and choose that one'
const active = () => new Refusal('activePdf')
/** @param {string} why */
const uncheckable = (why) =>
  new Refusal('activePdf', `This PDF ${why}, so it cannot be checked. ${PRINT_IT}`)

/**
 * Decodes bytes as text of one character each, with the escapes of names (`#4a`) resolved.
 * @param {Buffer} bytes
 */
const textOf = (bytes) =>
  bytes
    .toString('latin1')
    .replace(/#([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * Rejects a PDF that contains a script, another file or a form that submits itself, and one that
 * cannot be inspected: an encrypted one may hide all of that. It is searched byte by byte, not
 * parsed as a document: what counts as a comment, a text or a stream depends on where a reader
 * begins, and each reader repairs damage in its own way.
 * @param {string} path
 * @throws {Refusal} activePdf, or notReceipt if it is truncated
 */
export async function checkPdf(path) {
  const file = await readFile(path)
  if (!endsAsPdf(file)) throw new Refusal('notReceipt', 'This PDF is damaged or incomplete')
  searchPlain(file)
  await searchObjectStreams(file)
}

/**
 * Whether the end mark is near the end. Some programs pad the file with zeros or line ends.
 * @param {Buffer} file
 */
function endsAsPdf(file) {
  let end = file.length
  while (end > 0 && [0, 10, 13, 32].includes(file[end - 1] ?? -1)) end--
  return file.subarray(Math.max(0, end - EDGE_BYTES), end).includes('%%EOF')
}

/** @param {Buffer} file */
function searchPlain(file) {
  for (let start = 0; start < file.length; start += SLICE_BYTES) {
    const text = textOf(file.subarray(start, start + SLICE_BYTES + OVERLAP_BYTES))
    if (ACTIVE.test(text)) throw active()
    if (ENCRYPTED.test(text)) throw uncheckable('is protected')
  }
}

/**
 * Searches the streams that may contain objects according to their dictionaries, and any other that
 * looks like one.
 * @param {Buffer} file
 */
async function searchObjectStreams(file) {
  const streams = streamsOf(file)
  let budget = MAX_INFLATED
  let count = 0
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue
    if (++count > MAX_STREAMS) throw uncheckable('is too large')
    const declared = streams.get(at)
    // Texts may contain the word as well, but without a dictionary.
    if (
      declared === undefined &&
      ENDS_DICTIONARY.test(file.toString('latin1', at - EDGE_BYTES, at))
    )
      throw uncheckable('is damaged')
    let data = at + 6
    while ([9, 10, 13, 32].includes(file[data] ?? -1)) data++
    // Readers skip the rest of the line.
    const isOnNextLine = /[\r\n]/.test(file.toString('latin1', at + 6, data))
    if (declared && !isOnNextLine) throw uncheckable('is damaged')
    if (hasZlibHeader(file, data))
      budget -= await searchInflated(file.subarray(data + 2), declared === true)
    else if (declared) throw uncheckable('is damaged')
    if (budget < 0) throw uncheckable('is too large')
  }
}

/**
 * The offsets of streams, and whether their dictionaries declare objects in them. Every dictionary
 * after any `obj` is read, even inside a text, a comment or a stream: which of them a reader
 * accepts depends on the file.
 * @param {Buffer} file
 */
function streamsOf(file) {
  /** @type {Map<number, boolean>} */
  const streams = new Map()
  // Limits the work, since few dictionaries are inside others.
  let budget = 4 * file.length
  for (let at = file.indexOf('obj'); at >= 0; at = file.indexOf('obj', at + 3)) {
    const start = afterBlanks(file, at + 3)
    const end = endOfDictionary(file, start)
    const stream = afterBlanks(file, end)
    budget -= stream - at
    if (budget < 0) throw uncheckable('is damaged')
    if (start === end || file.toString('latin1', stream, stream + 6) !== 'stream') continue
    const declared = declaresObjects(textOf(file.subarray(start, end)))
    streams.set(stream, declared || streams.get(stream) === true)
  }
  return streams
}

/**
 * Whether a dictionary declares objects in its stream. Only a single FlateDecode filter can be
 * inspected.
 * @param {string} dictionary
 */
function declaresObjects(dictionary) {
  const filters = dictionary.match(FILTERS)?.length ?? 0
  // Without a filter the objects are plain text, which was already searched.
  if (filters === 0 || !OBJECTS.test(dictionary)) return false
  if (filters > 1 || !FLATE.test(dictionary)) throw uncheckable('is compressed in an unusual way')
  return true
}

/**
 * Whether there is a zlib header with a valid checksum.
 * @param {Buffer} file
 * @param {number} at
 */
function hasZlibHeader(file, at) {
  const [method = 0, flags = 0] = file.subarray(at, at + 2)
  return (method & 15) === 8 && (method * 256 + flags) % 31 === 0
}

/** The start of a stream of objects: their numbers, as any reader may accept them, or a comment. */
const BEGINS_AS_OBJECTS = /^[\s\0]*[\d%+.-]/

/**
 * Inflates a stream in small parts and searches them. If it does not begin with object numbers, it
 * is skipped unless it is declared: page texts may contain anything.
 * @param {Buffer} data
 * @param {boolean} declared
 * @returns the number of inflated bytes
 */
async function searchInflated(data, declared) {
  // Without the header, so that a wrong checksum, which readers ignore, is ignored as well.
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  let size = 0
  /** @type {Buffer} */
  let tail = Buffer.alloc(0)
  try {
    inflate.end(data)
    for await (const part of /** @type {AsyncIterable<Buffer>} */ (inflate)) {
      if (
        size === 0 &&
        !declared &&
        !BEGINS_AS_OBJECTS.test(part.toString('latin1', 0, EDGE_BYTES))
      )
        break
      size += part.length
      const text = Buffer.concat([tail, part])
      if (ACTIVE.test(textOf(text))) throw active()
      if (size > MAX_OBJECTS) {
        if (declared) throw uncheckable('is too large')
        // Most likely a picture whose first byte looks like a number.
        break
      }
      tail = text.subarray(-OVERLAP_BYTES)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (declared) throw uncheckable('is damaged')
  } finally {
    inflate.destroy()
  }
  return size
}
