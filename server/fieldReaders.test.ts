import type { CrewDay } from '@plumbline/contract/crew.ts'
import type { Photo } from '@plumbline/contract/photos.ts'
import { type Action, mayEver, type Role, roles } from '@plumbline/contract/policy.ts'
import type { Row, Schema } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refusedAddresses } from './schema/delivery.ts'
import { addressesOf, cachedGet } from './testing/addresses.ts'
import { newAuthenticator } from './testing/authenticator.ts'
import { canary, writeCanaries } from './testing/canaries.ts'
import { phonePicture } from './testing/pictures/make.ts'
import { newBrowser } from './testing/pushCatcher.ts'
import { type Name, type TestApp, testApp } from './testing/testApp.ts'

/**
 * Checks from outside who receives which field: in a company in which every field is filled in,
 * each role calls everything, and the fields they receive are printed to `contract/readers.txt`. A
 * field that is new, or that has new readers, fails here until somebody has reviewed it.
 */
const names = { admin: 'ada', subcontractor: 'sam', client: 'cleo' } as const

let w: TestApp
/** The fields that each role received a value in, by row. */
const received = new Map<Row, Record<Role, Set<string>>>()
/** The rows without a successful response for a role that may call them. */
const unanswered: string[] = []

/** The definition of a Zod schema. */
interface Def {
  readonly type: string
  readonly element?: Schema
  readonly innerType?: Schema
  readonly options?: readonly Schema[]
  readonly shape?: Readonly<Record<string, Schema>>
}
const defOf = (schema: Schema) => (schema._zod as unknown as { readonly def: Def }).def

/** The fields of a reply, including nested ones, such as `.lastMessage.content`. */
function fieldsOf(schema: Schema, at = ''): string[] {
  const { element, innerType, options, shape } = defOf(schema)
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) => fieldsOf(field, `${at}.${name}`))
  if (options) return [...new Set(options.flatMap((option) => fieldsOf(option, at)))]
  const inside = element ?? innerType
  return inside ? fieldsOf(inside, at) : [at]
}

/** Whether a field holds a value. 0 counts as none, false does not. */
const hasValue = (value: unknown) =>
  value !== null && value !== '' && value !== 0 && JSON.stringify(value) !== '{}'

/** Collects the fields of a reply that hold a value. */
function collect(found: Set<string>, fields: ReadonlySet<string>, value: unknown, at = '') {
  if (Array.isArray(value)) for (const one of value) collect(found, fields, one, at)
  else if (fields.has(at)) {
    if (hasValue(value)) found.add(at)
  } else if (value !== null && typeof value === 'object')
    for (const [name, field] of Object.entries(value))
      collect(found, fields, field, `${at}.${name}`)
  else if (value !== null) throw new Error(`The reply has no ${at}`)
}

/** The rows that reply with a value to roles other than admin. */
const rows = allRows.filter(
  ({ may, reply, file }) =>
    may !== 'anyone' &&
    !file &&
    defOf(reply).type !== 'void' &&
    (mayEver('subcontractor', may) || mayEver('client', may)),
)
const allowed = ({ may }: Row) => roles.filter((role) => mayEver(role, may as Action))

let jobId: string
let taskId: string
let sam: string

const SECOND_FACTOR = '/api/account/second-factor'

/** Sets up two-step sign-in, replacing any existing one. */
async function setUpSecondFactor(name: Name) {
  await w.call(name, 'DELETE', SECOND_FACTOR)
  const started = await w.call(name, 'POST', SECOND_FACTOR)
  const totp = new TOTP({ secret: Secret.fromBase32(started.body.secret) })
  const code = totp.generate({ timestamp: w.clock.now.getTime() })
  const confirmed = await w.call(name, 'POST', `${SECOND_FACTOR}/confirm`, { code })
  return { started, confirmed }
}

const PASSKEYS = '/api/account/passkeys'

/** Adds a passkey. */
async function addPasskey(name: Name) {
  const started = await w.call(name, 'POST', `${PASSKEYS}/options`)
  const [cookie = ''] = [started.headers['set-cookie']].flat()
  const { challenge, rp } = started.body.options
  const where = { origin: 'http://localhost:80', rpId: rp.id, challenge }
  const credential = newAuthenticator().register(where)
  const cookies = `${w.cookieOf(name)}; ${cookie.split(';')[0]}`
  return w.call(name, 'POST', PASSKEYS, { name: 'Phone', credential }, { cookie: cookies })
}

const quietNights = { quietFrom: '21:00', quietTo: '07:00' }

const addDevice = (name: Name) => {
  const device = newBrowser('https://fcm.googleapis.com/').subscription()
  return w.call(name, 'POST', '/api/push-subscriptions', device, { 'user-agent': 'Firefox' })
}

/**
 * The responses of the rows that write, or that need something written first, by the role that
 * calls them.
 */
