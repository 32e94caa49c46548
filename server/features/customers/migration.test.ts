import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { bundledMigrations, migrate } from '../../platform/db/migrate.ts'
import { connect } from '../../platform/db/open.ts'
import { emptyDatabase, silentLog } from '../../platform/db/testing.ts'

type Kind = 'user' | 'job' | 'bid'

/** The words about a customer in a job, a bid or a client. */
interface Said {
  readonly id: string
  readonly kind: Kind
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly clientId: string | null
}

interface Found extends Said {
  readonly customerId: string | null
}

const NUMBER = 6000
const [anna, ben] = [newId(), newId()]
let seed = 41
const pick = <T>(list: readonly T[]): T => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return list[Math.floor((seed / 2 ** 31) * list.length)] as T
}

const said = (facts: Partial<Said>): Said => ({
  ...{ id: newId(), kind: 'job', name: null, email: null, phone: null, clientId: null },
  ...facts,
})

/** Messy customers: same names, shared numbers, couples, and addresses in either case. */
function messy(): Said {
  const family = pick(['Smith', 'Nguyen', 'Okafor', 'Żółć'])
  const name = pick([null, family, `${pick(['Ann', 'Bob', 'Ann and Bob'])} ${family}`])
  const n = pick(Array.from({ length: 400 }, (_, at) => at))
  return said({
    kind: pick(['job', 'job', 'bid']),
    name: name && pick([name, name.toUpperCase()]),
    email: pick([null, null, `c${n}@example.com`, `C${n}@Example.com`]),
    phone: pick([
      null,
      '555-01',
      `(630) 555-${1000 + (n % 90)}`,
      `+1 630.555.${1000 + (n % 90)} x12`,
    ]),
    clientId: pick([null, null, null, anna, ben]),
  })
}

const people = [
  said({ kind: 'user', id: anna, name: 'Anna Adams', email: 'anna@example.com' }),
  said({ kind: 'user', id: ben, name: 'Ben Bell', phone: '630-555-7777' }),
]
const cases = {
  ofAnna: said({ clientId: anna }),
  alsoOfAnna: said({ name: 'The Adamses', clientId: anna }),
  byEmail: said({ kind: 'bid', name: 'Somebody', email: 'ANNA@example.com' }),
  byPhone: said({ name: 'ben bell', phone: '1 (630) 555-7777 ext. 3' }),
  samePhoneOnly: said({ name: 'Carl', phone: '630-555-7777' }),
  sameNameOnly: said({ name: 'Ben Bell' }),
  otherEmail: said({ name: 'Ben Bell', phone: '630-555-7777', email: 'ben@example.com' }),
  nobody: said({}),
}

let before: Said[]
let after: Found[]
let contacts: { customerId: string; name: string; email: string | null; phone: string | null }[]
let close: () => Promise<void>

const READ = `
  select id, 'job' as kind, customer_name as name, customer_email as email, customer_phone as phone,
    client_id as "clientId" from jobs
  union all select id, 'bid', customer_name, customer_email, customer_phone, client_id from pending_bids
  union all select id, 'user', first_name || ' ' || last_name, email, phone, null from users`

