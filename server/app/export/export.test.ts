import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FILES_IN_USE_LOCK } from '../../events/fileDeletions.ts'
import type { Services } from '../../http/services.ts'
import { cookieName, newSession } from '../../http/session.ts'
import { newId } from '../../platform/db/ids.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { NoSpaceError } from '../../platform/files/room.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { auditEntries } from '../../schema/audit.ts'
import { sessions } from '../../schema/auth.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { photos } from '../../schema/photos.ts'
import { settings as companies } from '../../schema/settings.ts'
import { tables } from '../../schema/tables.ts'
import { storedCopy } from '../../testing/backups.ts'
import { writeCanaries } from '../../testing/canaries.ts'
import { canary } from '../../testing/canary.ts'
import { newcomer } from '../../testing/newcomer.ts'
import { phonePicture } from '../../testing/pictures/make.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { unzip } from '../../testing/zips.ts'
import { makeExport } from './service.ts'
import { exportedTables } from './tables.ts'

let confirmed: Date
let w: TestApp
let port: number
let picture: Buffer
beforeAll(async () => {
  w = await testApp()
  await writeCanaries(w)
  confirmed = w.clock.now
  picture = await phonePicture({ width: 64, height: 48 })
  const [job] = await w.db
    .insert(jobs)
    .values({ name: '../..\\Evil:\u202e "job"', address: '=1+1' })
    .returning()
  const sent = await w.upload(
    'sam',
    '/api/photos',
    { field: 'photo', content: picture },
    { caption: 'Zoë; =1+1' },
  )
  if (sent.status !== 201) throw new Error(sent.text)
  await w.db
    .update(photos)
    .set({ jobId: job?.id ?? null })
    .where(eq(photos.id, sent.body.id))
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  port = (w.app.server.address() as { port: number }).port
}, 60_000)
afterAll(() => w.close())
beforeEach(() => {
  w.clock.now = new Date(confirmed.getTime() + MINUTE_MS)
})

