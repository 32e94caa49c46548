import { linkSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { ApiClient } from '../e2e/harness/apiClient.ts'
import { join as joinCompany, type Member, setUp } from '../e2e/harness/company.ts'
import { sendPhoto } from '../e2e/harness/photos.ts'
import { Server } from '../e2e/harness/server.ts'
import { phonePhoto } from '../e2e/long/uploads/pictures.ts'
import { rows } from './rows.ts'

/** A company after some years. */
export const AMOUNTS = {
  jobs: 2000,
  tasks: 20_000,
  entries: 4000,
  photos: 20_000,
  messages: 10_000,
} as const

const PICTURES = 8
const unlimited = { RATE_CALLS: '1000000', RATE_SIGN_IN: '1000000' }
export const env = {
  ...unlimited,
  SESSION_SECRET: 'the secret that all nodes of the bench share',
}

export interface Office {
  readonly server: Server
  readonly admin: ApiClient
}

export interface Company extends Office {
  readonly sub: Member
  readonly client: Member
}

/** The connection settings of the server's Postgres. */
export function postgresOf(server: Server): pg.PoolConfig {
  const { user, password, address } = server.postgres
  const path = 'path' in address ? address.path : undefined
  const host = path
    ? { host: path.slice(0, path.lastIndexOf('/')), port: Number(path.split('.').at(-1)) }
    : address
  return { user, password, database: 'postgres', ...host }
}

/** A server with a company of the size of `AMOUNTS`: people by the API, the rest by SQL. */
export async function openCompany(): Promise<Company> {
  const server = new Server({ env })
  await server.start()
  const admin = await setUp(server.url)
  const sub = await joinCompany(admin, 'subcontractor', 'Sam')
  const client = await joinCompany(admin, 'client', 'Cleo')
  for (let n = 0; n < PICTURES; n++) {
    await sendPhoto(admin, {
      content: await phonePhoto({ width: 1600, height: 1200, orientation: 1 }),
    })
  }
  await fill(server, rows(AMOUNTS))
  return { server, admin, sub, client }
}

/** Runs the statements of `rows` and those after them. */
export async function fill(server: Server, statements: readonly string[]): Promise<void> {
  await inDatabase(server, async (database) => {
    for (const statement of statements) await database.query(statement)
    const { rows: shared } = await database.query<Shared>(
      'select storage_key, source from shared_pictures',
    )
    shareFiles(server, shared)
    await database.query('drop table shared_pictures')
    await database.query('vacuum analyze')
  })
}

/** Works in the database of a server, past the server. */
export async function inDatabase(
  server: Server,
  work: (database: pg.Client) => Promise<void>,
): Promise<void> {
  const database = new pg.Client(postgresOf(server))
  await database.connect()
  try {
    await work(database)
  } finally {
    await database.end()
  }
}

interface Shared {
  readonly storage_key: string
  /** The key of the uploaded picture that it shares its files with. */
  readonly source: string
}

/** Gives every photo files without taking disk space: hard links to those of an uploaded picture. */
function shareFiles(server: Server, shared: readonly Shared[]) {
  const place = (key: string, size: string) => join(server.dataDir, 'files', `${key}-${size}`)
  for (const { storage_key: key, source } of shared) {
    for (const size of ['thumb', 'full', 'original'])
      linkSync(place(source, size), place(key, size))
  }
}
