// The minimum work for a call: Fastify, the statements that our server sent for it, in the same
// transaction and prepared, and their rows as JSON. bareHandler.ts starts it as a child process,
// sends the options as the first message, and gets the port as the reply.
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import type { Statement } from './capture.ts'

export interface BaselineOptions {
  readonly postgres: pg.PoolConfig
  readonly calls: readonly {
    readonly method: 'GET' | 'POST' | 'PUT'
    readonly path: string
    readonly statements: readonly Statement[]
  }[]
}

/** Whether the first value of a statement is the id of the row that it inserts. */
const insertsId = ({ text }: Statement) => /^insert into "\w+" \("id"/i.test(text)

/** Replaces the ids of inserted rows by new ones, because they must be unique. */
function freshIds(statements: readonly Statement[]): (value: string | null) => string | null {
  const fresh = statements
    .filter(insertsId)
    .flatMap(({ values: [id] = [] }) => (id ? [[id, randomUUID()] as const] : []))
  return (value) =>
    value === null ? null : fresh.reduce((text, [old, now]) => text.replaceAll(old, now), value)
}

async function serve({ postgres, calls }: BaselineOptions): Promise<number> {
  const pool = new pg.Pool({ ...postgres, max: 10 })
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    return name
  }
  const app = Fastify()
  for (const { method, path, statements } of calls) {
    app.route({
      method,
      url: path,
      handler: async (_request, reply) => {
        const fresh = freshIds(statements)
        const client = await pool.connect()
        try {
          let largest: unknown[] = []
          for (const { text, values } of statements) {
            const prepared = values && { name: nameOf(text), values: values.map(fresh) }
            const { rows } = await client.query({ text, ...prepared })
            if (rows?.length >= largest.length) largest = rows
          }
          return await reply.code(method === 'POST' ? 201 : 200).send(largest)
        } finally {
          client.release()
        }
      },
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

process.once('message', (baseline: BaselineOptions) => {
  void serve(baseline).then((port) => process.send?.(port))
})
