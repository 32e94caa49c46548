import { linkSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { ApiClient } from '../e2e/harness/apiClient.ts'
import { join as joinCompany, type Member, setUp } from '../e2e/harness/company.ts'
import { sendPhoto } from '../e2e/harness/photos.ts'
import { Server } from '../e2e/harness/server.ts'
import { phonePhoto } from '../e2e/long/uploads/pictures.ts'
import { type Amounts, rows } from './rows.ts'

/** A company after some years. */
export const SMALL: Amounts = {
  jobs: 2000,
  tasks: 20_000,
  entries: 4000,
  photos: 20_000,
  messages: 10_000,
  bids: 500,
  events: 5000,
}

/** The same company when it is twenty-five times as old, or a very large one. */
export const LARGE: Amounts = {
  jobs: 50_000,
  tasks: 500_000,
  entries: 100_000,
  photos: 50_000,
  messages: 200_000,
  bids: 12_500,
  events: 125_000,
}

const PICTURES = 8
const UNLIMITED = '1000000'
/** Several, because only a few calls of one person are processed at a time. */
const ADMINS = 10
export const env = {
  RATE_CALLS: UNLIMITED,
  RATE_SIGN_IN: UNLIMITED,
  RATE_UPLOADS: UNLIMITED,
  SESSION_SECRET: 'the secret that all nodes of the bench share',
}

export interface Office {
  readonly server: Server
  readonly admin: ApiClient
}

export interface Company extends Office {
  /** The first admin and others. */
  readonly admins: readonly ApiClient[]
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

/**
 * Starts a server with a company of the given size. People are added through the API, the rest by
 * SQL.
 * @param checkout the folder of a built checkout whose program runs; this one by default
 */
async function openCompany(amounts: Amounts, checkout?: string): Promise<Company> {
  const server = new Server({ env, ...(checkout && { checkout }) })
  await server.start()
  const admin = await setUp(server.url)
  const sub = await joinCompany(admin, 'subcontractor', 'Sam')
  const client = await joinCompany(admin, 'client', 'Cleo')
  const admins = [admin]
  while (admins.length < ADMINS)
    admins.push((await joinCompany(admin, 'admin', `Ann${admins.length}`)).api)
  for (let n = 0; n < PICTURES; n++) {
    await sendPhoto(admin, {
      content: await phonePhoto({ width: 1600, height: 1200, orientation: 1 }),
    })
  }
  await fill(server, rows(amounts))
  return { server, admin, admins, sub, client }
}

/** Runs with a new company, and removes it afterwards. */
export async function withCompany<T>(
  amounts: Amounts,
  work: (company: Company) => Promise<T>,
  checkout?: string,
): Promise<T> {
  const company = await openCompany(amounts, checkout)
  try {
    return await work(company)
  } finally {
    await company.server.remove()
  }
}

/** Fills the database with the statements of `rows` and further ones. */
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

/** Runs with a direct connection to the database of a server. */
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
  /** The key of the uploaded picture whose files it shares. */
  readonly source: string
}

/**
 * Gives every photo files without taking disk space: hard links to those of an uploaded picture.
 */
function shareFiles(server: Server, shared: readonly Shared[]) {
  const place = (key: string, size: string) => join(server.dataDir, 'files', `${key}-${size}`)
  for (const { storage_key: key, source } of shared) {
    for (const size of ['thumb', 'full', 'original'])
      linkSync(place(source, size), place(key, size))
  }
}
