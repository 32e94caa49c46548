import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../server/dist/main.js')
const APART = ['--pid', '--fork', '--kill-child', '--mount-proc', '--ipc', '--uts']

/** Why no process can be run in namespaces of its own here; undefined where it can. */
export function whyNoContainers(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has namespaces'
  const { error, status, stderr } = spawnSync('unshare', [...APART, 'true'], { encoding: 'utf8' })
  if (error) return error.message
  return status === 0 ? undefined : stderr.trim()
}

/** The built program with its own process numbers, shared memory, host name and temp folder, as in a container. */
export class Container {
  readonly ended: Promise<number | null>
  /** Its address; fails with the error output when it ends instead. */
  readonly ready: Promise<string>
  readonly #child: ChildProcess
  readonly #temp = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'))
  #errors = ''

  constructor(host: string, dataDir: string) {
    // The shell stays when the program is killed, as a supervisor does.
    const script = `hostname ${host}; "$0" "$1" & trap 'kill -TERM $!' TERM; wait $!; code=$?; [ $code = 137 ] && sleep 1000; exit $code`
    this.#child = spawn('unshare', [...APART, 'sh', '-c', script, process.execPath, MAIN], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        TZ: 'UTC',
        PORT: '0',
        PLUMBLINE_DATA: dataDir,
        TMPDIR: this.#temp,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stderr?.on('data', (text) => (this.#errors += String(text)))
    this.ended = new Promise((resolve) =>
      this.#child.once('close', (code) => {
        rmSync(this.#temp, { recursive: true, force: true })
        resolve(code)
      }),
    )
    this.ready = new Promise((resolve, reject) => {
      let said = ''
      this.#child.stdout?.on('data', (text) => {
        said += String(text)
        const port = /running at http:\/\/\S+:(\d+)/.exec(said)?.[1]
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

  /** `kill -9` of the program alone. */
  killProgram(): void {
    const program = this.#shell && childOf(this.#shell)
    if (program) process.kill(program, 'SIGKILL')
  }

  /** `kill -9` of everything in it at once. */
  async kill(): Promise<void> {
    if (this.#shell) process.kill(this.#shell, 'SIGKILL')
    await this.ended
  }

  /** Stops the program as a container is stopped. @returns its exit code */
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
