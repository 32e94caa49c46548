import { connect } from 'node:net'

export interface RawResponse {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Everything received on a raw connection to this machine. It is closed after as many responses as
 * texts were sent, otherwise after half a second of silence.
 */
export function sendRaw(port: number, ...texts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const rest = [...texts]
    let received = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(rest.shift() ?? ''))
    // A response may keep its connection open without declaring its length.
    let silence: NodeJS.Timeout | undefined
    const limit = setTimeout(() => reject(new Error(`no answer but ${String(received)}`)), 20_000)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      clearTimeout(silence)
      const next = rest.shift()
      if (next) socket.write(next)
      else if (hasAll(received, texts)) socket.destroy()
      else silence = setTimeout(() => socket.destroy(), 500)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(silence)
      clearTimeout(limit)
      resolve(String(received))
    })
  })
}

/** Whether a response to each request was received, with the declared length of its body. */
function hasAll(received: Buffer, requests: readonly (string | Uint8Array)[]): boolean {
  let at = 0
  for (const request of requests) {
    const end = received.indexOf('\r\n\r\n', at)
    if (end < 0) return false
    const head = received.toString('latin1', at, end)
    at = end + 4
    const length = /^content-length: (\d+)$/im.exec(head)?.[1]
    if (String(request).startsWith('HEAD ') || head.startsWith('HTTP/1.1 304 ')) continue
    if (length === undefined) return false
    at += Number(length)
  }
  return received.length >= at
}

/** The first response in the text received on a connection. */
export function firstResponse(received: string): RawResponse {
  const [head = '', ...body] = received.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]),
    headers: Object.fromEntries(
      headers.map((header) => {
        const [name = '', ...value] = header.split(':')
        return [name.toLowerCase(), value.join(':').trim()]
      }),
    ),
    body: body.join('\r\n\r\n'),
  }
}
