import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Call it at the top of a file that starts the program: it is built first, if that is due. */
export function useProgram(): void {
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'tools/build.js'), 'server'])
  }, 120_000)
  afterAll(() => {
    if (started) rmSync(started, { recursive: true, force: true })
    started = undefined
  })
}

/** A data folder on which the program was started once, and stopped. */
let started: string | undefined

/**
 * A copy of it, removed after the test, for tests of what comes after a first start: to make and migrate a database
 * takes longer than all of them.
 */
export async function startedFolder(): Promise<string> {
  if (started === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
    const program = start({ PLUMBLINE_DATA: folder })
    await program.ready
    await program.end()
    started = folder
  }
  const copy = dataFolder()
  cpSync(started, copy, { recursive: true })
  return copy
}

/** A new data folder, removed after the test. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the whole program, on a port of its own, for the length of the test. */
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
  // A test may only want the end.
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
     * The address, once it has been printed; fails with the error output where the program ends
     * instead.
     */
    ready,
    ended,
    said,
    /** Sends the signal and waits for the exit code. */
    end,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
  }
}

/** Sets a company up. @returns the cookie of its admin */
export async function setUp(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/setup`, {
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
  return answer.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
}

/** The Postgres of a data folder: its process, and those that serve a session each. */
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
