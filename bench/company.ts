import { linkSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Caller } from '../e2e/harness/caller.ts'
import { type Joined, join as joinCompany, setUp } from '../e2e/harness/company.ts'
import { sendPhoto } from '../e2e/harness/photos.ts'
import { Server } from '../e2e/harness/server.ts'
import { phonePhoto } from '../e2e/long/uploads/pictures.ts'
import { rows } from './rows.ts'

/** A firm after some years. */
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
  SESSION_SECRET: 'one secret that all the nodes of a bench share',
}

export interface Company {
  readonly server: Server
  readonly admin: Caller
  readonly sub: Joined
  readonly client: Joined
}

/** For a client of the Postgres that the server runs. */
export function postgresOf(server: Server): pg.PoolConfig {
  const { user, password, place } = server.postgres
  const path = 'path' in place ? place.path : undefined
  const host = path
    ? { host: path.slice(0, path.lastIndexOf('/')), port: Number(path.split('.').at(-1)) }
    : place
  return { user, password, database: 'postgres', ...host }
}

/** A server on a company of its own that has as much as `AMOUNTS` says: people by the API, the rest by SQL. */
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
  const database = new pg.Client(postgresOf(server))
  await database.connect()
  try {
    for (const statement of rows(AMOUNTS)) await database.query(statement)
    shareFiles(
      server,
      (await database.query<Shared>('select storage_key, source from shared_pictures')).rows,
    )
    await database.query('drop table shared_pictures')
    await database.query('vacuum analyze')
  } finally {
    await database.end()
  }
  return { server, admin, sub, client }
}

interface Shared {
  readonly storage_key: string
  /** The key of the uploaded picture that this one looks like. */
  readonly source: string
}

/** Gives every photo files of its own that take no room: links to those of a picture that was uploaded. */
function shareFiles(server: Server, shared: readonly Shared[]) {
  const place = (key: string, size: string) => join(server.dataDir, 'files', `${key}-${size}`)
  for (const { storage_key: key, source } of shared) {
    for (const size of ['thumb', 'full', 'original'])
      linkSync(place(source, size), place(key, size))
  }
}
