import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dayIn } from '@plumbline/contract/dates.ts'
import { usHolidays } from '@plumbline/contract/usHolidays.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeSetupCode } from '../../access/auth/setupCode.ts'
import { type AppParts, buildApp } from '../../app/app.ts'
import type { Database } from '../../platform/db/open.ts'
import { deleteAllRows, testDatabase } from '../../platform/db/testing.ts'
import { readSettings } from '../../platform/settings.ts'
import { auditEntries } from '../../schema/audit.ts'
import { sessions } from '../../schema/auth.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { settings } from '../../schema/settings.ts'
import { cheapPasswords } from '../../testing/cheapPasswords.ts'
import { cookieFrom, PASSWORD } from '../../testing/invitedPeople.ts'

let database: Database
let app: FastifyInstance
let folder = ''

async function start(parts: Partial<AppParts> = {}) {
  const env = readSettings({
    LOG_LEVEL: 'silent',
    PLUMBLINE_DATA: folder,
    RATE_SIGN_IN: '1000',
    ALLOWED_HOSTS: 'office.test',
  })
  app = await buildApp({ database, settings: env, passwords: cheapPasswords(), ...parts })
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-setup-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  await app.close()
  await deleteAllRows(database)
})

const company = {
  companyName: 'Ridgeline Builders',
  holdingsName: 'Ridgeline Holdings',
  firstName: 'Dana',
  lastName: 'Reyes',
  email: 'dana@example.com',
  password: PASSWORD,
  timeZone: 'America/Chicago',
  sample: false,
}
const post = (payload: object) => app.inject({ method: 'POST', url: '/api/setup', payload })
const form = (fields: Record<string, unknown>) =>
  app.inject({
    method: 'POST',
    url: '/api/setup',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields as Record<string, string>).toString(),
  })
const needed = async () => (await app.inject('/api/setup')).json()
const namesInSettings = async () => {
  const [row] = await database.db.select().from(settings)
  return [row?.companyName, row?.holdingsName]
}
const counts = async () => [
  (await database.db.select().from(users)).length,
  (await database.db.select().from(settings)).length,
]

