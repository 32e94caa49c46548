import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** To be called at the top of a file that starts the program. Builds it first if necessary. */
export function useProgram(): void {
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'tools/build.js'), 'server'])
  }, 120_000)
  afterAll(() => {
    if (initialized) rmSync(initialized, { recursive: true, force: true })
    initialized = undefined
  })
}

/** A data folder on which the program was started once and stopped. */
let initialized: string | undefined

/**
 * A copy of a data folder on which the program was started once, removed after the test. For tests
 * of a later start, since creating and migrating a database takes longer than all of them.
 */
export async function startedFolder(): Promise<string> {
  if (initialized === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
    const program = start({ PLUMBLINE_DATA: folder })
    await program.ready
    await program.end()
    initialized = folder
  }
  const copy = dataFolder()
  cpSync(initialized, copy, { recursive: true })
  return copy
}

/** A new data folder, removed after the test. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the whole program on a free port for the duration of the test. */
export function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /http:\/\/[^\s"]+/.exec(said.out)
      if (address) resolve(address[0])
    })
    void ended.then(() => reject(new Error(said.err)))
  })
  // A test may only await the end.
  ready.catch(() => undefined)
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  onTestFinished(async () => {
    await end()
  })
  return {
    /**
     * The URL, once it has been printed. Rejects with the error output if the program ends first.
     */
    ready,
    ended,
    said,
    /** Sends the signal and waits for the exit code. */
    end,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
  }
}

/**
 * Sets up a company.
 * @returns the cookie of its admin
 */
export async function setUp(address: string): Promise<string> {
  const response = await fetch(`${address}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({
      companyName: 'Ridgeline Builders',
      holdingsName: 'Ridgeline Holdings',
      firstName: 'Ada',
      lastName: 'Admin',
      email: 'ada@example.com',
      password: 'a long walk by the quarry',
      timeZone: 'America/Chicago',
      sample: false,
    }),
  })
  return response.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
}

/** The Postgres processes of a data folder: the main one, and one for each session. */
export function postgresOf(dataDir: string) {
  const main = Number(
    readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  const sessions = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter(
        (name) =>
          parentOf(name) === main &&
          readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(' [local] '),
      )
      .map(Number)
  return { main, sessions }
}

function parentOf(pid: string): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return 0
  }
}
