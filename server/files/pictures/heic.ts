import { Worker } from 'node:worker_threads'
import { Failure } from '@plumbline/contract/failures.ts'
import { MAX_PIXELS } from './examine.ts'

/** Half a second is usual; what takes longer than this was made to. Milliseconds. */
const LONGEST = 30_000

/**
 * Decodes HEIC, whose patents keep it out of libvips, on a thread of its own: WebAssembly that crashes or never ends
 * takes nothing else along.
 * @returns an uncompressed TIFF file, turned upright, with the colour profile given
 * @throws Failure badPicture
 */
export function decodeHeic(path: string, icc: Buffer | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./heicWorker.js', import.meta.url), {
      workerData: { path, icc: new Uint8Array(icc ?? []), maxPixels: MAX_PIXELS },
      // The library writes what it thinks of a damaged picture to the console.
      stdout: true,
      stderr: true,
    })
    const fail = () => reject(new Failure('badPicture'))
    const timer = setTimeout(() => void worker.terminate(), LONGEST)
    worker.on('message', (tiff: ArrayBuffer) => resolve(Buffer.from(tiff)))
    worker.on('error', fail)
    worker.on('exit', () => {
      clearTimeout(timer)
      fail()
    })
  })
}
