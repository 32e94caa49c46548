import type pg from 'pg'
import { expect } from 'vitest'
import { newId } from '../platform/db/ids.ts'
import { migrate } from '../platform/db/migrate.ts'
import { migrationsBefore } from './migrationsBefore.ts'

/** The words about a customer in a job, a bid or a client. */
export interface Said {
  readonly id: string
  readonly kind: 'user' | 'job' | 'bid'
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
  readonly clientId: string | null
}

interface Contact {
  readonly customerId: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
}

/** The jobs, bids and clients around the migration that makes their customers. */
export interface Migrated {
  readonly before: readonly Said[]
  readonly after: readonly (Said & { readonly customerId: string | null })[]
  readonly contacts: readonly Contact[]
  /** The milliseconds that this migration and those after it took. */
  readonly took: number
}

/** The words of a job, unless another kind is given; null where nothing is given. */
export const said = (facts: Partial<Said>): Said => ({
  ...{ id: newId(), kind: 'job', name: null, email: null, phone: null },
  ...{ address: null, clientId: null },
  ...facts,
})

/**
 * Messy customers: same names, shared numbers, no email, couples, and addresses in either case.
 * @param random gives numbers from 0 to 1
 * @param clients the ids of those who sign in
 */
export function messyWords(
  count: number,
  random: () => number,
  clients: readonly string[],
): readonly Said[] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  return Array.from({ length: count }, () => {
    const family = pick(['Smith', 'Nguyen', 'Okafor', 'Żółć'])
    const first = pick(['Ann', 'Bob', 'Ann and Bob', 'Ann & Bob'])
    const name = pick([null, family, `${first} ${family}`])
    const n = Math.floor((random() * count) / 15)
    const number = `555-${1000 + (n % Math.ceil(count / 60))}`
    return said({
      kind: pick(['job', 'job', 'bid']),
      name: name && pick([name, name.toUpperCase()]),
      email: pick([null, null, `c${n}@example.com`, `C${n}@Example.com`]),
      phone: pick([null, '555-01', `(630) ${number}`, `+1 630.${number.replace('-', '.')} x12`]),
      address: pick([null, '14 Lake Dr', '9 Oak St']),
      clientId: pick([null, null, null, ...clients]),
    })
  })
}

const READ = `
  select id, 'job' as kind, customer_name as name, customer_email as email, customer_phone as phone,
    customer_address as address, client_id as "clientId" from jobs
  union all select id, 'bid', customer_name, customer_email, customer_phone, customer_address, client_id from pending_bids
  union all select id, 'user', first_name || ' ' || last_name, email, phone, address, null from users`

/** Fills an empty database as it was before there were customers, and brings it up to date. */
export async function migrateWords(pool: pg.Pool, words: readonly Said[]): Promise<Migrated> {
  await migrate(pool, migrationsBefore('0033_customers'))
  const rows = [JSON.stringify(words)]
  const r = `jsonb_to_recordset($1) as r(id uuid, kind text, name text, email text, phone text, address text, "clientId" uuid)`
  await pool.query(
    `insert into users (id, first_name, last_name, email, phone, address, role)
      select id, split_part(name, ' ', 1), split_part(name, ' ', 2), email, phone, address, 'client' from ${r} where kind = 'user'`,
    rows,
  )
  for (const [kind, table] of [
    ['job', 'jobs'],
    ['bid', 'pending_bids'],
  ])
    await pool.query(
      `insert into ${table} (id, name, address, customer_name, customer_email, customer_phone, customer_address, client_id)
        select id, 'Work', '1 Elm St', name, email, phone, address, "clientId" from ${r} where kind = '${kind}'`,
      rows,
    )
  const { rows: before } = await pool.query<Said>(`${READ} order by id`)
  const start = performance.now()
  await migrate(pool)
  const took = performance.now() - start
  const customerOf = `coalesce((select customer_id from jobs j where j.id = r.id),
    (select customer_id from pending_bids b where b.id = r.id), (select customer_id from users u where u.id = r.id))`
  const { rows: after } = await pool.query<Migrated['after'][number]>(
    `select r.*, ${customerOf} as "customerId" from (${READ}) r order by id`,
  )
  const { rows: contacts } = await pool.query<Contact>(
    `select customer_id as "customerId", name, email, phone from customer_contacts`,
  )
  return { before, after, contacts, took }
}

const digitsOf = (phone: string | null) =>
  (phone ?? '')
    .replace(/(x|ext).*/i, '')
    .replaceAll(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '')
const emailOf = ({ email }: Said) => email?.toLowerCase()
const personOf = ({ name, phone }: Said) =>
  name && digitsOf(phone).length >= 7 ? `${digitsOf(phone)} ${name.toLowerCase()}` : undefined

/** Expects every word to be where it was, and with the customer as well. */
export function expectWordsKept({ before, after, contacts }: Migrated) {
  expect(after.map(({ customerId: _, ...row }) => row)).toEqual(before)
  const words = new Map<string, string>()
  for (const { customerId, name, email, phone } of contacts)
    words.set(
      customerId,
      `${words.get(customerId)} ${name} ${email} ${digitsOf(phone)}`.toLowerCase(),
    )
  const lost = after.filter(({ customerId, name, email, phone }) => {
    const known = words.get(customerId ?? '') ?? ''
    const own = [name?.toLowerCase(), email?.toLowerCase(), digitsOf(phone)]
    return customerId !== null && own.some((word) => word && !known.includes(word))
  })
  expect(lost).toEqual([])
}

/**
 * Expects one customer only for what shares an email address, a number with a name, or a client,
 * directly or through others; never for a name or a number alone.
 */
export function expectNotGuessed({ after }: Migrated) {
  /** The rows that share a key. */
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
  const customerOfEmail = new Map<string, string>()
  const wrong = after.filter((row) => {
    const { customerId, name, email, phone, clientId } = row
    if (customerId === null) return Boolean(name || email || phone || clientId)
    const own = groupOf.get(customerId) ?? find(row.id)
    groupOf.set(customerId, own)
    const key = emailOf(row) ?? row.id
    const same = customerOfEmail.get(key) ?? customerId
    customerOfEmail.set(key, same)
    return own !== find(row.id) || same !== customerId
  })
  expect(wrong).toEqual([])
}