beforeAll(async () => {
  const empty = await emptyDatabase()
  const { pool } = connect(empty.url, silentLog)
  close = async () => {
    await pool.end()
    await empty.drop()
  }
  const all = bundledMigrations()
  await migrate(
    pool,
    all.slice(
      0,
      all.findIndex(({ tag }) => tag === '0033_customers'),
    ),
  )
  const rows = JSON.stringify([
    ...people,
    ...Object.values(cases),
    ...Array.from({ length: NUMBER }, messy),
  ])
  const r = `jsonb_to_recordset($1) as r(id uuid, kind text, name text, email text, phone text, "clientId" uuid)`
  await pool.query(
    `insert into users (id, first_name, last_name, email, phone, role)
      select id, split_part(name, ' ', 1), split_part(name, ' ', 2), email, phone, 'client' from ${r} where kind = 'user'`,
    [rows],
  )
  for (const [kind, table] of [
    ['job', 'jobs'],
    ['bid', 'pending_bids'],
  ])
    await pool.query(
      `insert into ${table} (id, name, address, customer_name, customer_email, customer_phone, client_id)
        select id, 'Work', '1 Elm St', name, email, phone, "clientId" from ${r} where kind = '${kind}'`,
      [rows],
    )
  before = (await pool.query<Said>(`${READ} order by id`)).rows
  await migrate(pool)
  const customerOf = `coalesce((select customer_id from jobs j where j.id = r.id),
    (select customer_id from pending_bids b where b.id = r.id), (select customer_id from users u where u.id = r.id))`
  after = (
    await pool.query<Found>(
      `select r.*, ${customerOf} as "customerId" from (${READ}) r order by id`,
    )
  ).rows
  contacts = (
    await pool.query(
      `select customer_id as "customerId", name, email, phone from customer_contacts`,
    )
  ).rows
}, 60_000)
afterAll(() => close())

const digitsOf = (phone: string | null) =>
  (phone ?? '')
    .replace(/(x|ext).*/i, '')
    .replaceAll(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '')
const emailOf = ({ email }: Said) => email?.toLowerCase()
const personOf = ({ name, phone }: Said) =>
  name && digitsOf(phone).length >= 7 ? `${digitsOf(phone)} ${name.toLowerCase()}` : undefined

const customerOf = (name: keyof typeof cases) =>
  after.find(({ id }) => id === cases[name].id)?.customerId
const ofPerson = (id: string) => after.find((row) => row.id === id)?.customerId

test('customers are found by email address, by phone and name together, and by their client', () => {
  expect(customerOf('nobody')).toBeNull()
  for (const name of ['ofAnna', 'alsoOfAnna', 'byEmail'] as const)
    expect(customerOf(name), name).toBe(ofPerson(anna))
  // The client without an address has the one of the job with the same number and name.
  for (const name of ['byPhone', 'otherEmail'] as const)
    expect(customerOf(name), name).toBe(ofPerson(ben))
  expect(customerOf('samePhoneOnly')).not.toBe(ofPerson(ben))
  expect(customerOf('sameNameOnly')).not.toBe(ofPerson(ben))
})

test('no job, bid or client loses a word', () => {
  expect(after.map(({ customerId: _, ...row }) => row)).toEqual(before)
  const words = new Map<string, string>()
  for (const { customerId, name, email, phone } of contacts)
    words.set(
      customerId,
      `${words.get(customerId)} ${name} ${email} ${digitsOf(phone)}`.toLowerCase(),
    )
  for (const { customerId, name, email, phone } of after) {
    if (customerId === null) continue
    const known = words.get(customerId)
    expect(known).toContain(name?.toLowerCase() ?? '')
    expect(known).toContain(email?.toLowerCase() ?? '')
    expect(known).toContain(digitsOf(phone))
  }
})

test('only what shares an email address, a number with a name, or a client is one customer', () => {
  /** The rows that share a key, directly or through others. */
  const group = new Map<string, string>()
  const find = (key: string): string => {
    const parent = group.get(key) ?? key
    return parent === key ? key : find(parent)
  }
  const join = (a: string, b: string) => group.set(find(a), find(b))
  for (const row of after) {
    for (const key of [emailOf(row), personOf(row)]) if (key) join(row.id, key)
    if (row.clientId && !emailOf(row) && !personOf(row)) join(row.id, row.clientId)
  }
  const groupOf = new Map<string, string>()
  const customerOfEmail = new Map<string, string | null>()
  for (const row of after) {
    const { customerId } = row
    expect(customerId === null).toBe(!(row.name || row.email || row.phone || row.clientId))
    if (customerId === null) continue
    expect(groupOf.get(customerId) ?? find(row.id)).toBe(find(row.id))
    groupOf.set(customerId, find(row.id))
    const email = emailOf(row)
    if (!email) continue
    expect(customerOfEmail.get(email) ?? customerId).toBe(customerId)
    customerOfEmail.set(email, customerId)
  }
})
