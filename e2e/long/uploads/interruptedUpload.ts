import { connect, type Socket } from 'node:net'
import type { ApiClient } from '../../harness/apiClient.ts'

/** The ways in which a connection ends: gracefully, destroyed, or reset. */
export const ENDINGS = ['end', 'destroy', 'resetAndDestroy'] as const

/** Creates the bytes of an upload request, including its headers. */
export async function uploadRequest(
  api: ApiClient,
  content: Uint8Array,
  key: string,
): Promise<Buffer> {
  const form = new FormData()
  form.append('photo', new File([new Uint8Array(content)], 'IMG_0001.JPG', { type: 'image/jpeg' }))
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const head = [
    'POST /api/photos HTTP/1.1',
    `Host: ${new URL(api.url).host}`,
    `Cookie: ${api.cookie}`,
    `Content-Type: ${encoded.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
    `Idempotency-Key: ${key}`,
    'Connection: close',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

/** Sends bytes on a new connection and ends it. */
export function sendAndCut(
  api: ApiClient,
  bytes: Buffer,
  ending: (typeof ENDINGS)[number],
): Promise<void> {
  const { hostname, port } = new URL(api.url)
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname, () => {
      // Ends only after the operating system has accepted the bytes, so that they arrive.
      socket.write(bytes, () => socket[ending]())
    })
    // The response does not matter, but the connection ends only after it is read.
    socket.resume()
    socket.once('close', () => resolve())
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve() : reject(error),
    )
  })
}

/** Sends a complete request on a new connection. @returns the status of the response */
export function sendBytes(api: ApiClient, bytes: Buffer): Promise<number> {
  const { hostname, port } = new URL(api.url)
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('latin1').on('data', (part) => (response += String(part)))
    socket.once('end', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1])))
    socket.once('error', reject)
  })
}
