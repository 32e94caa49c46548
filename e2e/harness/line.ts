import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'

/** Called for each connection; what it gives hears what the near end sends. */
export type Tap = () => (chunk: Buffer) => void

/** A connection that can be cut: what arrives on a loopback port goes on to the target, and back. */
export class Line {
  readonly #target: NetConnectOpts
  readonly #tap: Tap | undefined
  readonly #open = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  constructor(target: NetConnectOpts, tap?: Tap) {
    this.#target = target
    this.#tap = tap
  }

  get port(): number {
    return this.#port
  }

  /** Lets connections through; the same port each time. */
  async mend(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(this.#target)
      const hear = this.#tap?.()
      if (hear) near.on('data', hear)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(one)
        one.pipe(other)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#open.delete(one)
          other.destroy()
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

  /** Cuts every connection and takes no more. */
  async cut(): Promise<void> {
    const server = this.#server
    const closed = new Promise<void>((resolve) =>
      server ? server.close(() => resolve()) : resolve(),
    )
    for (const socket of this.#open) socket.destroy()
    await closed
  }
}
