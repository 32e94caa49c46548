import { containsWords } from '@plumbline/contract/searchText.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contains } from '../platform/db/search.ts'
import { jobs } from '../schema/jobs.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.pool.query(FILL)
  await w.pool.query('vacuum analyze')
}, 60_000)
afterAll(() => w.close())

const ROWS = 5000
/**
 * `Common` is in every name, `Every tenth` in every tenth, and `Needle` in one of each kind of
 * thing.
 */
const name = (kind: string) =>
  `'Common ${kind} ' || n || case when n % 10 = 0 then ' Every tenth' else '' end
   || case when n = 77 then ' Needle' else '' end`
const many = `from generate_series(1, ${ROWS}) n`
const FILL = `
  insert into jobs (id, name, address, customer_name, customer_phone, created_at)
    select gen_random_uuid(), ${name('job')}, n || ' Elm St', 'Customer ' || n, '630-555-' || n + 1000, now() - n * interval '1 minute' ${many};
  insert into tasks (id, job_id, name, description, deadline)
    select gen_random_uuid(), (select id from jobs where name like 'Common job 5 %' or name = 'Common job 5'),
      ${name('task')}, repeat('How it is done. ', 5), now() + n * interval '1 minute' ${many};
  insert into tasks (id, job_id, name)
    select gen_random_uuid(), id, 'Dig' from jobs where name like '%Needle';
  insert into schedule_entries (id, job_id, title, description, start_date, end_date)
    select gen_random_uuid(), (select id from jobs where name = 'Common job 5'), ${name('entry')},
      repeat('How it is done. ', 5), date '2026-01-01' + n, date '2026-01-01' + n ${many};
  insert into pending_bids (id, name, address, customer_name, customer_phone, created_at)
    select gen_random_uuid(), ${name('bid')}, n || ' Elm St', 'Customer ' || n, '630-555-' || n + 1000, now() - n * interval '1 minute' ${many};
  insert into users (id, first_name, last_name, email, role, specialty, phone, second_phone)
    select gen_random_uuid(), 'Common ' || case when n = 77 then 'Needle' else 'first' end, 'Last ' || n, 'mail' || n || '@example.com',
      'subcontractor', 'Trade ' || n, '630-555-' || n + 1000, '312 555 ' || n + 2000 ${many};
  insert into photos (id, uploaded_by_id, url, caption, storage_key, files, content_type, width, height, created_at)
    select gen_random_uuid(), (select id from users where first_name = 'Ada'), '/', ${name('photo')}, 'key ' || n, '{"original": {"size": 1}}',
      'image/jpeg', 1, 1, now() - n * interval '1 minute' ${many};
  insert into messages (id, job_id, sender_id, content, created_at)
    select gen_random_uuid(), (select id from jobs where name = 'Common job 5'), (select id from users where first_name = 'Ada'),
      ${name('message')}, now() - n * interval '1 minute' ${many};
  insert into rental_properties (id, address, city, state, zip_code, property_type)
    values (gen_random_uuid(), '1 Elm St', 'Elgin', 'IL', '60120', 'Duplex');
  insert into rental_expenses (id, amount, expense_type, vendor, description, date_incurred)
    select gen_random_uuid(), n, 'Repairs', 'Vendor ' || n, ${name('expense')}, date '2026-01-01' - n ${many};
  insert into rental_income (id, property_id, amount, income_type, kind, description, date_received)
    select gen_random_uuid(), p.id, n, 'Fee', 'other', ${name('income')}, date '2026-01-01' - n
    from generate_series(1, ${ROWS}) n cross join rental_properties p`

/**
 * The plans of the search statements that `run` sends, as one text. The tables here are small
 * enough for sequential scans. `large` plans as if they were not.
 */
async function plansOf(run: () => Promise<unknown>, large = false): Promise<string> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const sent: unknown[][] = []
  try {
    await run()
    sent.push(...spy.mock.calls)
  } finally {
    spy.mockRestore()
  }
  const searches = sent.flatMap(([query, values]) => {
    const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
    return / (i?like|~) /.test(text) ? [{ text, values: values as unknown[] }] : []
  })
  const client = await w.pool.connect()
  try {
    await client.query(`set enable_seqscan = ${large ? 'off' : 'on'}`)
    let plans = ''
    for (const { text, values } of searches) {
      const { rows } = await client.query(`explain ${text}`, values)
      plans += rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    return plans
  } finally {
    client.release(true)
  }
}