describe('a new installation', () => {
  test('needs setup, and shows the form at the sign-in address', async () => {
    await start()
    expect(await needed()).toEqual({ needed: true })
    const page = await app.inject('/api/login')
    expect(page.body).toContain('Set up your company')
    expect(page.body).toContain('<option>America/Chicago</option>')
    expect(page.body).toMatch(
      /<optgroup label="United States"><option[^>]*>America\/New_York<.*>Pacific\/Saipan<\/option><\/optgroup>\n<optgroup label="Other time zones">/,
    )
    expect(page.body).not.toContain('name="code"')
    expect(page.body).not.toContain('sample company')
    expect(page.body).toMatch(/<script src="\/api\/pages\.js\?v=[\w-]+" defer>/)
  })

  test('is set up once, with a company and an admin who is signed in', async () => {
    await start()
    const answer = await post(company)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      email: 'dana@example.com',
      role: 'admin',
      isInvited: false,
    })
    const cookie = cookieFrom(answer.headers)
    expect((await app.inject({ url: '/api/auth/user', headers: { cookie } })).json()).toMatchObject(
      {
        firstName: 'Dana',
      },
    )
    const entries = await database.db.select().from(auditEntries).orderBy(auditEntries.id)
    const admin = { actorId: answer.json().id, subjectId: answer.json().id }
    expect(entries).toMatchObject([
      { action: 'company.setUp', ...admin },
      { action: 'signIn.succeeded', ...admin, detail: { method: 'setUp' } },
    ])
    const templates = await app.inject({ url: '/api/schedule-templates', headers: { cookie } })
    expect(templates.json()).toHaveLength(6)
    const thisYear = Number(dayIn(company.timeZone, new Date()).slice(0, 4))
    const nextYearsHolidays = usHolidays(thisYear + 1)
    expect((await app.inject({ url: '/api/settings', headers: { cookie } })).json()).toEqual({
      companyName: 'Ridgeline Builders',
      holdingsName: 'Ridgeline Holdings',
      address: null,
      phone: null,
      logoUrl: null,
      logoGround: null,
      timeZone: 'America/Chicago',
      workingDays: [1, 2, 3, 4, 5],
      // The rest of this year has any number of them.
      holidays: expect.arrayContaining(nextYearsHolidays),
      clientsSeeSubs: true,
      subPhotosShared: true,
      weeklyUpdates: true,
      checklistDismissed: false,
      backupsKept: 7,
      personQuotaMb: null,
      companyQuotaMb: null,
      adminsNeedSecondFactor: false,
      sample: false,
      updatedAt: expect.any(String),
    })
    expect(await needed()).toEqual({ needed: false })
    const again = await post({ ...company, email: 'eve@example.com' })
    expect([again.statusCode, again.json().code]).toEqual([409, 'setUpAlready'])
    expect(await counts()).toEqual([1, 1])
    const login = await app.inject({
      method: 'POST',
      url: '/api/login',
      payload: {
        email: 'DANA@example.com',
        password: PASSWORD,
      },
    })
    expect(login.statusCode).toBe(200)
    expect((await app.inject('/api/login')).body).toContain('Ridgeline Builders')
  })

  test('set up by twenty concurrent requests has one company, one admin and one session', async () => {
    await start()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post({ ...company, email: `admin${n}@example.com` })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      201,
      ...Array(19).fill(409),
    ])
    expect(await counts()).toEqual([1, 1])
    expect(await database.db.select().from(sessions)).toHaveLength(1)
  })

  test.each([
    ['form', form, ''],
    ['JSON', post, ''],
    ['JSON', post, null],
    ['JSON', post, undefined],
  ] as const)('has no holdings company without a name for it, as %s', async (_, send, name) => {
    await start()
    const { holdingsName: _none, ...rest } = company
    await send(name === undefined ? rest : { ...rest, holdingsName: name })
    expect(await namesInSettings()).toEqual(['Ridgeline Builders', null])
  })

  test('sent as a form is a 303 to the first screen, or the form with errors', async () => {
    await start()
    const wrong = await form({
      ...company,
      email: 'nowhere',
      password: 'Ridgeline2026',
      timeZone: 'Mars/Olympus',
    })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.body).toContain('Please look at the marked fields.')
    expect(wrong.body).toContain('Enter a valid email address')
    expect(wrong.body).toContain('Choose a time zone')
    expect(wrong.body).toContain(
      'It is built from your name, your email or the name of the company',
    )
    expect(wrong.body).toContain('value="Ridgeline Builders"')
    expect(wrong.body).not.toContain('Ridgeline2026')
    expect(wrong.body).toContain('/api/pages.js')
    const weak = await form({ ...company, password: 'Ridgeline2026' })
    expect(weak.body).toContain('It is built from your name, your email or the name of the company')
    const good = await form(company)
    expect([good.statusCode, good.headers.location]).toEqual([303, '/'])
    const late = await form(company)
    expect(late.statusCode).toBe(409)
    expect(late.body).toContain('Already set up')
  })

  test.each([
    [{ companyName: '' }, 'companyName'],
    [{ companyName: null }, 'companyName'],
    [{ companyName: undefined }, 'companyName'],
    [{ companyName: ' ' }, 'companyName'],
    [{ companyName: 7 }, 'companyName'],
    [{ companyName: 'x'.repeat(201) }, 'companyName'],
    [{ holdingsName: 7 }, 'holdingsName'],
    [{ password: 'short' }, 'password'],
    [{ password: undefined }, 'password'],
    [{ timeZone: 'Nowhere' }, 'timeZone'],
    [{ sample: 'maybe' }, 'sample'],
    [{ sample: true }, 'sample'],
    [{ lastName: 7 }, 'lastName'],
  ])('refuses %j and stores nothing', async (change, field) => {
    await start()
    const answer = await post({ ...company, ...change })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual([field])
    expect(await counts()).toEqual([0, 0])
  })
})

test('all invalid fields are reported at once', async () => {
  await start()
  const answer = await post({ ...company, companyName: '', lastName: '', email: 'nowhere' })
  expect(Object.keys(answer.json().fields).sort()).toEqual(['companyName', 'email', 'lastName'])
  const page = await form({ ...company, companyName: '', email: 'nowhere' })
  for (const text of ['Company name is required', 'Enter a valid email address', 'value="Dana"'])
    expect(page.body).toContain(text)
})

