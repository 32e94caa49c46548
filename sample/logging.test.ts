import path from 'node:path'
import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openBackups } from '../server/app/backup/nightly.ts'
import { newId } from '../server/platform/db/ids.ts'
import { diskStore } from '../server/platform/files/disk.ts'
import { createLog } from '../server/platform/log.ts'
import { users } from '../server/schema/people.ts'
import { addressesOf, cachedGet } from '../server/testing/addresses.ts'
import { upright } from '../server/testing/pictures/make.ts'
import {
  addFailures,
  CANARY,
  failing,
  failReads,
  failureCodes,
} from '../server/testing/walk/failures.ts'
import { type SampleApp, sampleApp } from './testing.ts'

const EMAIL = `${CANARY}@example.com`
const PASSWORD = `${CANARY} a long walk`

/**
 * The first row fails in all ways and the others in one, because failures are handled in one place.
 */
const codesFor = (n: number) =>
  n === 0 ? failureCodes : failureCodes.filter((_, index) => index === n % failureCodes.length)

const lines: string[] = []
let app: SampleApp
beforeAll(async () => {
  app = await sampleApp({ log: createLog('info', { write: (line) => void lines.push(line) }) })
  await addFailures(app)
})
afterAll(() => app.close())

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

/** A value for a schema with the canary wherever there can be text. */
function valueFor(schema: z.core.$ZodType, name = ''): unknown {
  const open = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const choices = JSON.stringify(open).match(/"(?:const|enum)":(\[[^\]]*\]|"[^"]*")/g) ?? []
  const words = choices.flatMap((found) =>
    JSON.parse(`[${found.slice(found.indexOf(':') + 1)}]`).flat(),
  )
  const candidates = [
    /assword/.test(name) ? PASSWORD : CANARY,
    EMAIL,
    ...words,
    ...['2026-11-20', '2026-11-20T10:00:00.000Z', '08:00', newId(), [newId()], ['2026-11-20']],
    ...[100, 1, '100', '1', true, 'true', [], {}, null],
  ]
  return candidates.find((value) => accepts(schema, value))
}

let serverErrorCount = 0

/** Expects that the log and the reply of a failing call contain nothing that was sent or stored. */
async function expectSilent(
  call: () => Promise<{ readonly status: number; readonly text: string }>,
  codes: readonly string[] = failureCodes,
) {
  for (const code of codes) {
    const before = lines.length
    const { status, text } = await failing(app, code, call)
    const log = lines.slice(before).join('')
    expect(log).not.toContain(CANARY)
    expect(log).not.toContain('$argon2id$')
    expect(text).not.toContain(PASSWORD)
    // A form is shown again with the typed values, except for the password.
    if (status >= 400) expect(text.replaceAll(/ value="[^"]*"/g, '')).not.toContain(CANARY)
    if (status >= 500) serverErrorCount++
  }
}

const getAsAdmin = (list: string) => app.call('admin', 'GET', list)
const urlOf = async ({ path }: Row, get: typeof getAsAdmin = getAsAdmin) =>
  (await addressesOf(path, get).catch(() => []))[0] ?? path.replaceAll(/:\w+/g, newId())

const list = `First Name,Last Name,Email,Name,Address,City,State,Zip,Amount,Date,Type,Description
${CANARY},${CANARY},${EMAIL},${CANARY},${CANARY},${CANARY},OR,97701,12.50,2026-11-02,Repairs,${CANARY}
`

const uploads = allRows.filter(({ upload }) => upload)

// Other writes are tested by the walk over the contract.
describe.each(uploads)('$method $path', (row) => {
  const codes = codesFor(uploads.indexOf(row))
  const field = row.upload ?? ''
  const send = async (content: Uint8Array, name: string) => {
    const url = await urlOf(row)
    const columns = JSON.stringify({ firstName: 0, lastName: 1, email: 2, name: 3, address: 4 })
    const fields = { caption: CANARY, dryRun: 'false', ...(field === 'file' && { columns }) }
    const method = row.method === 'PUT' ? 'PUT' : 'POST'
    return () => app.upload('admin', method, url, { field, content, name }, fields)
  }

  test('logs nothing of a file that is stored, however the database fails', async () => {
    const isList = field === 'file'
    const content = isList ? Buffer.from(list) : await (await upright(8, 6)).jpeg().toBuffer()
    const before = serverErrorCount
    await expectSilent(await send(content, `${CANARY}.${isList ? 'csv' : 'jpg'}`), codes)
    if (!isList && codes === failureCodes) expect(serverErrorCount).toBeGreaterThan(before)
  })

  test('logs nothing of a file that cannot be read', async () => {
    const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 40])
    await expectSilent(await send(Buffer.concat([head, Buffer.from(list)]), `${CANARY}.jpg`), codes)
    await expectSilent(await send(Buffer.from(`\0"${CANARY}\n`), `${CANARY}.pdf`), codes)
  })
})

