import { Server, type ServerOptions } from './server.ts'
import { type Tap, TcpProxy } from './tcpProxy.ts'

/** A server that uses the database of another server, over a connection that can be cut. */
export interface Node {
  readonly server: Server
  readonly proxy: TcpProxy
  remove(): Promise<void>
}

/** Starts a second server on the Postgres of the first one, through DATABASE_URL. */
export async function startNode(
  home: Server,
  { env = {}, ...options }: ServerOptions = {},
  tap?: Tap,
): Promise<Node> {
  const { user, password, address } = home.postgres
  const proxy = new TcpProxy(address, tap)
  await proxy.connect()
  const settings = {
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${proxy.port}/postgres`,
    SESSION_SECRET: 'the secret that all nodes of a test share',
    ...env,
  }
  const server = new Server({ ...options, env: settings })
  await server.start()
  return {
    server,
    proxy,
    async remove() {
      await server.remove()
      await proxy.disconnect()
    },
  }
}
