import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { NetConnectOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 60_000

export interface ServerOptions {
  /** Additional environment variables. */
  readonly env?: Record<string, string>
  /** A data folder to copy at the start. No server may be using it. */
  readonly from?: string
  /**
   * A folder with a built checkout of this repository, whose program runs. This checkout by
   * default.
   */
  readonly checkout?: string
  /** Arguments for Node itself. */
  readonly nodeArgs?: readonly string[]
}

/** The connection data of an embedded Postgres. */
export interface Postgres {
  readonly user: string
  readonly password: string
  readonly address: NetConnectOpts
}

/** Reads the connection data of the embedded Postgres that runs in a data folder. */
export function postgresOf(dataDir: string): Postgres {
  const [, , , port, sockets] = readFileSync(
    join(dataDir, 'postgres/postmaster.pid'),
    'utf8',
  ).split('\n')
  const password = readFileSync(join(dataDir, 'secrets/database'), 'utf8').trim()
  const address = sockets
    ? { path: join(sockets, `.s.PGSQL.${port}`) }
    : { host: '127.0.0.1', port: Number(port) }
  return { user: 'plumbline', password, address }
}

/** The built program in a process of its own, with its own port and data folder. */
export class Server {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'))
  readonly #options: ServerOptions
  #child: ChildProcess | undefined
  #output = ''
  #port = '0'
  /** Whether it is being stopped on purpose. */
  #stopping = false

  constructor(options: ServerOptions = {}) {
    this.#options = options
    process.once('exit', () => this.#child?.kill())
    if (options.from)
      cpSync(options.from, this.dataDir, { recursive: true, preserveTimestamps: true })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** All output of the program so far. */
  get output(): string {
    return this.#output
  }

  get pid(): number {
    if (!this.#running || !this.#child?.pid)
      throw new Error(`the server is not running:\n${this.#output}`)
    return this.#child.pid
  }

  /** The process id of the embedded Postgres. Undefined when the data folder has no pid file. */
  get postgresPid(): number | undefined {
    const file = join(this.dataDir, 'postgres/postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
  }

  /** The connection data of the embedded Postgres, read from the data folder. */
  get postgres(): Postgres {
    return postgresOf(this.dataDir)
  }

  get #running(): boolean {
    return (
      this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
    )
  }

  /**
   * Starts the program and waits until it listens, on the same port each time.
   * @returns the time it took in milliseconds
   */
  async start(): Promise<number> {
    const begin = performance.now()
    mkdirSync(this.dataDir, { recursive: true })
    const outputStart = this.#output.length
    const main = join(this.#options.checkout ?? ROOT, 'server/dist/main.js')
    const child = spawn(process.execPath, [...(this.#options.nodeArgs ?? []), main], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        TZ: 'UTC',
        PORT: this.#port,
        PLUMBLINE_DATA: this.dataDir,
        ...this.#options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (this.#output += String(chunk)))
    child.once('exit', (code, signal) => {
      if (!this.#stopping)
        console.error(
          `The server exited unexpectedly (${code ?? signal}):\n${this.#output.slice(-5000)}`,
        )
    })
    this.#stopping = false
    for (;;) {
      const port = /running at http:\/\/\S+:(\d+)/.exec(this.#output.slice(outputStart))?.[1]
      if (port) {
        this.#port = port
        return performance.now() - begin
      }
      if (!this.#running)
        throw new Error(`the server exited while starting:\n${this.#output.slice(outputStart)}`)
      if (performance.now() - begin > START_TIMEOUT_MS)
        throw new Error(`the server did not start:\n${this.#output.slice(outputStart)}`)
      await sleep(5)
    }
  }

  /** Starts the program unless it is running. */
  async startAgain(): Promise<void> {
    if (!this.#running) await this.start()
  }

  /** Stops the program gracefully. @returns its exit code */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  /** Kills the program with SIGKILL. Its Postgres keeps running. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (!child || !this.#running) return child?.exitCode ?? null
    this.#stopping = true
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return ended
  }

  /** Stops the program and an orphaned Postgres, and removes the data folder. */
  async remove(): Promise<void> {
    // After a kill, the next start takes over the Postgres that is still running, so that it can be
    // stopped.
    if (!this.#running && this.postgresPid !== undefined) await this.start()
    await this.stop()
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
