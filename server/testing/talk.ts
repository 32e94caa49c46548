import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Everything that comes back on a bare connection to this machine, which ends after an answer and half a second of silence. */
export function talk(port: number, ...texts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const rest = [...texts]
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(rest.shift() ?? ''))
    // An answer may keep its connection open.
    let silence: NodeJS.Timeout | undefined
    const limit = setTimeout(() => reject(new Error(`no answer but ${said}`)), 20_000)
    socket.on('data', (chunk) => {
      said += String(chunk)
      clearTimeout(silence)
      const next = rest.shift()
      if (next) socket.write(next)
      else silence = setTimeout(() => socket.destroy(), 500)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(silence)
      clearTimeout(limit)
      resolve(said)
    })
  })
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
