import { fileURLToPath } from 'node:url'
import { Failure, type FailureName } from '@plumbline/contract/failures.ts'
import { z } from 'zod'
import { childProgram } from '../childPrograms.ts'
import { takeTurns } from '../limits/turns.ts'
import { detectFileType, pictureTypes } from './kinds.js'

/**
 * The message to inspector.js: what to do with the file. A `picture` is decoded, a `photo` at first
 * only as far as its thumbnail needs. For a `logo` the ground is found as well, and for its `facts`
 * nothing is decoded.
 */
export interface InspectionRequest {
  readonly kind: 'picture' | 'photo' | 'logo' | 'facts' | 'pdf'
  readonly path: string
}

/**
 * The reply of inspector.js: what it found; the failure by its name, perhaps with a message; or
 * that a library could not read the file.
 */
export type InspectionReply =
  | { readonly found: unknown }
  | { readonly refused: string; readonly why: string | undefined }
  | { readonly damaged: true }

/** Looks into files. */
export const inspector = childProgram(fileURLToPath(new URL('./inspector.js', import.meta.url)), {
  heapMib: 512,
  memoryKib: 1_500_000,
  // A photo takes a second; longer than this is an attack.
  timeoutMs: 30_000,
})

/**
 * Two files at once, since decoding one may take some hundred megabytes, and one of each person.
 */
const inTurn = takeTurns({ all: 2, each: 1 }, { all: 100, each: 30 })

/** The failures an inspector may reply with. A compromised inspector could send anything. */
const refusals = z.enum(['notPicture', 'badPicture', 'tooManyPixels', 'activePdf', 'notReceipt'])
const replySchema = <T>(found: z.ZodType<T>) =>
  z.union([
    z.object({ found }),
    z.object({ refused: refusals, why: z.string().max(200).optional() }),
  ])

const DateTaken = z.object({
  /** Local time, such as `2026-03-05T10:11:12`. */
  local: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  /** Offset from UTC, such as `-06:00`; null if the camera did not know it. */
  offset: z
    .string()
    .regex(/^[+-]\d\d:\d\d$/)
    .nullable(),
})
/** The time a picture was taken. */
export type DateTaken = z.infer<typeof DateTaken>

const pixels = z.int().positive()
const Facts = z.object({
  contentType: z.enum(pictureTypes),
  /** The size of the picture as it is displayed, turned upright. */
  width: pixels,
  height: pixels,
  taken: DateTaken.nullable(),
})
const bytes = z.instanceof(Uint8Array)
/** The two sizes that screens display, as WebP. */
const Renditions = z.object({ full: bytes, thumb: bytes })
export type Renditions = z.infer<typeof Renditions>
const Picture = z.object({ ...Facts.shape, ...Renditions.shape })
/** The large size may be made later. */
const FirstRenditions = Picture.partial({ full: true })
/**
 * The ground (light or dark background) that a logo needs to be legible; null if it fills its
 * rectangle.
 */
const Logo = Renditions.extend({ ground: z.enum(['light', 'dark']).nullable() })

/**
 * Reads the facts of a picture without decoding it.
 * @param by the person whose turn it uses
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export const pictureFacts = (path: string, by: string) =>
  inspectAny({ kind: 'facts', path }, by, Facts)

/**
 * Decodes a picture and makes its renditions. Takes about 100 MB, in another process, for a photo
 * of 12 megapixels.
 * @param by the person whose turn it uses
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export const inspectPicture = (path: string, by: string) =>
  inspectAny({ kind: 'picture', path }, by, Picture)

/**
 * Decodes a picture as far as its thumbnail needs. The large rendition is included if it costs
 * little more.
 * @param by the person whose turn it uses
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export const inspectPhoto = (path: string, by: string) =>
  inspectAny({ kind: 'photo', path }, by, FirstRenditions)

/**
 * Makes the renditions of a logo and finds its ground.
 * @param by the person whose turn it uses
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export const inspectLogo = (path: string, by: string) =>
  inspectAny({ kind: 'logo', path }, by, Logo)

async function inspectAny<T>(
  request: InspectionRequest,
  by: string,
  schema: z.ZodType<T>,
): Promise<T> {
  // A file that is not a picture need not wait for its turn.
  if ((await detectFileType(request.path)) !== 'picture') throw new Failure('notPicture')
  return inspect(request, by, schema, 'badPicture')
}

/**
 * Rejects a PDF that contains a script or another file, or that cannot be inspected.
 * @param by the person whose turn it uses
 * @throws Failure activePdf, or notReceipt if it is damaged
 */
export const inspectPdf = (path: string, by: string) =>
  inspect({ kind: 'pdf', path }, by, z.literal(true), 'notReceipt')

/**
 * There was no reply about a file: it took too long or too much memory, which may succeed at
 * another time.
 */
export class InspectionTimeout extends Failure {}

/**
 * Inspects a file in a separate process, so that a crash, an endless loop or too much memory there
 * affects nothing else.
 * @param fallback the failure if the file is damaged or there is no reply in time
 */
function inspect<T>(
  request: InspectionRequest,
  by: string,
  schema: z.ZodType<T>,
  fallback: FailureName,
): Promise<T> {
  const known = replySchema(schema)
  return inTurn(by, async () => {
    const received = await inspector.ask(request, (reply) => known.safeParse(reply).success)
    const reply = known.safeParse(received).data
    if (!reply)
      throw received === undefined ? new InspectionTimeout(fallback) : new Failure(fallback)
    if ('found' in reply) return reply.found
    throw new Failure(reply.refused, reply.why === undefined ? {} : { message: reply.why })
  })
}
