import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dataFolder, setUp, start, useProgram } from '../../../testing/program.ts'
import { openDatabase } from '../open.ts'
import { emptyDatabase, silentLog, template } from '../testing.ts'

vi.setConfig({ testTimeout: 120_000 })
useProgram()

/**
 * The environment variables that the Postgres programs and the driver read, each with an unusable
 * value.
 */
const VARIABLES = {
  PGHOST: 'nowhere.invalid',
  PGHOSTADDR: '192.0.2.1',
  PGPORT: '1',
  PGUSER: 'nobody',
  PGPASSWORD: 'wrong',
  PGPASSFILE: '/nowhere',
  PGDATABASE: 'missing',
  PGSERVICE: 'missing',
  PGDATA: '/nowhere',
  PGOPTIONS: '-c nonsense=1',
  PGSSLMODE: 'verify-full',
  PGSSLROOTCERT: '/nowhere',
  PGSSLNEGOTIATION: 'nonsense',
  PGAPPNAME: 'something else',
  PGCLIENT_ENCODING: 'nonsense',
  PGCLIENTENCODING: 'nonsense',
  PGREPLICATION: 'database',
  PGBINARY: '1',
  PGTZ: 'Asia/Tokyo',
  PGDATESTYLE: 'nonsense',
  PGCONNECT_TIMEOUT: '1',
}

/**
 * Runs a command of the program.
 * @returns its output
 * @throws Error when it fails
 */
async function command(program: string, args: readonly string[], env: Record<string, string>) {
  const file = join(import.meta.dirname, `../../../dist/${program}.js`)
  const { PATH } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
    env: { PATH, ...env },
  })
  return stdout
}

const health = async (address: string) => (await fetch(`${address}/api/health`)).status

test('variables of other Postgres servers do not affect the embedded one, nor the commands on it', async () => {
  const env = { ...VARIABLES, PLUMBLINE_DATA: dataFolder() }
  const program = start(env)
  const address = await program.ready
  expect(await health(address)).toBe(200)
  const cookie = await setUp(address)
  const jobs = await fetch(`${address}/api/jobs`, { headers: { cookie } })
  expect(jobs.status).toBe(200)

  const archive = join(dataFolder(), 'plumbline.zip')
  expect(await command('backup', [archive], env)).toContain('Backed up')
  expect(await program.end()).toBe(0)
  expect(program.said.err).toBe('')

  const otherFolder = { ...VARIABLES, PLUMBLINE_DATA: dataFolder() }
  await command('restore', [archive], otherFolder)
})

test('Postgres variables complete DATABASE_URL', async () => {
  const { url, drop } = await emptyDatabase(`template ${template}`)
  onTestFinished(drop)
  const incomplete = new URL(url)
  vi.stubEnv('PGPASSWORD', incomplete.password)
  onTestFinished(() => void vi.unstubAllEnvs())
  incomplete.password = ''
  const settings = { databaseUrl: incomplete.href, databasePrepared: true, dataDir: dataFolder() }
  const database = await openDatabase(settings, silentLog)
  const { rows } = await database.pool.query('select current_database() as name')
  expect(rows).toEqual([{ name: incomplete.pathname.slice(1) }])
  await database.close()
})
