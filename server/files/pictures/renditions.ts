import { type ChildProcess, fork } from 'node:child_process'
import { Failure } from '@plumbline/contract/failures.ts'
import { type InspectedPicture, MAX_PIXELS } from './inspect.ts'

/** The two sizes that screens show, with the orientation applied, in sRGB and without any metadata, as WebP. */
export interface Renditions {
  readonly full: Buffer
  readonly thumb: Buffer
}

/**
 * The message to decoder.js, which responds with {@link Renditions}, or null for a damaged picture.
 */
export interface Order {
  readonly path: string
  readonly isHeic: boolean
  readonly icc: Uint8Array
  readonly maxPixels: number
}

/** A photo takes a second; longer than this is an attack. Milliseconds. */
const LONGEST = 30_000
/** How long a decoder waits for the next picture; milliseconds. */
const IDLE = 20_000

/** Decoders that wait, each with the timer of its end. */
const idle = new Map<ChildProcess, NodeJS.Timeout>()

function start(): ChildProcess {
  const { PATH, SystemRoot, TMPDIR, TEMP } = process.env
  const decoder = fork(new URL('./decoder.js', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    // The libraries write warnings about damaged pictures to the console.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Without our secrets. Freed pixels go back to the system at once: by default glibc keeps some
    // 200 MB of them.
    env: { PATH, SystemRoot, TMPDIR, TEMP, MALLOC_MMAP_THRESHOLD_: '131072' },
  })
  // One that was killed from outside must not be used again.
  for (const end of ['disconnect', 'exit']) decoder.on(end, () => stopWaiting(decoder))
  return decoder
}

function stopWaiting(decoder: ChildProcess) {
  clearTimeout(idle.get(decoder))
  idle.delete(decoder)
}

/** An idle decoder: one that still waits, or a new one. */
function take(): ChildProcess {
  const [waiting] = idle.keys()
  if (!waiting) return start()
  stopWaiting(waiting)
  waiting.ref()
  waiting.channel?.ref()
  return waiting
}

/** Lets a decoder wait for the next picture, without keeping the program from its end. */
function putBack(decoder: ChildProcess) {
  idle.set(decoder, setTimeout(() => decoder.disconnect(), IDLE).unref())
  decoder.unref()
  decoder.channel?.unref()
}

/**
 * Decodes a picture and makes its renditions in a separate process, so that a crash or an endless
 * loop there affects nothing else. Takes about 100 MB for a photo of 12 megapixels.
 * @throws Failure badPicture
 */
export function renditionsOf(
  path: string,
  { contentType, icc }: InspectedPicture,
): Promise<Renditions> {
  const order: Order = {
    path,
    isHeic: contentType === 'image/heic',
    icc: icc ?? new Uint8Array(),
    maxPixels: MAX_PIXELS,
  }
  return new Promise((resolve, reject) => {
    const decoder = take()
    const leave = () => {
      clearTimeout(timer)
      decoder.off('exit', fail).off('error', fail).off('message', finish)
    }
    const fail = () => {
      leave()
      decoder.kill('SIGKILL')
      reject(new Failure('badPicture'))
    }
    const finish = (made: Renditions | null) => {
      // Nobody knows in which state a damaged picture left the libraries.
      if (!made) return fail()
      leave()
      putBack(decoder)
      resolve(made)
    }
    const timer = setTimeout(() => decoder.kill('SIGKILL'), LONGEST)
    decoder.on('exit', fail).on('error', fail).on('message', finish)
    decoder.send(order)
  })
}