/** Requests that need the code. Each differs in one way from that of a browser on the machine. */
type From = { remoteAddress?: string; headers?: Record<string, string> }
const outside: [string, boolean, From][] = [
  ['a server that others can reach', true, {}],
  ['another machine', false, { remoteAddress: '192.168.1.20' }],
  [
    'another machine that claims to be this one',
    false,
    { remoteAddress: '192.168.1.20', headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['a host name of the office network', false, { headers: { host: 'office.test' } }],
  ...[
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-server',
    'X-Real-IP',
    'x-client-ip',
    'x-original-forwarded-for',
    'CF-Connecting-IP',
    'cf-ray',
    'cdn-loop',
    'true-client-ip',
    'fastly-client-ip',
    'fly-client-ip',
    'x-amzn-trace-id',
  ].map((name): [string, boolean, From] => [
    `a proxy that adds ${name}`,
    false,
    { headers: { [name]: '127.0.0.1' } },
  ]),
]

describe('setup on the machine and from outside', () => {
  let printed: string[] = []
  const printedCode = () =>
    /^To set up the company, enter the code (\S+)$/.exec(printed[0] ?? '')?.[1]
  const startWithCode = (isPublic: boolean) => {
    printed = []
    const setupCode = makeSetupCode((line) => printed.push(line))
    return start({
      ...{ isPublic, setupCode },
      prepareSample: async () => ({ load: async () => {}, undo: async () => {} }),
    })
  }

  test.each(outside)(
    'needs the printed code, in any case and spacing: %s',
    async (_, isPublic, from) => {
      await startWithCode(isPublic)
      const own = { ...from, headers: { host: 'localhost:3000', ...from.headers } }
      const send = (payload: object) =>
        app.inject({ method: 'POST', url: '/api/setup', ...own, payload })
      const page = await app.inject({ url: '/api/login', ...own })
      expect(page.body).toContain('name="code"')
      expect(page.body).not.toContain('sample company')
      expect(printed).toHaveLength(1)
      for (const wrong of [undefined, '', 'BCDF-GHJK-LMNP']) {
        const answer = await send({ ...company, code: wrong })
        expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['code']])
      }
      expect(await counts()).toEqual([0, 0])
      expect(printed).toHaveLength(1)
      const code = printedCode() ?? ''
      expect(code).toMatch(/^[B-Z2-9]{4}-[B-Z2-9]{4}-[B-Z2-9]{4}$/)
      const sample = await send({ ...company, code, sample: true })
      expect([sample.statusCode, Object.keys(sample.json().fields)]).toEqual([400, ['sample']])
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
      expect((await send({ ...company, code: typed })).statusCode).toBe(201)
    },
  )

  test.each(['http://office.test', 'null'])('is a 403 for the origin %s', async (origin) => {
    await startWithCode(false)
    const headers = { host: 'localhost:3000', origin }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/setup',
      headers,
      payload: company,
    })
    expect([answer.statusCode, printed.length, await counts()]).toEqual([403, 0, [0, 0]])
  })

  test('prints the code at the first attempt, even if the page was not opened before', async () => {
    await startWithCode(false)
    const headers = { via: '1.1 tunnel' }
    await app.inject({ method: 'POST', url: '/api/setup', headers, payload: company })
    expect(printedCode()).toBeDefined()
  })

  test('needs no code on the machine itself, and prints none', async () => {
    await startWithCode(false)
    const page = await app.inject({ url: '/api/login', headers: { host: '[::1]:3000' } })
    expect(page.body).not.toContain('name="code"')
    expect(page.body).toContain('sample company')
    expect((await form(company)).statusCode).toBe(303)
    expect(printed).toEqual([])
  })
})

describe('with a sample company', () => {
  test('the form offers it, and the setup loads it', async () => {
    await start({
      prepareSample: async () => ({
        load: (db) => db.insert(jobs).values({ name: 'Sample job', address: '1 Elm' }),
        undo: () => Promise.reject(new Error('Nothing failed')),
      }),
    })
    // The browser sends it without the names of the company, which the other button requires.
    expect((await app.inject('/api/login')).body).toContain(
      'name="sample" value="true" formnovalidate>Start with a sample company</button>',
    )
    expect((await form({ ...company, sample: 'true' })).statusCode).toBe(303)
    expect(await database.db.select().from(jobs)).toHaveLength(1)
    expect((await database.db.select().from(settings))[0]?.sample).toBe(true)
  })

  test.each([
    ['form', form],
    ['JSON', post],
  ] as const)('company names are optional, as %s, and kept if given', async (_, send) => {
    const prepareSample = async () => ({ load: async () => {}, undo: async () => {} })
    await start({ prepareSample })
    const { companyName: _none, holdingsName: _neither, ...you } = company
    const unnamed = { ...you, sample: 'true', companyName: '', holdingsName: '' }
    const weak = await send({ ...unnamed, password: 'Ridgeline2026' })
    expect(weak.statusCode).toBe(400)
    expect(weak.body).toContain('It is built from')
    expect((await send({ ...unnamed, lastName: '' })).statusCode).toBe(400)
    expect(await counts()).toEqual([0, 0])
    expect((await send({ ...unnamed, companyName: 'Aspen' })).statusCode).toBeLessThan(400)
    expect(await namesInSettings()).toEqual(['Aspen', 'Ridgeline Holdings'])
  })

  test('the company has default names', async () => {
    await start({ prepareSample: async () => ({ load: async () => {}, undo: async () => {} }) })
    const { companyName: _, holdingsName: __, ...you } = company
    expect((await post({ ...you, sample: true })).statusCode).toBe(201)
    expect(await namesInSettings()).toEqual(['Ridgeline Builders', 'Ridgeline Holdings'])
  })

  test('a sample that fails to load is rolled back, with its files', async () => {
    const files = new Set<string>()
    await start({
      prepareSample: async () => {
        files.add('picture')
        return {
          load: async (db) => {
            await db.insert(jobs).values({ name: 'Sample job', address: '1 Elm' })
            throw new Error('no such job')
          },
          undo: async () => files.clear(),
        }
      },
    })
    expect((await post({ ...company, sample: true })).statusCode).toBe(500)
    expect(files.size).toBe(0)
    expect(await counts()).toEqual([0, 0])
    expect(await database.db.select().from(jobs)).toHaveLength(0)
  })
})
