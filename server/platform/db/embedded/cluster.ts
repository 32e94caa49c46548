import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { loadOrCreateSecret } from '../../secrets.ts'
import { StartError } from '../../startError.ts'
import { type Account, restoreOwner } from './account.ts'
import { dataDirArgument, environment } from './command.ts'

export const user = 'plumbline'
const major = '18'

interface ClusterOptions {
  dataDir: string
  cluster: string
  programs: string
  account: Account | undefined
  /** A folder that the account may read from. */
  sockets: string
  durable: boolean
}

/**
 * Makes sure that there is a complete cluster. A new one is created under another name and moved
 * into place at the end, so that an incomplete one is never used. Remains of a killed run are
 * removed.
 * @returns its password
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { dataDir, cluster, account } = options
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-'))
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 10 })
  }
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    checkVersion(cluster)
    restoreOwner(cluster, account)
    if (!existsSync(join(dataDir, 'secrets', 'database'))) {
      throw new StartError(
        `${join(dataDir, 'secrets', 'database')}, the password of the database, is missing`,
      )
    }
    return loadOrCreateSecret(dataDir, 'database')
  }
  const password = loadOrCreateSecret(dataDir, 'database')
  await makeCluster(options, password)
  return password
}

async function makeCluster(
  { dataDir, cluster, programs, account, sockets, durable }: ClusterOptions,
  password: string,
) {
  const draft = join(dataDir, `postgres.new-${randomBytes(6).toString('hex')}`)
  const passwordFile = join(sockets, 'password')
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) {
    chownSync(draft, account.uid, account.gid)
    chownSync(passwordFile, account.uid, account.gid)
  }
  try {
    const identity = [
      '--username',
      user,
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--no-instructions',
    ]
    const locale = [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]
    const sync = durable ? [] : ['--no-sync']
    await initdb(join(programs, 'initdb'), draft, account, [...identity, ...locale, ...sync])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  if (existsSync(cluster)) rmSync(cluster, { recursive: true })
  renameSync(draft, cluster)
  syncFolder(dirname(cluster))
}

async function initdb(
  program: string,
  cluster: string,
  account: Account | undefined,
  options: string[],
) {
  const run = spawn(program, ['-D', dataDirArgument(cluster), ...options], {
    ...account,
    cwd: cluster,
    detached: true,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  run.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const code = await new Promise<number | null>((resolve, reject) =>
    run.once('error', reject).once('close', resolve),
  )
  if (code !== 0)
    throw new StartError(
      `the database could not be made: ${output.trim().replace(/\s*\n\s*/g, ' ')}`,
    )
}

function checkVersion(cluster: string): void {
  const versionFile = join(cluster, 'PG_VERSION')
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined
  if (version === major) return
  throw new StartError(
    version
      ? `the database in ${cluster} was made by Postgres ${version}, this program runs ${major}`
      : `${cluster} contains something other than a database`,
  )
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
