import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Role } from '@plumbline/contract/policy.ts'
import { type AppParts, buildApp } from '../app/app.ts'
import { cookieName, newSession } from '../http/session.ts'
import type { Database } from '../platform/db/open.ts'
import { testDatabase } from '../platform/db/testing.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { users } from '../schema/people.ts'
import { cheapPasswords } from './cheapPasswords.ts'

/** The people of every test, by name. */
export const testPeople = {
  ada: { firstName: 'Ada', lastName: 'Adler', role: 'admin' },
  sam: { firstName: 'Sam', lastName: 'Stone', role: 'subcontractor' },
  sue: { firstName: 'Sue', lastName: 'Summers', role: 'subcontractor' },
  cleo: { firstName: 'Cleo', lastName: 'Clark', role: 'client' },
  carl: { firstName: 'Carl', lastName: 'Cole', role: 'client' },
} as const satisfies Record<string, { firstName: string; lastName: string; role: Role }>
export type Name = keyof typeof testPeople

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The application on a new or the given database, with the testPeople signed in and a clock that
 * the test can set.
 */
export async function testApp(
  changes: Partial<Settings> = {},
  given?: Database,
  parts: Partial<AppParts> = {},
) {
  const database = given ?? (await testDatabase())
  const clock = { now: new Date() }
  const settings: Settings = {
    ...readSettings({
      LOG_LEVEL: 'silent',
      PLUMBLINE_DATA: mkdtempSync(path.join(tmpdir(), 'plumbline-test-')),
    }),
    rateCalls: 1_000_000,
    rateSignIn: 1_000_000,
    rateUploads: 1_000_000,
    rateDownloads: 1_000_000,
    ...changes,
  }
  const now = () => clock.now
  const app = await buildApp({ database, settings, now, passwords: cheapPasswords(), ...parts })
  const rows = await database.db
    .insert(users)
    .values(
      Object.entries(testPeople).map(([name, person]) => ({
        ...person,
        email: `${name}@example.com`,
        specialty: person.role === 'subcontractor' ? 'Drywall' : null,
      })),
    )
    .returning()
  const idOf = (name: Name) =>
    rows.find((row) => row.firstName === testPeople[name].firstName)?.id ?? ''
  const cookies = new Map<string, string>()
  for (const name of Object.keys(testPeople) as Name[]) {
    cookies.set(
      name,
      await newSession(
        database.db,
        { settings, now },
        { userId: idOf(name), userAgent: 'test', address: '127.0.0.1' },
      ),
    )
  }

  async function call(
    name: Name | 'nobody',
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const cookie = cookies.get(name)
    const response = await app.inject({
      method,
      url,
      headers: { ...(cookie ? { cookie: `${cookieName(settings)}=${cookie}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = (response.headers['content-type'] ?? '').toString().includes('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      body: isJson ? response.json() : undefined,
    }
  }

  /** Sends a file and fields like a form of a browser. */
  async function upload(
    name: Name | 'nobody',
    url: string,
    file: {
      readonly field: string
      readonly content: Uint8Array
      readonly name?: string
      readonly type?: string
    },
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
    method: 'POST' | 'PUT' = 'POST',
  ) {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    const content = new Uint8Array(file.content)
    form.append(
      file.field,
      new File([content], file.name ?? 'IMG_0001.JPG', { type: file.type ?? 'image/jpeg' }),
    )
    const encoded = new Response(form)
    const payload = Buffer.from(await encoded.arrayBuffer())
    return call(name, method, url, payload, {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...headers,
    })
  }

  return {
    app,
    upload,
    /** The Cookie header of one of the testPeople, for requests that `call` cannot make. */
    cookieOf: (name: Name) => `${cookieName(settings)}=${cookies.get(name)}`,
    database,
    db: database.db,
    pool: database.pool,
    clock,
    idOf,
    call,
    settings,
    async close() {
      await app.close()
      await database.close()
      rmSync(settings.dataDir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>
