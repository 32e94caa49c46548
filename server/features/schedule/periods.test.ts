import { addDays } from '@plumbline/contract/dates.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { and, gte, lte, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { entriesWithin, scheduleEntries } from '../../schema/schedule.ts'
import { queriesDuring } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { receivables } from '../billing/queries.ts'
import { listUnattended } from '../crew/queries.ts'
import { photosWithoutFull } from '../photos/queries.ts'
import { readAttention } from './attention.ts'
import { jobsWithEntries, readPlan } from './queries.ts'

const FIRST = '2020-01-01'
const DAYS = 5000
const NOW = new Date(`${addDays(FIRST, DAYS - 50)}T12:00:00Z`)
const week = { from: addDays(FIRST, DAYS - 53), to: addDays(FIRST, DAYS - 47) }

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.pool.query(`
    insert into jobs (id, name, address, status, start_date, end_date, approved_amount)
      select gen_random_uuid(), 'Job ' || n, '', case when n % 4 = 0 then 'completed' else 'in_progress' end,
        date '${FIRST}' + n * 2, date '${FIRST}' + n * 2 + n % 40, n
      from generate_series(1, 2500) n;
    insert into schedule_entries (id, job_id, title, start_date, end_date, status)
      select gen_random_uuid(), j.id, 'Entry', j.start_date + n, j.start_date + n + n % 9,
        case when n % 5 = 0 then 'scheduled' else 'completed' end
      from jobs j cross join generate_series(1, 4) k cross join lateral (select (k * 7 + j.start_date - date '${FIRST}') % 50 as n) days;
    insert into photos (id, uploaded_by_id, url, storage_key, files, content_type, width, height)
      select gen_random_uuid(), (select id from users where first_name = 'Ada'), '/', 'key ' || n,
        case when n = 77 then '{"original": {"size": 1}}' else '{"original": {"size": 1}, "full": {"size": 1}}' end::jsonb,
        'image/jpeg', 1, 1
      from generate_series(1, 5000) n`)
  await w.pool.query('vacuum analyze')
}, 60_000)
afterAll(() => w.close())

/**
 * The query plans of the statements that `run` sends, either generic or for their actual values,
 * by indexes wherever one can serve: the cost of a scan depends on how much was vacuumed.
 */
async function plansOf(run: (db: Db) => Promise<unknown>): Promise<string> {
  const client = await w.pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    let plans = ''
    for (const { text, values } of await queriesDuring(() => run(w.db)))
      if (/ from /.test(text)) {
        const { rows } = await client.query(`explain ${text}`, [...values])
        plans += `${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`
      }
    return plans
  } finally {
    await client.query('reset enable_seqscan')
    client.release()
  }
}

const idsOf = async (where: ReturnType<typeof and>) => {
  const { id } = scheduleEntries
  return (await w.db.select({ id }).from(scheduleEntries).where(where).orderBy(id)).map(
    (row) => row.id,
  )
}

test('the entries of a period start before its end and end after its start', async () => {
  const below = seededNumbers(11)
  const dayOrNone = () => (below(5) === 0 ? undefined : addDays(FIRST, below(DAYS + 200) - 100))
  let found = 0
  for (let n = 0; n < 40; n++) {
    const from = dayOrNone()
    const to = n % 2 === 0 && from ? addDays(from, below(30) - 5) : dayOrNone()
    const expected = await idsOf(
      and(
        from ? gte(scheduleEntries.endDate, from) : undefined,
        to ? lte(scheduleEntries.startDate, to) : undefined,
      ),
    )
    // Joined into one string, because comparing two long lists is slow.
    expect((await idsOf(entriesWithin({ from, to }))).join(), `${from} ${to}`).toBe(expected.join())
    found += expected.length
  }
  expect(found).toBeGreaterThan(1000)
})

const ada = { id: newId(), role: 'admin' } as const

test.each([
  ['the plan of a week', () => (db: Db) => readPlan(db, ada, week), 'schedule_entries_days_idx'],
  [
    'the jobs with entries in a week',
    () => (db: Db) => jobsWithEntries(db, ada, week),
    'schedule_entries_days_idx',
  ],
  [
    'the entries without a crew',
    () => (db: Db) => listUnattended(db, week, NOW),
    'schedule_entries_days_idx',
  ],
  [
    'late entries',
    () => (db: Db) => readAttention(db, undefined, { now: NOW, limit: 5 }),
    'schedule_entries_open_idx',
  ],
  ['completed jobs', () => (db: Db) => receivables(db), 'jobs_completed_idx'],
  [
    'photos without their large size',
    () => (db: Db) => photosWithoutFull(db, 1000),
    'photos_without_full_idx',
  ],
] as const)('%s are found by an index', async (_, run, index) => {
  const plans = await plansOf(run())
  expect(plans).toContain(index)
  expect(plans).not.toContain('Seq Scan on schedule_entries')
  // The partial indexes are read from end to end, the one of all entries only in part.
  if (index === 'schedule_entries_days_idx')
    expect(plans).toMatch(/schedule_entries_days_idx.*\n\s+Index Cond/)
})

test('late entries are counted up to 1,000, and the longest late come first', async () => {
  const { lateEntries } = await readAttention(w.db, undefined, { now: NOW, limit: 5 })
  expect(lateEntries.count).toBe(1000)
  const { rows } = await w.db.execute(sql`
    select e.id from schedule_entries e join jobs j on j.id = e.job_id
    where e.status = 'scheduled' and j.status <> 'completed' order by e.end_date, e.id limit 5`)
  expect(lateEntries.first.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})
