import type { AuditAction } from '@plumbline/contract/audit.ts'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import { deleteExpired } from '../housekeeping.ts'
import { createLog } from '../log.ts'
import { canary, writeCanaries } from '../testing/canaries.ts'
import { phonePicture } from '../testing/pictures/make.ts'
import { type Name, type TestApp, testApp } from '../testing/testApp.ts'
import { recordAudit } from './record.ts'
import { auditEntries } from './table.ts'

const secret = canary('secret')

let w: TestApp
let picture: Buffer
beforeAll(async () => {
  w = await testApp()
  await writeCanaries(w)
  w.clock.now = new Date()
  picture = await phonePicture()
}, 60_000)
afterAll(() => w.close())

const entries = () => w.db.select().from(auditEntries).orderBy(desc(auditEntries.id))

async function make(name: Name, url: string, body: object): Promise<string> {
  const answer = await w.call(name, 'POST', url, body)
  expect(answer.status, `${url}: ${answer.text}`).toBe(201)
  return answer.body.id
}
const job = () => make('ada', '/api/jobs', { name: 'Attic', address: '1 Elm St', notes: secret })
const remove = (url: string, name: Name = 'ada') => w.call(name, 'DELETE', url)
async function photoOf(jobId: string): Promise<string> {
  const fields = { jobId, caption: secret }
  const file = { field: 'photo', content: picture }
  return (await w.upload('ada', '/api/photos', file, fields)).body.id
}
const property = () =>
  make('ada', '/api/rental-properties', {
    address: '8 Oak\nSt',
    ...{ city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'House' },
  })

interface Case {
  /** What is done once its things are there: the request that is to leave the entry. */
  readonly prepare: () => Promise<() => Promise<{ status: number; text: string }>>
  readonly action: AuditAction
  readonly subject?: string
  readonly detail?: Record<string, string | number>
}

