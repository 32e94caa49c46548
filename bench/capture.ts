import type { Tap } from '../e2e/harness/tcpProxy.ts'

/**
 * A statement as it was sent, with its values as text. It has no `values` if it was sent with the
 * simple protocol, like `begin`.
 */
export interface Statement {
  readonly text: string
  readonly values?: readonly (string | null)[]
}

/**
 * Collects the statements that a program sends to Postgres, in the messages Parse, Bind and Query
 * of the protocol. A prepared statement is parsed once per connection and then referred to by its
 * name, so the texts are stored for the lifetime of the connection.
 */
export class Capture {
  #statements: Statement[] = []

  /** The statements since the last call, in order. */
  take(): Statement[] {
    const statements = this.#statements
    this.#statements = []
    return statements
  }

  readonly tap: Tap = () => {
    const texts = new Map<string, string>()
    let rest: Buffer = Buffer.alloc(0)
    return (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        // The first message of a connection has no type byte. It begins with its length, whose
        // first byte is zero, which no type is.
        const head = rest[0] === 0 ? 0 : 1
        if (rest.length < head + 4) return
        const length = head + rest.readInt32BE(head)
        if (rest.length < length) return
        if (head === 1)
          this.#read(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, length), texts)
        rest = rest.subarray(length)
      }
    }
  }

  #read(type: string, body: Buffer, texts: Map<string, string>) {
    if (type === 'Q') this.#statements.push({ text: body.toString('utf8', 0, body.length - 1) })
    if (type === 'P') {
      const [name = '', text = ''] = body.toString('utf8').split('\0')
      texts.set(name, text)
    }
    if (type === 'B') this.#statements.push(bound(body, texts))
  }
}

function bound(body: Buffer, texts: Map<string, string>): Statement {
  const portalEnd = body.indexOf(0)
  const nameEnd = body.indexOf(0, portalEnd + 1)
  let at = nameEnd + 1
  at += 2 + body.readInt16BE(at) * 2
  const values: (string | null)[] = []
  let remaining = body.readInt16BE(at)
  at += 2
  for (; remaining > 0; remaining--) {
    const size = body.readInt32BE(at)
    at += 4
    values.push(size < 0 ? null : body.toString('utf8', at, at + size))
    at += Math.max(size, 0)
  }
  return { text: texts.get(body.toString('utf8', portalEnd + 1, nameEnd)) ?? '', values }
}