/** Every list with full text search: its path, its word indexes, and the index of its order. */
const lists = [
  [
    '/api/tasks',
    [
      'tasks_name_words_idx',
      'tasks_description_words_idx',
      'tasks_job_idx',
      'jobs_name_words_idx',
      'jobs_customer_words_idx',
    ],
    'tasks_deadline_idx',
  ],
  [
    '/api/jobs',
    ['jobs_name_words_idx', 'jobs_address_words_idx', 'jobs_customer_words_idx'],
    'jobs_created_idx',
  ],
  [
    '/api/schedule-entries',
    [
      'schedule_entries_title_words_idx',
      'schedule_entries_description_words_idx',
      'schedule_entries_job_idx',
    ],
    'schedule_entries_start_idx',
  ],
  [
    '/api/pending-bids',
    [
      'pending_bids_name_words_idx',
      'pending_bids_address_words_idx',
      'pending_bids_customer_words_idx',
    ],
    'pending_bids_created_idx',
  ],
  ['/api/photos', ['photos_caption_words_idx'], 'photos_taken_idx'],
  ['/api/messages', ['messages_words_idx'], 'messages_created_idx'],
  [
    '/api/users',
    ['users_name_words_idx', 'users_email_words_idx', 'users_specialty_words_idx'],
    'users_name_idx',
  ],
  [
    '/api/rental-expenses',
    [
      'rental_expenses_vendor_words_idx',
      'rental_expenses_description_words_idx',
      'rental_expenses_type_words_idx',
    ],
    'rental_expenses_date_idx',
  ],
  [
    '/api/rental-income',
    [
      'rental_income_description_words_idx',
      'rental_income_type_words_idx',
      'rental_income_method_words_idx',
    ],
    'rental_income_date_idx',
  ],
  [
    '/api/subcontractors',
    ['users_name_words_idx', 'users_email_words_idx', 'users_specialty_words_idx'],
    'users_name_idx',
  ],
] as const

describe.each(lists)('the search in %s', (list, indexes, order) => {
  const search = (word: string) => w.call('ada', 'GET', `${list}?search=${word}&limit=20`)
  const tableOf = order.replace(/_[a-z]+_idx$/, '')

  test('finds a rare word by the word indexes, without a full scan', async () => {
    const plans = await plansOf(() => search('needle'), true)
    for (const index of indexes) expect(plans).toContain(index)
    expect(plans).not.toContain(`Seq Scan on ${tableOf}`)
    const found = (await search('needle')).body
    expect(found.length).toBe(list === '/api/tasks' ? 2 : 1)
    expect(JSON.stringify(found)).toContain('Needle')
  })

  test('reads a page of a frequent word in the order of the list', async () => {
    const plans = await plansOf(() => search('common'))
    expect(plans).toContain(order)
    expect((await search('common')).body).toHaveLength(20)
  })
})

const misspelled = (list: string, word: string, more = '&alike=true') =>
  w.call('ada', 'GET', `${list}?search=${word}&limit=20${more}`)

test.each(['/api/jobs', '/api/tasks', '/api/schedule-entries', '/api/pending-bids', '/api/users'])(
  'a word with a wrong letter is found in %s on request',
  async (list) => {
    for (const word of ['nedle', 'neeble', 'needdle', 'neelde', 'NEDLE', 'commonn+nedle'])
      expect([word, (await misspelled(list, word)).body.length]).toEqual([word, 1])
    for (const word of ['nqqdle', 'nedqq'])
      expect([word, (await misspelled(list, word)).body]).toEqual([word, []])
    expect((await misspelled(list, 'nedle', '')).body).toEqual([])
  },
)

test.each([
  ['/api/jobs', 'jobs_name_words_idx'],
  ['/api/pending-bids', 'pending_bids_name_words_idx'],
])('a word with a wrong letter is found in %s by the word indexes', async (list, index) => {
  for (const word of ['nedle', 'zzqqx'])
    expect(await plansOf(() => misspelled(list, word), true)).toContain(index)
})

