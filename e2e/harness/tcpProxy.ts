import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'

/** Called for each connection. The returned function receives the data that the client sends. */
export type Tap = () => (chunk: Buffer) => void

/** Forwards connections from a loopback port to the target, and can cut them. */
export class TcpProxy {
  readonly #target: NetConnectOpts
  readonly #tap: Tap | undefined
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  constructor(target: NetConnectOpts, tap?: Tap) {
    this.#target = target
    this.#tap = tap
  }

  get port(): number {
    return this.#port
  }

  /** Accepts connections, on the same port each time. */
  async connect(): Promise<void> {
    const server = createServer((client) => {
      const upstream = connect(this.#target)
      const listener = this.#tap?.()
      if (listener) client.on('data', listener)
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(from)
        from.pipe(to)
        from.on('error', () => to.destroy())
        from.on('close', () => {
          this.#sockets.delete(from)
          to.destroy()
        })
      }
    })
    this.#server = server
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(this.#port, '127.0.0.1', resolve),
    )
    const address = server.address()
    if (typeof address === 'object' && address) this.#port = address.port
  }

  /** Cuts every connection and accepts no more. */
  async disconnect(): Promise<void> {
    const server = this.#server
    const closed = new Promise<void>((resolve) =>
      server ? server.close(() => resolve()) : resolve(),
    )
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
