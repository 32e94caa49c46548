import { linkSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiClient } from '../e2e/harness/apiClient.ts'
import { join as joinCompany, type Member, setUp } from '../e2e/harness/company.ts'
import { sendPhoto, waitForPhotoSizes } from '../e2e/harness/photos.ts'
import { connectTo } from '../e2e/harness/postgres.ts'
import { Server } from '../e2e/harness/server.ts'
import { phonePhoto } from '../e2e/long/uploads/pictures.ts'
import { type Amounts, rows } from './rows.ts'

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

export interface Company {
  readonly server: Server
  readonly admin: ApiClient
  /** The first admin and others. */
  readonly admins: readonly ApiClient[]
  readonly sub: Member
  readonly client: Member
}

interface CompanyOptions {
  /** The folder of a built checkout whose program runs; this one by default. */
  readonly checkout?: string
  /** SQL statements that add further rows. */
  readonly more?: readonly string[]
}

/**
 * Runs with a new company of the given size on a server of its own, and removes both afterwards.
 * People are added through the API, the rest by SQL.
 */
export async function withCompany<T>(
  amounts: Amounts,
  work: (company: Company) => Promise<T>,
  { checkout, more = [] }: CompanyOptions = {},
): Promise<T> {
  const server = new Server({ env, ...(checkout && { checkout }) })
  try {
    await server.start()
    const admin = await setUp(server.url)
    const sub = await joinCompany(admin, 'subcontractor', 'Sam')
    const client = await joinCompany(admin, 'client', 'Cleo')
    const admins = [admin]
    while (admins.length < ADMINS)
      admins.push((await joinCompany(admin, 'admin', `Ann${admins.length}`)).api)
    const content = await phonePhoto({ width: 1600, height: 1200, orientation: 1 })
    for (let n = 0; n < PICTURES; n++) await sendPhoto(admin, { content })
    await waitForPhotoSizes(server)
    await fill(server, [...rows(amounts), ...more])
    return await work({ server, admin, admins, sub, client })
  } finally {
    await server.remove()
  }
}

async function fill(server: Server, statements: readonly string[]): Promise<void> {
  const database = await connectTo(server.postgres)
  try {
    for (const statement of statements) await database.query(statement)
    const { rows: shared } = await database.query<Shared>(
      'select storage_key, source from shared_pictures',
    )
    shareFiles(server, shared)
    await database.query('drop table shared_pictures')
    await database.query('vacuum analyze')
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
  for (const { storage_key: key, source } of shared)
    for (const size of ['thumb', 'full', 'original'])
      linkSync(place(source, size), place(key, size))
}