const userOf = sql`${sessions.sess}->>'userId'`
const create = (name: Name | 'nobody' = 'ada') => w.call(name, 'POST', '/api/export')
async function link(): Promise<string> {
  const { status, body, text } = await create()
  expect(status, text).toBe(201)
  return body.url
}
const download = async (name: Name = 'ada') => w.call(name, 'GET', await link())
const remainingFolders = () => readdir(path.join(w.settings.dataDir, 'exports'))
async function locks(): Promise<number> {
  // Those of the database: the tests that run beside these have theirs in the same server.
  const { rows } = await w.pool.query(
    `select 1 from pg_locks where locktype = 'advisory' and objid = ${FILES_IN_USE_LOCK}
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.length
}
async function settled() {
  for (let n = 0; n < 200 && ((await remainingFolders()).length > 0 || (await locks()) > 0); n++)
    await sleep(20)
  expect([await remainingFolders(), await locks()]).toEqual([[], 0])
}
const rowsOf = (content: Buffer | undefined): Record<string, string>[] =>
  parse((content ?? Buffer.alloc(0)).toString(), { bom: true, columns: true })

describe('the export', () => {
  test('contains every row of every table, every original picture, and no secrets', async () => {
    await w.call('sam', 'POST', '/api/account/calendar-feed')
    const { status, headers, bytes } = await download()
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
    })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="plumbline-[\d-]+\.zip"$/)
    const files = await unzip(bytes)
    for (const { name } of exportedTables) {
      const rows = rowsOf(files.get(`tables/${name}.csv`))
      const { rows: counted } = await w.pool.query(`select count(*)::int as n from "${name}"`)
      // The download itself has added an entry.
      expect([name, rows.length]).toEqual([name, counted[0].n - Number(name === 'audit_entries')])
    }
    const people = rowsOf(files.get('tables/users.csv'))
    expect(people.map(({ email }) => email)).toContain('carl@example.com')

    const secrets = await w.pool.query(`
      select sid as secret from sessions union all select token_hash from calendar_feeds
      union all select invite_token from users where invite_token is not null`)
    expect(secrets.rows.length).toBeGreaterThan(5)
    const text = [...files].map(([name, content]) => (name.endsWith('csv') ? content : '')).join()
    for (const { secret } of secrets.rows) expect(text).not.toContain(secret)
    expect(text).toContain(canary('job notes'))
    await settled()
  })

  test('names pictures by job and day, and allows no path in a name', async () => {
    const files = await unzip((await download()).bytes)
    const [photo] = await w.db.select().from(photos).where(eq(photos.caption, 'Zoë; =1+1'))
    const name = `photos/Evil job/2026-03-05-${photo?.id.slice(-6)}.jpg`
    expect([...files.keys()]).toContain(name)
    expect(files.get(name)).toEqual(picture)
    expect([...files.keys()].filter((key) => key.startsWith('logo/'))).toHaveLength(1)
    for (const key of files.keys())
      expect(key).toMatch(
        /^(README\.txt|tables\/|photos\/|property photos\/|receipts\/|logo\/|signed)/,
      )
  })

  test('has every signed copy, named by what was signed and the day', async () => {
    const folder = await mkdtemp(path.join(w.settings.dataDir, 'copies-'))
    const store = diskStore(path.join(w.settings.dataDir, 'files'))
    const key = await storedCopy({ db: w.db }, store, folder)
    const files = await unzip((await download()).bytes)
    const [, id = ''] = /proposals\/(.*)\.pdf/.exec(key) ?? []
    const name = `signed copies/Deck stairs/2026-07-03-${id.slice(-6)}.pdf`
    const stored = await store.open(key)
    const content = stored && (await buffer(stored.stream))
    expect(content).toHaveLength(5000)
    expect(files.get(name)).toEqual(content)
    const rows = rowsOf(files.get('tables/proposals.csv'))
    expect(rows.find((row) => row.id === id)?.copy_key).toBe(key)
  })

  test('escapes formulas, and keeps numbers', async () => {
    const files = await unzip((await download()).bytes)
    const [row] = rowsOf(files.get('tables/photos.csv')).filter(({ caption }) =>
      /Zo/.test(caption ?? ''),
    )
    expect(row).toMatchObject({ caption: "Zoë;' =1+1", width: expect.stringMatching(/^\d+$/) })
    const [job] = rowsOf(files.get('tables/jobs.csv')).filter(({ name }) => /Evil/.test(name ?? ''))
    expect(job?.address).toBe("'=1+1")
  })

  test('has the size that was stated before', async () => {
    const { body } = await w.call('ada', 'GET', '/api/export')
    const files = await unzip((await download()).bytes)
    const pictures = [...files].filter(([key]) => !/^(README|tables)/.test(key))
    expect(body.files).toBe(pictures.length)
    expect(body.bytes).toBe(pictures.reduce((sum, [, content]) => sum + content.length, 0))
    expect(body.rows).toBeGreaterThan(20)
  })

  test('leaves an entry in the audit log', async () => {
    const before = await w.db.$count(auditEntries)
    await create()
    expect(await w.db.$count(auditEntries)).toBe(before)
    await download()
    const entries = await w.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'data.exported'))
    expect(await w.db.$count(auditEntries)).toBe(before + 1)
    expect(entries.at(-1)).toMatchObject({
      actorId: w.idOf('ada'),
      address: '127.0.0.1',
      detail: { rows: expect.any(Number), files: expect.any(Number) },
    })
  })

  test('lists missing files, and leaves them out', async () => {
    const { body } = await w.upload('sam', '/api/photos', { field: 'photo', content: picture })
    await rm(path.join(w.settings.dataDir, `files/photos/${body.id}-original`))
    const files = await unzip((await download()).bytes)
    expect(files.get('README.txt')?.toString()).toMatch(
      `missing on the server, or damaged there, and so are not here:\r\n  photos/Without a job/2026-03-05-${body.id.slice(-6)}.jpg`,
    )
    expect([...files.keys()].join()).not.toContain(body.id.slice(-6))
    await w.call('ada', 'DELETE', `/api/photos/${body.id}`)
  })
})

describe('permission to export', () => {
  test('is for admins only', async () => {
    for (const name of ['sam', 'cleo'] as const)
      expect((await create(name)).body.code).toBe('forbidden')
    expect((await create('nobody')).status).toBe(401)
    expect((await w.call('sam', 'GET', '/api/export')).status).toBe(403)
  })

  test('requires a password entered in the last ten minutes', async () => {
    w.clock.now = new Date(confirmed.getTime() + 700_000)
    const { status, body } = await create()
    expect([status, body.code]).toEqual([403, 'passwordRequired'])
  })

  test('a link works for a minute, and only in the session that requested it', async () => {
    const url = await link()
    const facts = { userId: w.idOf('ada'), userAgent: 'test', address: '127.0.0.1' }
    const token = await newSession(w.db, { settings: w.settings, now: () => w.clock.now }, facts)
    const cookie = `${cookieName(w.settings)}=${token}`
    const otherSession = await w.call('nobody', 'GET', url, undefined, { cookie })
    const other = await w.call('nobody', 'GET', url)
    expect(other.status).toBe(401)
    expect((await w.call('sam', 'GET', url)).status).toBe(403)
    await w.pool.query(`update users set role = 'admin' where id = $1`, [w.idOf('sue')])
    const otherPersons = await w.call('sue', 'GET', url)
    await w.pool.query(`update users set role = 'subcontractor' where id = $1`, [w.idOf('sue')])
    w.clock.now = new Date(w.clock.now.getTime() + MINUTE_MS)
    const late = await w.call('ada', 'GET', url)
    const wrong = await w.call('ada', 'GET', '/api/export/zip?key=AAAA')
    const none = await w.call('ada', 'GET', '/api/export/zip')
    for (const { status, body } of [otherSession, otherPersons, late, wrong, none])
      expect([status, body.code]).toEqual([404, 'notFound'])
  })
})

describe('a download over a real connection', () => {
  /** Adds a photo that is larger than the buffers of a connection. */
  async function largePhoto(): Promise<{ id: string; place: string }> {
    const id = newId()
    const folder = path.join(w.settings.dataDir, 'files/photos')
    await mkdir(folder, { recursive: true })
    const place = path.join(folder, `${id}-original`)
    const file = await open(place, 'w')
    await file.truncate(80_000_000)
    await file.close()
    const size = { size: 80_000_000, sha256: '0'.repeat(64) }
    await w.db.insert(photos).values({
      ...{ id, uploadedById: w.idOf('sam'), url: `/api/photos/${id}/image` },
      ...{ storageKey: `photos/${id}`, contentType: 'image/png', width: 1, height: 1 },
      files: { thumb: size, full: size, original: size },
    })
    return { id, place }
  }
  const start = async (stop: AbortController) =>
    fetch(`http://127.0.0.1:${port}${await link()}`, {
      headers: { cookie: w.cookieOf('ada') },
      signal: stop.signal,
    })

  test('runs one at a time, delays file deletions, and ends when the client disconnects', async () => {
    const { id } = await largePhoto()
    const url = await link()
    const stop = new AbortController()
    const response = await start(stop)
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(80_000_000)
    expect([(await remainingFolders()).length, await locks()]).toEqual([1, 1])
    const exclusive = `select pg_try_advisory_xact_lock(${FILES_IN_USE_LOCK}) as free`
    expect((await w.pool.query(exclusive)).rows[0].free).toBe(false)
    for (const second of [await create(), await w.call('ada', 'GET', url)])
      expect([second.status, second.headers['retry-after']]).toEqual([429, '30'])

    stop.abort()
    await settled()
    expect((await w.pool.query(exclusive)).rows[0].free).toBe(true)
    expect((await create()).status).toBe(201)
    await w.db.delete(photos).where(eq(photos.id, id))
  })

  test.each([
    ['removed', (id: string) => w.call('ada', 'DELETE', `/api/users/${id}`)],
    ['signed out', (id: string) => w.db.delete(sessions).where(eq(userOf, id))],
    ['demoted', (id: string) => w.db.update(users).set({ role: 'client' }).where(eq(users.id, id))],
  ])('is aborted once the admin who requested it is %s', async (_, revoke) => {
    const photo = await largePhoto()
    const nell = await newcomer(w, 'admin')
    const headers = { cookie: nell.cookie }
    const { body } = await w.call('nobody', 'POST', '/api/export', undefined, headers)
    const response = await fetch(`http://127.0.0.1:${port}${body.url}`, { headers })
    expect(response.status).toBe(200)
    // Nothing is read from it in the meantime, so that it cannot end.
    expect([(await remainingFolders()).length, await locks()]).toEqual([1, 1])
    await revoke(nell.id)
    await expect.poll(remainingFolders).toEqual([])
    await expect(response.arrayBuffer()).rejects.toThrow()
    await settled()
    await w.db.delete(photos).where(eq(photos.id, photo.id))
  })

  test('fails for the client when a file changes meanwhile', async () => {
    const { id, place } = await largePhoto()
    const response = await start(new AbortController())
    const shorter = await open(place, 'r+')
    await shorter.truncate(50_000_000)
    await shorter.close()
    await expect(response.arrayBuffer()).rejects.toThrow()
    await settled()
    await w.db.delete(photos).where(eq(photos.id, id))
  })
})