/** The writes that leave an entry, besides those of signing in and of people. */
const cases: Record<string, Case> = {
  'DELETE /api/jobs/:id': {
    action: 'job.deleted',
    subject: 'Attic',
    detail: { tasks: 1, entries: 0, messages: 1, photos: 2 },
    prepare: async () => {
      const jobId = await job()
      await make('ada', '/api/tasks', { jobId, name: secret })
      await make('ada', '/api/messages', { jobId, content: secret })
      for (const _ of [1, 2]) await photoOf(jobId)
      return () => remove(`/api/jobs/${jobId}`)
    },
  },
  'DELETE /api/tasks/:id': {
    action: 'data.deleted',
    subject: 'Order tile',
    detail: { kind: 'task' },
    prepare: async () => {
      const id = await make('ada', '/api/tasks', { jobId: await job(), name: 'Order tile' })
      return () => remove(`/api/tasks/${id}`)
    },
  },
  'DELETE /api/photos/:id': {
    action: 'photo.deleted',
    subject: 'Attic',
    prepare: async () => {
      const id = await photoOf(await job())
      return () => remove(`/api/photos/${id}`)
    },
  },
  'DELETE /api/messages/:id': {
    action: 'message.removed',
    prepare: async () => {
      const jobId = await make('ada', '/api/jobs', {
        ...{ name: 'Bath', address: '1 Elm St', clientId: w.idOf('cleo') },
      })
      const id = await make('cleo', '/api/messages', { jobId, content: secret })
      return () => remove(`/api/messages/${id}`)
    },
  },
  'DELETE /api/pending-bids/:id': {
    action: 'data.deleted',
    subject: 'Porch',
    detail: { kind: 'bid' },
    prepare: async () => {
      const id = await make('ada', '/api/pending-bids', { name: 'Porch', address: '1 Elm St' })
      return () => remove(`/api/pending-bids/${id}`)
    },
  },
  'DELETE /api/bid-appointments/:id': {
    action: 'data.deleted',
    subject: 'Site visit',
    detail: { kind: 'appointment' },
    prepare: async () => {
      const bid = await make('ada', '/api/pending-bids', { name: 'Porch', address: '1 Elm St' })
      const appointment = { title: 'Site visit', scheduledDate: '2026-12-01T15:00:00Z' }
      const id = await make('ada', `/api/pending-bids/${bid}/appointments`, appointment)
      return () => remove(`/api/bid-appointments/${id}`)
    },
  },
  'DELETE /api/schedule/:id': {
    action: 'data.deleted',
    subject: 'Framing',
    detail: { kind: 'schedule entry' },
    prepare: async () => {
      const days = { startDate: '2026-12-01', endDate: '2026-12-02' }
      const entry = { jobId: await job(), title: 'Framing', ...days }
      const id = await make('ada', '/api/schedule', entry)
      return () => remove(`/api/schedule/${id}`)
    },
  },
  'DELETE /api/schedule-templates/:id': {
    action: 'data.deleted',
    subject: 'Deck',
    detail: { kind: 'template' },
    prepare: async () => {
      const template = { name: 'Deck', templateData: { entries: [], tasks: [] } }
      const id = await make('ada', '/api/schedule-templates', template)
      return () => remove(`/api/schedule-templates/${id}`)
    },
  },
  'DELETE /api/rental-properties/:id': {
    action: 'data.deleted',
    subject: '8 Oak St',
    detail: { kind: 'rental property' },
    prepare: async () => {
      const id = await property()
      return () => remove(`/api/rental-properties/${id}`)
    },
  },
  'DELETE /api/property-photos/:id': {
    action: 'photo.deleted',
    prepare: async () => {
      const url = `/api/rental-properties/${await property()}/photos`
      const { body } = await w.upload('ada', url, { field: 'photo', content: picture })
      return () => remove(`/api/property-photos/${body.id}`)
    },
  },
  'DELETE /api/tenants/:id': {
    action: 'data.deleted',
    subject: 'Priya Nair',
    detail: { kind: 'tenant' },
    prepare: async () => {
      const id = await make('ada', '/api/tenants', { firstName: 'Priya', lastName: 'Nair' })
      return () => remove(`/api/tenants/${id}`)
    },
  },
  'DELETE /api/rental-expenses/:id/receipt': {
    action: 'data.deleted',
    subject: 'Menards',
    detail: { kind: 'receipt' },
    prepare: async () => {
      const expense = {
        ...{ amount: '12.50', expenseType: 'Repairs', vendor: 'Menards' },
        ...{ description: secret, dateIncurred: '2026-11-02' },
      }
      const url = `/api/rental-expenses/${await make('ada', '/api/rental-expenses', expense)}/receipt`
      const file = { field: 'receipt', content: picture }
      await w.upload('ada', url, file)
      return () => remove(url)
    },
  },
  'DELETE /api/recurring-expenses/:id': {
    action: 'data.deleted',
    subject: 'Insurance',
    detail: { kind: 'recurring expense' },
    prepare: async () => {
      const id = await make('ada', '/api/recurring-expenses', {
        ...{ amount: '80.00', expenseType: 'Insurance', description: secret },
        ...{ everyMonths: 1, startsOn: '2026-12-01' },
      })
      return () => remove(`/api/recurring-expenses/${id}`)
    },
  },
  'PUT /api/settings': {
    action: 'settings.changed',
    detail: { fields: 'phone, clientsSeeSubs' },
    prepare: async () => () =>
      w.call('ada', 'PUT', '/api/settings', { phone: secret, clientsSeeSubs: true }),
  },
  'PUT /api/settings/logo': {
    action: 'settings.changed',
    detail: { fields: 'logo' },
    prepare: async () => () =>
      w.upload('ada', '/api/settings/logo', { field: 'logo', content: picture }, {}, {}, 'PUT'),
  },
  'DELETE /api/settings/logo': {
    action: 'settings.changed',
    detail: { fields: 'logo' },
    prepare: async () => {
      await w.upload(
        'ada',
        '/api/settings/logo',
        { field: 'logo', content: picture },
        {},
        {},
        'PUT',
      )
      return () => remove('/api/settings/logo')
    },
  },
  'POST /api/users/:id/view-as': {
    action: 'person.viewedAs',
    subject: 'Carl Cole',
    prepare: async () => () => w.call('ada', 'POST', `/api/users/${w.idOf('carl')}/view-as`),
  },
  'POST /api/account/calendar-feed': {
    action: 'calendarLink.created',
    prepare: async () => () => w.call('ada', 'POST', '/api/account/calendar-feed'),
  },
  'DELETE /api/account/calendar-feed': {
    action: 'calendarLink.removed',
    prepare: async () => {
      await w.call('ada', 'POST', '/api/account/calendar-feed')
      return () => remove('/api/account/calendar-feed')
    },
  },
  'POST /api/imports/customers': {
    action: 'data.imported',
    detail: { kind: 'customers', added: 2, rows: 2 },
    prepare: async () => async () => {
      const content = Buffer.from(`First,Last,Email\nAl,${secret},\nBo,Bell,bo.bell@example.com\n`)
      const columns = JSON.stringify({ firstName: 0, lastName: 1, email: 2 })
      const file = { field: 'file', content, name: 'list.csv', type: 'text/csv' }
      return w.upload('ada', '/api/imports/customers', file, { dryRun: 'false', columns })
    },
  },
}

describe('exactly one entry is left by', () => {
  test.each(Object.entries(cases))('%s', async (_, { prepare, ...expected }) => {
    const act = await prepare()
    const before = await entries()
    const { status, text } = await act()
    expect(status, text).toBeLessThan(300)
    const after = await entries()
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]).toMatchObject({
      subject: null,
      detail: null,
      ...expected,
      actorId: w.idOf('ada'),
      address: '127.0.0.1',
    })
  })

  test('none of them holds a text that was written', async () => {
    const text = JSON.stringify(await entries())
    expect(text).not.toContain(secret)
    expect(text).not.toMatch(/\$argon2|[\w-]{43}/)
  })
})

