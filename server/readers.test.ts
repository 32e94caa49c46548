import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { mayEver } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from './platform/db/ids.ts'
import { notifications } from './schema/notifications.ts'
import { addressesOf, cachedGet } from './testing/addresses.ts'
import { writeCanaries } from './testing/canaries.ts'
import { canariesIn, canary } from './testing/canary.ts'
import { invitePerson } from './testing/invitedPeople.ts'
import { allSlices } from './testing/slices.ts'
import { type Name, type TestApp, testApp, testPeople } from './testing/testApp.ts'

/**
 * The readers of each text of a job, across every read: A the admin, S the sub whose days, tasks
 * and rating they are, T another sub on the same job, C its client.
 */
const readersOf = Object.assign({}, ...allSlices.map(({ readers }) => readers)) as Record<
  string,
  string
>
const fields = Object.keys(readersOf)

const letters = { ada: 'A', sam: 'S', sue: 'T', cleo: 'C' } as const
const names = Object.keys(letters) as (keyof typeof letters)[]

/** Paths of things that do not exist in this company. */
const nothingAt = [
  '/api/rental-properties/:id',
  '/api/rental-properties/:id/photos',
  '/api/rental-properties/:id/jobs',
  '/api/rental-properties/:id/rent',
  '/api/property-photos/:id/image',
  '/api/tenants/:id',
  '/api/tenants/:id/lease-changes',
  '/api/tenants/:id/ledger',
  '/api/tenants/:id/deposits',
  '/api/rental-income/:id',
  '/api/rental-expenses/:id/receipt',
]

let w: TestApp
/**
 * The replies of filters by a job to people who are not on it, and the replies for a job that does
 * not exist.
 */
const filtered: { name: Name; path: string; theirs: string; nowhere: string }[] = []
/** Everything each person receives, and what Sue received before she was on the job. */
const received = new Map<Name | 'outsider', string>()
let addresses: string[]
let jobId: string
const receives = (name: Name | 'outsider', field: string) =>
  canariesIn(received.get(name) ?? '').has(canary(field))

/** Every URL of the reads in the contract. */
async function everyAddress(): Promise<string[]> {
  const get = cachedGet((url: string) => w.call('ada', 'GET', url))
  const addresses: string[] = []
  for (const { method, path } of allRows) {
    if (method !== 'GET' || path === calendarRoutes.subscribe.path) continue
    if (nothingAt.includes(path)) await expect(addressesOf(path, get)).rejects.toThrow()
    else addresses.push(...(await addressesOf(path, get)))
  }
  return addresses
}

/** The combined text of all replies to a person at these URLs, and of their calendar. */
async function readAll(name: Name, addresses: readonly string[]): Promise<string> {
  const texts: string[] = []
  for (const url of addresses) {
    const { status, text } = await w.call(name, 'GET', url)
    if (status === 200) texts.push(text)
  }
  const { body } = await w.call(name, 'POST', '/api/account/calendar-feed')
  const feed = await w.call('nobody', 'GET', new URL(body.url).pathname)
  expect(feed.status).toBe(200)
  texts.push(feed.text)
  // Unfold the long lines of the calendar.
  return texts.join('\n').replaceAll('\r\n ', '')
}

const takes = (row: Row, param: string) =>
  param in ((row.query as { shape?: object } | undefined)?.shape ?? {})
const isReadBy = (role: 'subcontractor' | 'client', { method, may }: Row) =>
  method === 'GET' && may !== 'anyone' && mayEver(role, may)
/** Whether a row is a read that subs may call (and in most cases clients). */
const isForOthers = (row: Row) => isReadBy('subcontractor', row)

/** The body and the total of a list as a person reads it. */
async function answerTo(name: Name, url: string): Promise<string> {
  const { text, headers } = await w.call(name, 'GET', url)
  return `${String(headers['x-total-count'])} ${text}`
}

async function filterByJob(name: Name, jobId: string) {
  for (const row of allRows.filter((one) => takes(one, 'jobId') && isForOthers(one))) {
    const { path } = row
    const day = takes(row, 'day') ? '&day=2026-12-01' : ''
    const theirs = await answerTo(name, `${path}?jobId=${jobId}${day}`)
    const nowhere = await answerTo(name, `${path}?jobId=${newId()}${day}`)
    filtered.push({ name, path, theirs, nowhere })
  }
}

beforeAll(async () => {
  w = await testApp()
  const company = await writeCanaries(w)
  jobId = company.jobId
  for (const name of ['sue', 'carl', 'ada'] as const) await filterByJob(name, company.jobId)
  received.set('outsider', await readAll('sue', await everyAddress()))
  await company.addColleague()
  addresses = await everyAddress()
  for (const name of [...names, 'carl'] as const) received.set(name, await readAll(name, addresses))
}, 240_000)
afterAll(() => w.close())

