import type { Tap } from '../e2e/harness/tcpProxy.ts'

/** A statement as it was sent, with its values as text; without `values` by the simple protocol, as `begin` is. */
export interface Statement {
  readonly text: string
  readonly values?: readonly (string | null)[]
}

/**
 * Collects the statements that a program sends to Postgres: the messages Parse, Bind and Query of the protocol. A prepared
 * statement is parsed once on a connection and then known by its name, so the texts are kept as long as the connection.
 */
export class Capture {
  #statements: Statement[] = []

  /** The statements since the last call, in order. */
  take(): Statement[] {
    const taken = this.#statements
    this.#statements = []
    return taken
  }

  readonly tap: Tap = () => {
    const texts = new Map<string, string>()
    let rest: Buffer = Buffer.alloc(0)
    return (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        // The first message of a connection has no type; its length begins with a zero, as no type does.
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
  let left = body.readInt16BE(at)
  at += 2
  for (; left > 0; left--) {
    const size = body.readInt32BE(at)
    at += 4
    values.push(size < 0 ? null : body.toString('utf8', at, at + size))
    at += Math.max(size, 0)
  }
  return { text: texts.get(body.toString('utf8', portalEnd + 1, nameEnd)) ?? '', values }
}