describe('no entry is left by', () => {
  test('a refusal, or a change of nothing that matters', async () => {
    const id = await job()
    const before = await w.db.$count(auditEntries)
    expect((await remove(`/api/jobs/${id}`, 'sam')).status).toBe(403)
    expect((await remove(`/api/jobs/${newId()}`)).status).toBe(404)
    for (const change of [{}, { checklistDismissed: true }])
      expect((await w.call('ada', 'PUT', '/api/settings', change)).status).toBe(200)
    expect(await w.db.$count(auditEntries)).toBe(before)
  })

  test('what a person takes back of their own', async () => {
    const id = await make('ada', '/api/messages', { jobId: await job(), content: 'Oops' })
    const before = await w.db.$count(auditEntries)
    expect((await remove(`/api/messages/${id}`)).status).toBe(204)
    expect(await w.db.$count(auditEntries)).toBe(before)
  })
})

describe('the log', () => {
  const read = async (query = '', name: Name = 'ada') => w.call(name, 'GET', `/api/audit${query}`)

  test('is for admins', async () => {
    for (const name of ['sam', 'cleo'] as const) expect((await read('', name)).status).toBe(403)
    expect((await w.call('nobody', 'GET', '/api/audit')).status).toBe(401)
  })

  test('is read newest first, in pages that follow each other', async () => {
    const all = (await read('?limit=200')).body
    const found = []
    for (let url: string | undefined = '/api/audit?limit=7'; url; ) {
      const { body, headers } = await w.call('ada', 'GET', url)
      expect(headers['x-total-count']).toBe(String(all.length))
      found.push(...body)
      url = /<(.*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    expect(found).toEqual(all)
    expect(all.map(({ id }: { id: string }) => id)).toEqual((await entries()).map(({ id }) => id))
    expect(all[0]).toMatchObject({ actorName: expect.any(String), at: expect.any(String) })
  })

  test('is filtered by group and by person, who did it or to whom it was done', async () => {
    const actions = async (query: string) =>
      (await read(query)).body.map(({ action }: { action: AuditAction }) => action)
    expect(new Set(await actions('?group=company'))).toEqual(new Set(['settings.changed']))
    expect(await actions(`?personId=${w.idOf('carl')}`)).toEqual(['person.viewedAs'])
    expect(await actions(`?personId=${w.idOf('carl')}&group=data`)).toEqual([])
  })

  test.each(['group=x', 'personId=x', 'after=x', 'limit=0', 'limit=201'])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await read(`?${query}`)
      expect([status, Object.keys(body.fields)]).toEqual([400, [query.split('=')[0]]])
    },
  )

  test('is never answered whole', async () => {
    const rows = Array.from({ length: 150 }, () => ({ action: 'signIn.failed' as const }))
    await w.db.insert(auditEntries).values(rows)
    expect((await read()).body).toHaveLength(100)
  })
})

test.each([
  ['signIn.failed', 'warn', 1],
  ['signIn.succeeded', 'warn', 0],
  ['signIn.succeeded', 'info', 1],
] as const)('%s at level %s is %i line of the log', async (action, level, count) => {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => void lines.push(line) })
  const request = { person: null, ip: '203.0.113.9', log }
  await recordAudit(w.db, request, { action, actorId: null, subject: 'Ada\nAdler' })
  expect(lines).toHaveLength(count)
  for (const line of lines)
    expect(JSON.parse(line).audit).toMatchObject({ action, address: '203.0.113.9' })
})

describe('only added to', () => {
  const refused = 'the audit log is only added to'

  test.each([
    `update audit_entries set action = 'x'`,
    `update audit_entries set at = at - interval '3 years'`,
    'delete from audit_entries',
    'truncate audit_entries',
    'truncate audit_entries cascade',
  ])('%s is refused', async (statement) => {
    const before = await w.db.$count(auditEntries)
    await expect(w.pool.query(statement)).rejects.toThrow(refused)
    expect(await w.db.$count(auditEntries)).toBe(before)
  })

  test('what is older than two years is deleted by housekeeping, and nothing else', async () => {
    const yearsAgo = (years: number, days: number) =>
      new Date(Date.now() - (years * 365.25 + days) * 86_400_000)
    const before = await w.db.$count(auditEntries)
    const old = { action: 'signIn.failed' as const, subject: 'old' }
    await w.db.insert(auditEntries).values([
      { ...old, at: yearsAgo(2, 3) },
      { ...old, at: yearsAgo(2, -3), subject: 'almost' },
    ])
    await deleteExpired(w.db, new Date())
    expect(await w.db.$count(auditEntries)).toBe(before + 1)
    expect((await entries()).map(({ subject }) => subject)).toContain('almost')
  })
})