const writes: Record<string, (role: Role) => Promise<Awaited<ReturnType<TestApp['call']>>[]>> = {
  'PUT /api/users/:id': async (role) => {
    const url = `/api/users/${w.idOf(names[role])}`
    return [await w.call(names[role], 'PUT', url, { phone: '555-0101' })]
  },
  'PUT /api/tasks/:id': async (role) => {
    const status = role === 'admin' ? 'in_progress' : 'completed'
    return [await w.call(names[role], 'PUT', `/api/tasks/${taskId}`, { status })]
  },
  'POST /api/tasks/:id/correspondence': async (role) => {
    const message = { message: 'On it' }
    return [await w.call(names[role], 'POST', `/api/tasks/${taskId}/correspondence`, message)]
  },
  'POST /api/crew-absences': async (role) => {
    const days = { startDate: '2026-12-02', endDate: '2026-12-04' }
    const absence = { subcontractorId: sam, ...days, reason: 'Away' }
    return [await w.call(names[role], 'POST', '/api/crew-absences', absence)]
  },
  'PUT /api/crew-absences/:id': async (role) => {
    const { body } = await w.call('ada', 'GET', `/api/crew-absences?subcontractorId=${sam}`)
    const url = `/api/crew-absences/${body[0].id}`
    return [await w.call(names[role], 'PUT', url, { reason: 'Away' })]
  },
  'PUT /api/crew/:id': async (role) => {
    const { body } = await w.call('ada', 'GET', `/api/crew?subcontractorId=${sam}`)
    const answers = []
    for (const { id } of body as CrewDay[])
      for (const change of [
        { declined: true, declineReason: 'Away' },
        { declined: false, confirmed: true },
      ])
        answers.push(await w.call(names[role], 'PUT', `/api/crew/${id}`, change))
    // Only the office may change the day.
    const moved = { assignedDate: '2026-12-21' }
    if (role === 'admin') answers.push(await w.call('ada', 'PUT', `/api/crew/${body[0].id}`, moved))
    return answers
  },
  'POST /api/account/calendar-feed': async (role) => [
    await w.call(names[role], 'POST', '/api/account/calendar-feed'),
  ],
  'POST /api/account/second-factor': async (role) => [
    (await setUpSecondFactor(names[role])).started,
  ],
  'POST /api/account/second-factor/confirm': async (role) => [
    (await setUpSecondFactor(names[role])).confirmed,
  ],
  'POST /api/account/recovery-codes': async (role) => {
    await setUpSecondFactor(names[role])
    return [await w.call(names[role], 'POST', '/api/account/recovery-codes')]
  },
  'POST /api/account/passkeys/options': async (role) => [
    await w.call(names[role], 'POST', `${PASSKEYS}/options`),
  ],
  'POST /api/account/passkeys': async (role) => [await addPasskey(names[role])],
  'GET /api/account/passkeys': async (role) => {
    await addPasskey(names[role])
    await w.pool.query('update passkeys set last_used_at = now()')
    return [await w.call(names[role], 'GET', PASSKEYS)]
  },
  'GET /api/account/second-factor': async (role) => {
    await setUpSecondFactor(names[role])
    const answer = await w.call(names[role], 'GET', SECOND_FACTOR)
    // As before, nobody has joined: the first steps of the company are still open.
    await w.pool.query('delete from credentials')
    return [answer]
  },
  'PUT /api/presence': async (role) => {
    const show = (name: Name) =>
      w.call(name, 'PUT', '/api/presence', { tab: `tab-of-${name}`, jobId, state: 'viewing' })
    await show(role === 'admin' ? 'sam' : 'ada')
    // Waits until this node has received the presence of the other person.
    await vi.waitFor(async () => expect((await show(names[role])).body).not.toEqual([]))
    return [await show(names[role])]
  },
  'POST /api/photos': async (role) => {
    const file = { field: 'photo', content: await phonePicture({ width: 8, height: 6 }) }
    const fields = { jobId, taskId, caption: canary('photo caption') }
    return [await w.upload(names[role], '/api/photos', file, fields)]
  },
  'PUT /api/photos/:id': async (role) => {
    const { body } = await w.call('sam', 'GET', `/api/photos?taskId=${taskId}`)
    const answers = []
    for (const { id } of body)
      answers.push(await w.call(names[role], 'PUT', `/api/photos/${id}`, { caption: 'Rails' }))
    return answers
  },
  'POST /api/photos/caption': async (role) => {
    const { body } = await w.call('sam', 'GET', '/api/photos')
    const own = body.filter((photo: Photo) => photo.uploadedById === sam)
    const ids = own.map(({ id }: Photo) => id)
    return [await w.call(names[role], 'POST', '/api/photos/caption', { ids, caption: role })]
  },
  'PUT /api/notification-settings': async (role) => [
    await w.call(names[role], 'PUT', '/api/notification-settings', quietNights),
  ],
  'POST /api/push-subscriptions': async (role) => [await addDevice(names[role])],
  'GET /api/push-subscriptions': async (role) => {
    await addDevice(names[role])
    return [await w.call(names[role], 'GET', '/api/push-subscriptions')]
  },
  'POST /api/messages/several': async (role) => [
    await w.call(names[role], 'POST', '/api/messages/several', {
      ...{ jobIds: [jobId], content: 'Hello', audience: 'all' },
    }),
  ],
  'POST /api/messages': async (role) => [
    await w.call(names[role], 'POST', '/api/messages', { jobId, content: 'Hello' }),
  ],
}

