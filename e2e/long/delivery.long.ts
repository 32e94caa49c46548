import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type MailCatcher, mailCatcher, type Received } from '../../server/testing/mailCatcher.ts'
import { serverClock } from '../harness/clock.ts'
import { type Node, startNode } from '../harness/nodes.ts'
import { connectTo } from '../harness/postgres.ts'
import { Server } from '../harness/server.ts'
import { random, seed } from './options.ts'

const NOTIFICATIONS = 10_000
const PEOPLE = 50
/** Every fifth notification goes into the daily email. */
const DAILY_EVERY = 5
/** The most connections that the mail server drops. Each one makes a node wait. */
const MAX_DROPS = 100
/** The most times that one email fails. */
const MAX_FAULTS_PER_EMAIL = 2
/** The clock shift to the next day, when the daily emails are due. */
const CLOCK_SHIFT_MS = 26 * 3_600_000
/** Time without progress after which the next incident starts. */
const STALL_TIMEOUT_MS = 3_000

const clock = serverClock()
/** This server works on the queue too, but is never killed, because the others use its Postgres. */
let home: Server
const nodes: Node[] = []
let catcher: MailCatcher
let database: pg.Client

beforeAll(async () => {
  catcher = await mailCatcher()
  const env = {
    SMTP_URL: catcher.url,
    PUBLIC_URL: 'http://plumbline.example.com',
    SESSION_SECRET: 'the secret that all nodes of a test share',
    ...clock.options.env,
  }
  const { nodeArgs } = clock.options
  home = new Server({ from: inject('company'), env, nodeArgs })
  await home.start()
  database = await connectTo(home.postgres)
  for (let n = 0; n < 2; n++) nodes.push(await startNode(home, { env, nodeArgs }))
})
afterAll(async () => {
  await database.end()
  for (const node of nodes) await node.remove()
  await home.remove()
  await catcher.close()
  clock.remove()
})

/** Inserts people with overdue tasks. Each task needs one notification. */
async function seedQueue() {
  await database.query(`
    begin;
    insert into users (id, email, first_name, last_name, role, specialty)
      select gen_random_uuid(), 'sub' || n || '@example.com', 'Sub', 'Number ' || n, 'subcontractor', 'Tile'
      from generate_series(1, ${PEOPLE}) n;
    insert into jobs (id, name, address) values (gen_random_uuid(), 'Kiln Road', '1 Kiln Road');
    insert into job_subcontractors (id, job_id, subcontractor_id)
      select gen_random_uuid(), j.id, u.id from jobs j, users u
      where j.name = 'Kiln Road' and u.specialty = 'Tile';
    insert into tasks (id, job_id, name, assignee_id)
      select gen_random_uuid(), (select id from jobs where name = 'Kiln Road'), 'T' || to_char(n, 'FM00000'),
        (select id from users where email = 'sub' || (1 + n % ${PEOPLE}) || '@example.com')
      from generate_series(1, ${NOTIFICATIONS}) n;
    insert into notification_channels (person_id, kind, email, push)
      select id, 'overdue', 'immediately', false from users where specialty = 'Tile';
    insert into notifications (id, person_id, name, kind, job_id, subject_id, day, in_digest)
      select gen_random_uuid(), t.assignee_id, 'task.overdue', 'overdue', t.job_id, t.id,
        date '2020-01-01' + substr(t.name, 2)::int, (substr(t.name, 2)::int / ${PEOPLE}) % ${DAILY_EVERY} = 0
      from tasks t where t.name like 'T_____';
    insert into deliveries (id, person_id, channel, notification_id, due_at)
      select gen_random_uuid(), person_id, 'email', id, now() from notifications where not in_digest;
    insert into deliveries (id, person_id, channel, digest_day, due_at)
      select gen_random_uuid(), person_id, 'email', current_date + 1, now() + interval '20 hours'
      from notifications where in_digest group by person_id;
    commit`)
}

const idOf = ({ text }: Received) => /^Message-ID:\s+<(.+?)>/im.exec(text)?.[1] ?? ''
/**
 * Returns the tasks that an email names. They are matched with their encoded quotation marks,
 * because a token may look like a task name.
 */
const tasksIn = ({ text }: Received) => [
  ...new Set([...text.matchAll(/=9C(T\d{5})=E2/g)].map(([, name]) => name)),
]
async function countWaiting(): Promise<number> {
  const query = `select count(*)::int as count from deliveries where state = 'waiting'`
  const { rows } = await database.query<{ count: number }>(query)
  return rows[0]?.count ?? 0
}

test('each notification is emailed once, despite faults and kills', async () => {
  const chance = random(seed)
  const faultsByEmail = new Map<string, number>()
  const faultCounts = { reject: 0, refuse: 0, drop: 0, delay: 0 }
  catcher.treat((email) => {
    const times = faultsByEmail.get(idOf(email)) ?? 0
    const roll = chance()
    if (times >= MAX_FAULTS_PER_EMAIL || roll > 0.3) return 'keep'
    faultsByEmail.set(idOf(email), times + 1)
    const kind =
      (['reject', 'refuse', 'drop', 'delay'] as const)[Math.floor(chance() * 4)] ?? 'delay'
    if (kind === 'drop' && faultCounts.drop >= MAX_DROPS) return 'keep'
    faultCounts[kind] += 1
    return kind === 'delay' ? { delay: 300 * chance() } : kind
  })
  await seedQueue()
  const total = await countWaiting()
  expect(total).toBe(NOTIFICATIONS - NOTIFICATIONS / DAILY_EVERY + PEOPLE)

  const kill = async (n: number) => {
    await nodes[n]?.server.kill()
    await nodes[n]?.server.start()
  }
  const shiftClock = async () => clock.turnTo(new Date(Date.now() + CLOCK_SHIFT_MS))
  const incidents = [() => kill(0), shiftClock, () => kill(1), () => kill(0)]
  const incidentAt = (n: number) => total * (0.85 - 0.2 * n)
  let next = 0
  let before = total
  let lastProgress = performance.now()
  for (let waiting = total; waiting > 0; waiting = await countWaiting()) {
    if (waiting !== before) lastProgress = performance.now()
    before = waiting
    const isStalled = performance.now() - lastProgress > STALL_TIMEOUT_MS
    const incident = incidents[next]
    if (incident && (waiting < incidentAt(next) || isStalled)) {
      next += 1
      await incident()
      lastProgress = performance.now()
    }
    await sleep(100)
  }
  expect(next).toBe(incidents.length)

  const { rows } = await database.query(
    `select state, count(*)::int as count from deliveries group by state`,
  )
  expect(rows).toEqual([{ state: 'sent', count: total }])
  // Emails with the same message id count as one, as in mail programs.
  const stored = new Map(catcher.emails.map((email) => [idOf(email), email]))
  const again = catcher.emails.length - stored.size
  console.log(
    `${total} emails, ${again} sent again with the same id; ${JSON.stringify(faultCounts)}`,
  )
  expect(stored.size).toBe(total)
  for (const email of catcher.emails)
    expect(tasksIn(email)).toEqual(tasksIn(stored.get(idOf(email)) ?? email))
  const sentTasks = [...stored.values()].flatMap(tasksIn).sort()
  const expected = Array.from(
    { length: NOTIFICATIONS },
    (_, n) => `T${String(n + 1).padStart(5, '0')}`,
  )
  expect(sentTasks).toEqual(expected)
  // An email is sent again only if it was accepted but the acknowledgment was lost, because of a
  // broken connection or a killed program.
  expect(again).toBeLessThanOrEqual(faultCounts.drop + 3 * 4)
})
