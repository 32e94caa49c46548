import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Everything that comes back on a bare connection to this machine, which ends after as many answers as texts were sent, and
 * otherwise after half a second of silence.
 */
export function talk(port: number, ...texts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const rest = [...texts]
    let said = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(rest.shift() ?? ''))
    // An answer may keep its connection open, and not say where it ends.
    let silence: NodeJS.Timeout | undefined
    const limit = setTimeout(() => reject(new Error(`no answer but ${String(said)}`)), 20_000)
    socket.on('data', (chunk: Buffer) => {
      said = Buffer.concat([said, chunk])
      clearTimeout(silence)
      const next = rest.shift()
      if (next) socket.write(next)
      else if (hasAll(said, texts)) socket.destroy()
      else silence = setTimeout(() => socket.destroy(), 500)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(silence)
      clearTimeout(limit)
      resolve(String(said))
    })
  })
}

/** Whether an answer to each request has come, with as much of a body as it says. */
function hasAll(said: Buffer, requests: readonly (string | Uint8Array)[]): boolean {
  let at = 0
  for (const request of requests) {
    const end = said.indexOf('\r\n\r\n', at)
    if (end < 0) return false
    const head = said.toString('latin1', at, end)
    at = end + 4
    const length = /^content-length: (\d+)$/im.exec(head)?.[1]
    if (String(request).startsWith('HEAD ') || head.startsWith('HTTP/1.1 304 ')) continue
    if (length === undefined) return false
    at += Number(length)
  }
  return said.length >= at
}

/** The first answer in what was said on a connection. */
export function answerIn(said: string): RawAnswer {
  const [head = '', ...body] = said.split('\r\n\r\n')
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