/** The cached responses of the reads, which are called before the writes. */
const list = cachedGet((url: string) => w.call('ada', 'GET', url))

async function ask(row: Row, role: Role) {
  const title = `${row.method} ${row.path}`
  const make = writes[title]
  if (make) return make(role)
  if (row.method !== 'GET') throw new Error(`Say what ${title} is asked`)
  const answers = []
  for (const url of await addressesOf(row.path, list))
    answers.push(await w.call(names[role], 'GET', url))
  return answers
}

beforeAll(async () => {
  // Its label is one of the fields. The provider is never called.
  const oidc = { issuer: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b', label: 'ID' }
  w = await testApp({ oidc })
  // Presence is exchanged between servers that listen.
  await w.app.listen({ host: '127.0.0.1', port: 0 })
  sam = w.idOf('sam')
  const company = await writeCanaries(w)
  await company.addColleague()
  ;({ jobId, taskId } = company)
  await w.pool.query(`update users set profile_image_url = '/p.png', invite_expiry = now()`)
  // The clock of the tests stands still, so refresh the confirmations that account changes need.
  await w.pool.query(
    `update sessions set sess = sess || jsonb_build_object('confirmedAt', $1::text)`,
    [w.clock.now.toISOString()],
  )
  for (const name of Object.values(names)) {
    await w.call(name, 'POST', '/api/account/calendar-feed')
    await w.call(name, 'PUT', '/api/notification-settings', quietNights)
  }
  const { email: address } = (await w.call('ada', 'GET', `/api/users/${sam}`)).body
  const refusal = { personId: sam, address, reason: '550 5.1.1 Unknown' }
  await w.db.insert(refusedAddresses).values(refusal)
  for (const row of rows.toSorted(
    (a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'),
  )) {
    const fields = new Set(fieldsOf(row.reply))
    const found = {
      admin: new Set<string>(),
      subcontractor: new Set<string>(),
      client: new Set<string>(),
    }
    for (const role of allowed(row)) {
      const answers = (await ask(row, role)).filter(({ status }) => status < 300)
      if (answers.length === 0) unanswered.push(`${row.method} ${row.path} as ${role}`)
      for (const { body } of answers) collect(found[role], fields, body)
    }
    received.set(row, found)
  }
}, 240_000)
afterAll(() => w.close())

/** The names of groups of readers, by the roles that received a field. */
const readerNames: Record<string, string> = {
  'admin subcontractor client': 'everyone',
  admin: 'office',
  'admin subcontractor': 'crew',
  'admin client': 'client',
  subcontractor: 'subs alone',
  client: 'clients alone',
  '': 'nobody',
}

test('who receives which field', async () => {
  const titles = new Map<string, string[]>()
  for (const [row, found] of received) {
    const lines = fieldsOf(row.reply).map((field) => {
      const readers = roles.filter((role) => found[role].has(field)).join(' ')
      return `  ${field.slice(1).padEnd(40)} ${readerNames[readers] ?? readers}`
    })
    const text = lines.join('\n')
    titles.set(text, [...(titles.get(text) ?? []), `${row.method} ${row.path}`])
  }
  const head = 'Who is answered which field, by address. Printed by server/fieldReaders.test.ts.\n'
  const blocks = [...titles].map(([text, addresses]) => `${addresses.join('\n')}\n${text}\n`)
  await expect([head, ...blocks].join('\n')).toMatchFileSnapshot('../contract/readers.txt')
})

test('every row answers who may ask', () => expect(unanswered).toEqual([]))

test('nothing is left out: a field that nobody received is not for those who ask there', () => {
  const unread = [...received].flatMap(([row, found]) =>
    fieldsOf(row.reply)
      .filter((field) => !roles.some((role) => found[role].has(field)))
      .map((field) => `${row.method} ${row.path} ${field.slice(1)}`),
  )
  expect(unread).toEqual([
    // In the dashboard of a client. The admin gets the same fields elsewhere.
    'GET /api/dashboard jobs.privateNotes',
    'GET /api/dashboard jobs.bidId',
    // In the reply for a passkey that was just added.
    'POST /api/account/passkeys lastUsedAt',
    // In the reply for a message that was just written.
    'POST /api/messages removedAt',
    'POST /api/messages removedByName',
  ])
})
