import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, postgresOf } from '../../harness/server.ts'
import { ROOT } from './page.ts'

const START_TIMEOUT_MS = 120_000

/**
 * A machine on which an operator pastes commands in the folder of the program, which also contains
 * its data.
 */
export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'plumbline-machine-'))
  readonly dataDir = join(this.folder, 'data')
  /** The variables that the operator has set. */
  env: Record<string, string> = {}
  #program: { readonly child: ChildProcess; readonly ended: Promise<unknown> } | undefined

  constructor(program = ROOT) {
    this.install(program)
    process.once('exit', () => this.#signal('SIGKILL'))
  }

  /** Replaces the program with the one in another folder. */
  install(program: string) {
    for (const name of ['package.json', 'tools']) {
      rmSync(join(this.folder, name), { force: true })
      symlinkSync(join(program, name), join(this.folder, name))
    }
  }

  /** The connection data of the embedded Postgres of the running program. */
  get postgres(): Postgres {
    return postgresOf(this.dataDir)
  }

  /**
   * Runs commands up to the first one that fails.
   * @returns their output
   * @throws Error with the output when a command fails
   */
  async paste(commands: string): Promise<string> {
    const { child, output } = this.#spawn(commands)
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`${commands}\nexited with ${code}: ${output()}`)
    return output()
  }

  /**
   * Runs commands, the last of which is `npm start`, and waits until the program listens.
   * @returns its URL
   */
  async start(commands = 'npm start'): Promise<string> {
    const { child, output } = this.#spawn(commands)
    const ended = new Promise((resolve) => child.once('close', resolve))
    this.#program = { child, ended }
    const begin = performance.now()
    let hasEnded = false
    void ended.then(() => {
      hasEnded = true
    })
    for (;;) {
      const url = /running at (http:\/\/\S+:\d+)/.exec(output())?.[1]
      if (url) return url
      if (hasEnded || performance.now() - begin > START_TIMEOUT_MS)
        throw new Error(`${commands}\ndid not start the program: ${output()}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Stops the program, as Ctrl+C does. */
  async stop() {
    this.#signal('SIGINT')
    await this.#program?.ended
    this.#program = undefined
  }

  /** Stops the program and removes everything. */
  async remove() {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #signal(signal: NodeJS.Signals) {
    const { child } = this.#program ?? {}
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    // Signals the process group: the shell, npm and the program.
    process.kill(-child.pid, signal)
  }

  #spawn(commands: string) {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn('sh', ['-ec', commands], {
      cwd: this.folder,
      detached: true,
      env: { PATH, HOME, TZ: 'UTC', PORT: '0', ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)))
    return { child, output: () => output }
  }
}