describe('the exported data', () => {
  test('are decided for every column of every table', async () => {
    const { rows } = await w.pool.query<{ name: string; columns: string[] }>(`
      select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'public' group by 1 order by 1`)
    expect(rows.length).toBeGreaterThanOrEqual(tables.length)
    const lines = rows.map(({ name, columns }) => {
      const exported = exportedTables.find((table) => table.name === name)
      if (!exported) return `${name}: not exported`
      const secret = columns.filter((column) => !exported.columns.includes(column))
      const without = secret.length > 0 ? `\n  not exported: ${secret.join(', ')}` : ''
      return `${name}\n  ${exported.columns.toSorted().join('\n  ')}${without}`
    })
    // Secrets, data that only matters to this installation, and data derived from other tables.
    expect(lines.filter((line) => line.endsWith(': not exported'))).toEqual(
      [
        ...[
          'attention_snoozes',
          'backups',
          'counts',
          'credentials',
          'deliveries',
          'events',
          'file_deletions',
          'idempotency_keys',
          'job_mutes',
          'migrations',
          'notification_channels',
          'notifications',
        ],
        ...['passkeys', 'password_resets', 'push_devices', 'push_keys', 'quiet_hours'],
        ...['recovery_codes', 'refused_addresses', 'saved_views', 'sessions', 'stripe_events'],
        ...['throttles'],
      ].map((name) => `${name}: not exported`),
    )
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./exported.txt')
  })

  test('include nothing that looks like a secret', () => {
    const shown = exportedTables.flatMap(({ columns }) => columns)
    expect(shown.length).toBeGreaterThan(100)
    // The keys of stored files, which are not secret.
    const keys = ['copy_key', 'logo_key', 'receipt_key', 'storage_key']
    const suspicious = shown.filter((name) => /token|secret|hash|password|key|code$/.test(name))
    expect(suspicious.filter((name) => !keys.includes(name))).toEqual(['zip_code'])
  })
})

