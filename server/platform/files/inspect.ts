import { Failure, type FailureName } from '@plumbline/contract/failures.ts'
import { z } from 'zod'
import { type Inspector, put, take } from './inspectors.ts'
import { beginsAs, pictureTypes } from './kinds.js'
import { takeTurns } from './turns.ts'

/**
 * The message to inspector.js: what to do with the file. A `picture` is decoded, of a `photo` at first only as far as its
 * thumbnail needs, of a `logo` also the ground is found, and for its `facts` alone nothing is decoded.
 */
export interface Order {
  readonly kind: 'picture' | 'photo' | 'logo' | 'facts' | 'pdf'
  readonly path: string
}

/**
 * What it responds with: what it found; the failure, by its name and perhaps with a message of its own; or that a library
 * met something that it could not read.
 */
export type Answer =
  | { readonly found: unknown }
  | { readonly refused: string; readonly why: string | undefined }
  | { readonly damaged: true }

/** A photo takes a second; longer than this is an attack. Milliseconds. */
const LONGEST = 30_000

/** Two files at once: decoding one may take some hundred megabytes. */
const inTurn = takeTurns(2, { all: 100, each: 30 })

/** What a file may be refused for. An inspector that a file took over could say anything. */
const refusals = z.enum(['notPicture', 'badPicture', 'tooManyPixels', 'activePdf', 'notReceipt'])
const answers = <T>(found: z.ZodType<T>) =>
  z.union([
    z.object({ found }),
    z.object({ refused: refusals, why: z.string().max(200).optional() }),
  ])

const DateTaken = z.object({
  /** `2026-03-05T10:11:12`, the local time. */
  local: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  /** `-06:00` from UTC, where the camera knew it. */
  offset: z
    .string()
    .regex(/^[+-]\d\d:\d\d$/)
    .nullable(),
})
/** When a picture was taken. */
export type DateTaken = z.infer<typeof DateTaken>

const pixels = z.int().positive()
const Facts = z.object({
  contentType: z.enum(pictureTypes),
  /** Of the picture as it is seen, turned upright. */
  width: pixels,
  height: pixels,
  taken: DateTaken.nullable(),
})
const bytes = z.instanceof(Uint8Array)
/** The two sizes that screens show, as WebP. */
const Renditions = z.object({ full: bytes, thumb: bytes })
export type Renditions = z.infer<typeof Renditions>
const Picture = z.object({ ...Facts.shape, ...Renditions.shape })
/** The large size may be left for later. */
const FirstRenditions = Picture.partial({ full: true })
/** The ground that a logo needs to be legible; none if it fills its rectangle. */
const Logo = Renditions.extend({ ground: z.enum(['light', 'dark']).nullable() })

/**
 * Looks at a picture without decoding it.
 * @param by whose turn it takes
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export const pictureFacts = (path: string, by: string) =>
  inspectAny({ kind: 'facts', path }, by, Facts)

/**
 * Decodes a picture and makes its renditions. Takes about 100 MB, in another process, for a photo of 12 megapixels.
 * @param by whose turn it takes
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export const inspectPicture = (path: string, by: string) =>
  inspectAny({ kind: 'picture', path }, by, Picture)

/**
 * Decodes a picture as far as its thumbnail needs; the large rendition comes with it where it costs little more.
 * @param by whose turn it takes
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export const inspectPhoto = (path: string, by: string) =>
  inspectAny({ kind: 'photo', path }, by, FirstRenditions)

/**
 * Makes the renditions of a logo, and finds its ground.
 * @param by whose turn it takes
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export const inspectLogo = (path: string, by: string) =>
  inspectAny({ kind: 'logo', path }, by, Logo)

async function inspectAny<T>(order: Order, by: string, schema: z.ZodType<T>): Promise<T> {
  // What is no picture at all need not wait for its turn.
  if ((await beginsAs(order.path)) !== 'picture') throw new Failure('notPicture')
  return inspect(order, by, schema, 'badPicture')
}

/**
 * Refuses a PDF that contains a script or another file, or that cannot be looked into.
 * @param by whose turn it takes
 * @throws Failure activePdf, notReceipt for one that is damaged
 */
export const inspectPdf = (path: string, by: string) =>
  inspect({ kind: 'pdf', path }, by, z.literal(true), 'notReceipt')

/** A file that nothing was found out about: it took too long or too much memory, which may go better at another time. */
export class Unanswered extends Failure {}

/**
 * Has a file looked into in a separate process, so that a crash, an endless loop or too much memory there affects nothing
 * else.
 * @param lost the failure when the file is damaged, or there is no answer in time
 */
function inspect<T>(order: Order, by: string, schema: z.ZodType<T>, lost: FailureName): Promise<T> {
  return inTurn(by, async () => {
    const inspector = take()
    const given = await answerOf(inspector, order)
    const answer = answers(schema).safeParse(given).data
    if (!answer) {
      // Nobody knows in which state a damaged file left the libraries.
      inspector.kill('SIGKILL')
      throw given === undefined ? new Unanswered(lost) : new Failure(lost)
    }
    put(inspector)
    if ('found' in answer) return answer.found
    throw new Failure(answer.refused, answer.why === undefined ? {} : { message: answer.why })
  })
}

/** What the inspector responds with; undefined when it ends before, or takes too long and is ended. */
function answerOf(inspector: Inspector, order: Order): Promise<unknown> {
  return new Promise((resolve) => {
    const finish = (answer?: unknown) => {
      clearTimeout(timer)
      inspector.off('exit', end).off('error', end).off('message', finish)
      resolve(answer)
    }
    const end = () => finish()
    const timer = setTimeout(end, LONGEST)
    inspector.on('exit', end).on('error', end).on('message', finish)
    inspector.send(order)
  })
}