/** The links of an invite and of a password reset. */
const links = { invited: '', reset: '' }

describe('forms', () => {
  beforeAll(async () => {
    const person = { firstName: 'Nia', lastName: 'New', role: 'client', email: 'nia@example.com' }
    const invited = await app.call('admin', 'POST', '/api/users/invite', person)
    links.invited = new URL(invited.body.inviteLink).pathname
    const isTom = eq(users.email, 'tom.kowalski@example.com')
    const [sub] = await app.db.select().from(users).where(isTom)
    const reset = await app.call('admin', 'POST', `/api/users/${sub?.id}/reset-link`)
    links.reset = new URL(reset.body.resetLink).pathname
  })

  test.each([
    ['sign-in', () => '/api/login'],
    ['code', () => '/api/login/code'],
    ['sample', () => '/api/login/sample'],
    ['sign-out', () => '/api/logout'],
    ['set-up', () => '/api/setup'],
    ['forgotten password', () => '/api/forgot-password'],
    ['invite', () => links.invited],
    ['new password', () => links.reset],
  ])('the form of %s logs and shows nothing that was sent', async (_, url) => {
    const fields = {
      ...{ email: EMAIL, password: PASSWORD, code: '123456', ticket: CANARY, role: 'admin' },
      ...{ companyName: CANARY, firstName: CANARY, lastName: CANARY, timeZone: 'UTC' },
    }
    const body = new URLSearchParams(fields).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await expectSilent(() => app.call('admin', 'POST', url(), body, headers))
  })
})

test('the nightly backup logs nothing of what it read', async () => {
  const before = lines.length
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const files = diskStore(path.join(app.settings.dataDir, 'files'))
  const { database, settings } = app
  for (const [index, code] of failureCodes.entries()) {
    const now = () => new Date(Date.parse('2026-12-01T12:00:00Z') + index * DAY_MS)
    const backups = openBackups({ database, settings, files, now, log })
    await failing(app, code, () => backups.backUpIfDue())
    await backups.close()
  }
  const text = lines.slice(before).join('')
  expect(text).toContain('No backup was made')
  expect(text).not.toContain(CANARY)
})

describe('reads', () => {
  let urls: Map<Row, string>
  const reads = allRows.filter(({ method }) => method === 'GET')
  beforeAll(async () => {
    urls = new Map()
    const get = cachedGet(getAsAdmin)
    for (const row of reads) urls.set(row, await urlOf(row, get))
    await failReads(app)
    serverErrorCount = 0
  }, 60_000)

  test.each(reads)('GET $path logs nothing that was asked for or stored', async (row) => {
    const query = new URLSearchParams({ search: CANARY, q: CANARY })
    const params = row.query instanceof z.ZodObject ? (row.query.shape as object) : {}
    for (const [name, schema] of Object.entries(params)) {
      const value = valueFor(schema, name)
      if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value))
    }
    const url = urls.get(row) ?? row.path
    const codes = codesFor(reads.indexOf(row))
    await expectSilent(() => app.call('admin', 'GET', `${url}?${query}`), codes)
    await expectSilent(() => app.call('admin', 'GET', url), codes)
  })

  test('a page that fails to load neither logs nor shows what was asked for or stored', async () => {
    const pages = ['/api/login', '/api/forgot-password', links.invited, links.reset]
    const before = serverErrorCount
    for (const page of pages)
      await expectSilent(() => app.call('admin', 'GET', `${page}?returnTo=/${CANARY}`))
    expect(serverErrorCount).toBeGreaterThan(before)
  })

  test('many reads failed in the database', () => {
    expect(serverErrorCount).toBeGreaterThan(reads.length / 2)
  })
})