test('an export is refused when the disk has no room for the tables', async () => {
  const full = await testApp({ minFree: 2 ** 60 })
  const settings = { companyName: 'Ridgeline', timeZone: 'UTC' }
  await full.db.insert(companies).values(settings)
  const refused = await full.call('ada', 'POST', '/api/export')
  expect(refused).toMatchObject({ status: 507, body: { code: 'noSpace' } })
  expect(await readdir(full.settings.dataDir)).not.toContain('exports')
  await full.close()
})

test('a download that is aborted while the pictures are listed leaves nothing', async () => {
  const stop = new AbortController()
  const files: Pick<FileStore, 'list'> = {
    list() {
      stop.abort(new Error('The client is gone'))
      return Readable.from([])
    },
  }
  const database = { db: w.db, url: w.pool.options.connectionString }
  const services = { database, files, settings: w.settings } as unknown as Services
  await expect(makeExport(services, new Date(), stop.signal)).rejects.toThrow('is gone')
  expect([await remainingFolders(), await locks()]).toEqual([[], 0])
})

test('a download is refused when disk space is gone by then, and leaves nothing', async () => {
  const settings = { ...w.settings, minFree: 2 ** 60 }
  const services = { database: { db: w.db, url: w.pool.options.connectionString }, settings }
  const { signal } = new AbortController()
  await expect(makeExport(services as Services, new Date(), signal)).rejects.toThrow(NoSpaceError)
  expect([await remainingFolders(), await locks()]).toEqual([[], 0])
})
