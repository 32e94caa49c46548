import { Line, type Tap } from './line.ts'
import { Server, type ServerOptions } from './server.ts'

/** A server on a database that is not its own, at the far end of a connection that can be cut. */
export interface Node {
  readonly server: Server
  readonly line: Line
  remove(): Promise<void>
}

/** Starts a second program on the Postgres of the first, by DATABASE_URL. */
export async function startNode(
  home: Server,
  { env = {}, ...options }: ServerOptions = {},
  tap?: Tap,
): Promise<Node> {
  const { user, password, place } = home.postgres
  const line = new Line(place, tap)
  await line.mend()
  const settings = {
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${line.port}/postgres`,
    SESSION_SECRET: 'one secret that all the nodes of a test share',
    ...env,
  }
  const server = new Server({ ...options, env: settings })
  await server.start()
  return {
    server,
    line,
    async remove() {
      await server.remove()
      await line.cut()
    },
  }
}