test.each([
  ['/api/jobs', 'jobs_customer_phone_idx'],
  ['/api/tasks', 'jobs_customer_phone_idx'],
  ['/api/pending-bids', 'pending_bids_phone_idx'],
  ['/api/users', 'users_phone_idx'],
  ['/api/users', 'users_second_phone_idx'],
])('a phone number is found in %s by the index on digits', async (list, index) => {
  const search = () => w.call('ada', 'GET', `${list}?search=(630)%20555-1077&limit=20`)
  expect(await plansOf(search, true)).toContain(index)
  expect((await search()).body).toHaveLength(1)
})

test.each([
  ['common', ROWS + 1],
  ['every%20tenth', ROWS / 10],
  ['job%204999x', 0],
  ['needle', 2],
])(
  'tasks are found by their own texts and the names of few jobs or many: %s',
  async (word, total) => {
    const { headers } = await w.call('ada', 'GET', `/api/tasks?search=${word}&limit=1`)
    expect(Number(headers['x-total-count'])).toBe(total)
  },
)

test.each(['/api/tasks?openFirst=true', '/api/jobs?', '/api/pending-bids?', '/api/users?'])(
  'the first results of %s are the same without their number',
  async (list) => {
    for (const word of ['common', 'every%20tenth', 'needle', 'common%201', 'nowhere', 'o', 'zq']) {
      const url = `${list}&limit=6&search=${word}`
      const counted = await w.call('ada', 'GET', url)
      const { body, headers } = await w.call('ada', 'GET', `${url}&total=false`)
      expect(body).toEqual(counted.body)
      expect(headers['x-total-count']).toBe(body.length === 0 ? '0' : undefined)
    }
  },
)

test('the first tasks of many jobs are found without reading all jobs', async () => {
  const search = () => w.call('ada', 'GET', '/api/tasks?search=job&limit=6&total=false')
  expect((await search()).body).toHaveLength(6)
  const plans = await plansOf(search)
  expect(plans).not.toContain('Hash')
  expect(plans.match(/Seq Scan on jobs/g)).toHaveLength(1)
})

test('a word without trigrams does not use the word indexes', async () => {
  for (const word of ['zq', 'z', '%25', '--', 'needle'])
    for (const [list] of lists) {
      const plans = await plansOf(
        () => w.call('ada', 'GET', `${list}?search=${word}&limit=20`),
        true,
      )
      if (word === 'needle') expect(plans).toContain('_words_idx')
      else expect(plans).not.toContain('_words_idx')
    }
})

const LETTERS = [...'aAbBkKiIsS zZ0  éÉßẞİıΣσςü漢字Жж😀%_\\\'"-.']
LETTERS.push('\u212a')

test('a search finds the same as one in the browser, with and without indexes, for any letters', async () => {
  const below = seededNumbers(7)
  const text = (length: number) =>
    Array.from({ length }, () => LETTERS[below(LETTERS.length)]).join('')
  const names = Array.from({ length: 500 }, () => `x${text(1 + below(12))}`)
  await w.pool.query(
    `insert into jobs (id, name, address) select gen_random_uuid(), name, '' from unnest($1::text[]) name`,
    [names],
  )
  const words = Array.from({ length: 120 }, (_, n) => {
    const letters = [...(names[n] ?? '')]
    const from = below(letters.length)
    const part = letters.slice(from, from + 1 + below(6)).join('')
    return [part, part.toLowerCase(), part.toUpperCase(), text(1 + below(4))][n % 4] ?? part
  })
  const all = await w.db.select({ name: jobs.name }).from(jobs)
  let indexed = 0
  await w.db.transaction(async (db) => {
    await db.execute(sql`set local enable_seqscan = off`)
    for (const word of words) {
      const matches = contains(jobs.name, word)
      const found = await db.select({ name: jobs.name }).from(jobs).where(matches)
      const expected = all.filter(({ name }) => containsWords(name, word))
      expect(new Set(found.map(({ name }) => name)), word).toEqual(
        new Set(expected.map(({ name }) => name)),
      )
      const plan = await db.execute(sql`explain select id from ${jobs} where ${matches}`)
      if (JSON.stringify(plan.rows).includes('jobs_name_words_idx')) indexed++
    }
  })
  expect(indexed).toBeGreaterThan(30)
})