test('who receives which text', () => {
  const found = fields.map((field) => [
    field,
    names
      .map((name) => (receives(name, field) ? letters[name] : ' '))
      .join('')
      .trimEnd(),
  ])
  expect(Object.fromEntries(found)).toEqual(readersOf)
  const listed = fields.map((field) => canary(field))
  expect(
    [...canariesIn([...received.values()].join())].filter((text) => !listed.includes(text)),
  ).toEqual([])
})

test('people who are not on the job receive none of its texts', () => {
  const ofOthers = fields.filter((field) => !/^(colleague|admin|template)/.test(field))
  for (const name of ['outsider', 'carl'] as const)
    expect(ofOthers.filter((field) => receives(name, field))).toEqual([])
})

test('a client receives nothing of the subs once the settings hide them', async () => {
  const marks = (['sam', 'sue'] as const).flatMap((name) => [
    w.idOf(name),
    testPeople[name].lastName,
    `${name}@example.com`,
  ])
  const found = (text: string) => marks.filter((mark) => text.includes(mark))
  const seen = expect.arrayContaining([w.idOf('sam'), 'Stone', w.idOf('sue'), 'Summers'])
  const actor = { jobId, personId: w.idOf('cleo'), name: 'photo.created', kind: 'photo' } as const
  await w.db
    .insert(notifications)
    .values({ ...actor, actorId: w.idOf('sam'), subjectId: newId(), day: '2026-12-01' })
  expect(found(await readAll('cleo', addresses))).toEqual(seen)
  const set = (clientsSeeSubs: boolean) => w.call('ada', 'PUT', '/api/settings', { clientsSeeSubs })
  await set(false)
  const text = await readAll('cleo', addresses)
  const ofSam = await readAll('sam', addresses)
  await set(true)
  expect(found(text)).toEqual([])
  expect(text).toContain(' crew"')
  expect(found(ofSam)).toEqual(seen)
})

test('amounts are for office and client; hours and priority for office and crew', () => {
  const who = (text: string) => names.filter((name) => received.get(name)?.includes(text))
  expect(who('98765432')).toEqual(['ada', 'cleo'])
  for (const text of ['4321.5', '5432.5', '"critical"'])
    expect(who(text)).toEqual(['ada', 'sam', 'sue'])
})

test('a search finds and counts only what the person can read', async () => {
  const found: Record<string, Record<string, string>> = {}
  const isSearch = (row: Row) =>
    takes(row, 'search') && (isForOthers(row) || isReadBy('client', row))
  for (const { path } of allRows.filter(isSearch)) {
    const search = (name: Name, field: string) =>
      answerTo(name, `${path}?search=${canary(field)}&limit=1`)
    const nothing = new Map<Name, string>()
    for (const name of names) nothing.set(name, await search(name, 'unknown'))
    const finds = async (name: Name, field: string) =>
      (await search(name, field)) !== nothing.get(name)
    const at: Record<string, string> = {}
    for (const field of fields) {
      // If not even an admin finds by a field, nobody does.
      if (!(await finds('ada', field))) continue
      const finders: (typeof names)[number][] = []
      for (const name of names) if (await finds(name, field)) finders.push(name)
      at[field] = finders.map((name) => letters[name]).join('')
    }
    found[path] = at
  }
  expect(found).toEqual(Object.assign({}, ...allSlices.map((slice) => slice.found)))
}, 120_000)

test('a filter by a job finds nothing for people who are not on it', () => {
  for (const { name, path, theirs, nowhere } of filtered)
    expect([name, path, theirs === nowhere]).toEqual([name, path, name !== 'ada'])
  expect(filtered.length).toBeGreaterThan(3 * 7)
})

test.each([
  ['sam', 'sue', 'tasks?assigneeId='],
  ['sam', 'sue', 'task-totals?assigneeId='],
  ['sam', 'sue', 'crew?subcontractorId='],
  ['sam', 'sue', 'crew-absences?subcontractorId='],
  ['sue', 'sam', 'tasks?assigneeId='],
  ['sue', 'sam', 'task-totals?assigneeId='],
  ['sue', 'sam', 'crew?subcontractorId='],
  ['sue', 'sam', 'crew-absences?subcontractorId='],
] as const)('%s cannot find what is only for %s at %s', async (name, other, filter) => {
  const [theirs, nowhere] = [`/api/${filter}${w.idOf(other)}`, `/api/${filter}${newId()}`]
  expect(await answerTo(name, theirs)).toBe(await answerTo(name, nowhere))
  expect(await answerTo('ada', theirs)).not.toBe(await answerTo('ada', nowhere))
})

test('only admins can filter people by invite', async () => {
  await invitePerson(w, 'admin')
  const filters = [
    ...['invited=true', 'invited=false', 'status=joined', 'status=canInvite', 'onOpenJob=true'],
  ]
  for (const filter of filters)
    for (const name of ['sam', 'cleo', 'ada'] as const)
      for (const path of ['/api/users?limit=9', '/api/user-totals?search=']) {
        const all = await answerTo(name, path)
        const some = await answerTo(name, `${path}&${filter}`)
        expect([name, path, filter, some === all]).toEqual([name, path, filter, name !== 'ada'])
      }
})
