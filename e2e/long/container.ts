import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../server/dist/main.js')
const NAMESPACE_ARGS = ['--pid', '--fork', '--kill-child', '--mount-proc', '--ipc', '--uts']

/** Returns why processes cannot run in namespaces of their own here. Undefined where they can. */
export function whyNoContainers(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has namespaces'
  const { error, status, stderr } = spawnSync('unshare', [...NAMESPACE_ARGS, 'true'], {
    encoding: 'utf8',
  })
  if (error) return error.message
  return status === 0 ? undefined : stderr.trim()
}

/**
 * The built program with its own process ids, shared memory, host name and temp folder, as in a
 * container.
 */
export class Container {
  readonly ended: Promise<number | null>
  /** Its URL. Rejects with the error output when the program ends before it listens. */
  readonly ready: Promise<string>
  readonly #child: ChildProcess
  readonly #temp = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'))
  #errors = ''

  constructor(host: string, dataDir: string) {
    // The shell keeps running when the program is killed, like a supervisor.
    const script = `hostname ${host}; "$0" "$1" & trap 'kill -TERM $!' TERM; wait $!; code=$?; [ $code = 137 ] && sleep 1000; exit $code`
    this.#child = spawn(
      'unshare',
      [...NAMESPACE_ARGS, 'sh', '-c', script, process.execPath, MAIN],
      {
        env: {
          ...process.env,
          NODE_ENV: 'production',
          TZ: 'UTC',
          PORT: '0',
          PLUMBLINE_DATA: dataDir,
          TMPDIR: this.#temp,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    this.#child.stderr?.on('data', (text) => (this.#errors += String(text)))
    this.ended = new Promise((resolve) =>
      this.#child.once('close', (code) => {
        rmSync(this.#temp, { recursive: true, force: true })
        resolve(code)
      }),
    )
    this.ready = new Promise((resolve, reject) => {
      let output = ''
      this.#child.stdout?.on('data', (text) => {
        output += String(text)
        const port = /running at http:\/\/\S+:(\d+)/.exec(output)?.[1]
        if (port) resolve(`http://127.0.0.1:${port}`)
      })
      void this.ended.then(() => reject(new Error(this.#errors)))
    })
    this.ready.catch(() => undefined)
  }

  get errors(): string {
    return this.#errors
  }

  get #shell(): number | undefined {
    return this.#child.pid === undefined ? undefined : childOf(this.#child.pid)
  }

  /** Kills the program alone with SIGKILL. */
  killProgram(): void {
    const program = this.#shell && childOf(this.#shell)
    if (program) process.kill(program, 'SIGKILL')
  }

  /** Kills all processes at once with SIGKILL. */
  async kill(): Promise<void> {
    if (this.#shell) process.kill(this.#shell, 'SIGKILL')
    await this.ended
  }

  /** Stops the program with SIGTERM, as a container is stopped. @returns its exit code */
  async stop(): Promise<number | null> {
    const program = this.#shell && childOf(this.#shell)
    if (program) process.kill(program, 'SIGTERM')
    return this.ended
  }
}

function childOf(pid: number): number | undefined {
  try {
    const first = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]
    return Number(first) || undefined
  } catch {
    return undefined
  }
}
