import { connect, type Socket } from 'node:net'
import type { Caller } from '../../harness/caller.ts'

/** How a line goes dead: told politely, told, or reset. */
export const ENDINGS = ['end', 'destroy', 'resetAndDestroy'] as const

/** The bytes of the request that uploads a picture, header and all. */
export async function uploadRequest(
  caller: Caller,
  content: Uint8Array,
  key: string,
): Promise<Buffer> {
  const form = new FormData()
  form.append('photo', new File([new Uint8Array(content)], 'IMG_0001.JPG', { type: 'image/jpeg' }))
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const head = [
    'POST /api/photos HTTP/1.1',
    `Host: ${new URL(caller.url).host}`,
    `Cookie: ${caller.cookie}`,
    `Content-Type: ${encoded.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
    `Idempotency-Key: ${key}`,
    'Connection: close',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

/** Sends the bytes on a connection of their own, which then goes dead. */
export function sendAndCut(
  caller: Caller,
  bytes: Buffer,
  ending: (typeof ENDINGS)[number],
): Promise<void> {
  const { hostname, port } = new URL(caller.url)
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname, () => {
      // Once the system has taken them, so that they arrive.
      socket.write(bytes, () => socket[ending]())
    })
    // The answer, if there is one, is of no interest; without a reader the end would never come.
    socket.resume()
    socket.once('close', () => resolve())
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve() : reject(error),
    )
  })
}
