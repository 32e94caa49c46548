import { type Action, mayEver, type Role, roles } from '@plumbline/contract/policy.ts'
import { jobReaders, reads } from '@plumbline/contract/readers.ts'
import type { Row, Schema } from '@plumbline/contract/route.ts'
import { allRows, routes } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedAddresses } from './schema/delivery.ts'
import { addressesOf, cachedGet } from './testing/addresses.ts'
import { writeCanaries } from './testing/canaries.ts'
import { slices } from './testing/slices.ts'
import { stripeServer } from './testing/stripe.ts'
import { type TestApp, testApp } from './testing/testApp.ts'
import type { Asking, SliceTests } from './testing/walk/sliceTests.ts'

/**
 * Checks from outside who receives which field: in a company in which every field is filled in,
 * each role calls everything, and the fields they receive are printed to `contract/readers.txt`. A
 * field that is new, or that has new readers, fails here until somebody has reviewed it.
 */
const names = { admin: 'ada', subcontractor: 'sam', client: 'cleo' } as const

let w: TestApp
let stripe: Awaited<ReturnType<typeof stripeServer>>
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

/** The calls of the rows that write, or that need something written first. */
const answers = new Map<Row, (asking: Asking) => Promise<Awaited<ReturnType<TestApp['call']>>[]>>(
  Object.entries(routes).flatMap(([name, table]) => {
    const slice = slices[name as keyof typeof routes] as SliceTests<Record<string, Row>>
    return Object.entries(slice.answers ?? {}).flatMap(([key, make]) => {
      const row = (table as Record<string, Row>)[key]
      return row && make ? [[row, make] as const] : []
    })
  }),
)

/** The cached responses of the reads, which are called before the writes. */
const list = cachedGet((url: string) => w.call('ada', 'GET', url))

async function ask(row: Row, role: Role) {
  const name = names[role]
  const make = answers.get(row)
  if (make)
    return make({
      ...{ w, role, name, jobId, taskId, sam },
      call: (method, url, body, headers) => w.call(name, method, url, body, headers),
    })
  if (row.method !== 'GET')
    throw new Error(`${row.method} ${row.path} is missing in the answers of server/testing/slices/`)
  const replies = []
  for (const url of await addressesOf(row.path, list)) replies.push(await w.call(name, 'GET', url))
  return replies
}

beforeAll(async () => {
  // Its label is one of the fields. The provider is never called.
  const oidc = { issuer: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b', label: 'ID' }
  stripe = await stripeServer()
  w = await testApp({ oidc, stripe: stripe.settings })
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
    const quietNights = { quietFrom: '21:00', quietTo: '07:00' }
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
afterAll(async () => {
  await w.close()
  await stripe.close()
})

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

test('every call succeeds for the roles that may make it', () => expect(unanswered).toEqual([]))

/** The fields of a job that its client does not read. */
const notForClients = Object.entries(jobReaders)
  .filter(([, readers]) => !reads('client', readers))
  .map(([field]) => field)

test('the fields that no role received are the known ones', () => {
  const unread = [...received].flatMap(([row, found]) =>
    fieldsOf(row.reply)
      .filter((field) => !roles.some((role) => found[role].has(field)))
      .map((field) => `${row.method} ${row.path} ${field.slice(1)}`),
  )
  const known = [
    // In the dashboard of a client. The admin gets the same fields elsewhere.
    ...notForClients.map((field) => `GET /api/dashboard jobs.${field}`),
    // In the reply for a passkey that was just added.
    'POST /api/account/passkeys lastUsedAt',
    // In the reply for a message that was just written.
    'POST /api/messages removedAt',
    'POST /api/messages removedByName',
    // The view and the signature of a customer with a link.
    ...['id', 'number', 'signedBy', 'signedAt'].map(
      (field) => `GET /api/jobs/:id/contract proposal.${field}`,
    ),
    'GET /api/jobs/:id/contract changes.viewedAt',
    // In the replies for a change order that was just answered, or not yet. The read has them.
    ...['approve', 'decline'].flatMap((answer) =>
      ['amountBefore', 'amountAfter', 'endBefore', 'endAfter'].map(
        (field) => `POST /api/change-orders/:id/${answer} effect.${field}`,
      ),
    ),
    'POST /api/change-orders/:id/decline signedBy',
    'POST /api/change-orders/:id/ask signedBy',
    'POST /api/change-orders/:id/ask decidedAt',
  ]
  expect(unread.toSorted()).toEqual(known.toSorted())
})
