import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type MailCatcher, mailCatcher, type Received } from '../../server/testing/mailCatcher.ts'
import { type Node, startNode } from '../harness/nodes.ts'
import { connectTo } from '../harness/postgres.ts'
import { Server } from '../harness/server.ts'
import { random, seed } from './options.ts'

const NOTIFICATIONS = 10_000
const PEOPLE = 50
/** Every fifth is for the daily email. */
const DAILY = 5
/** How many connections the mail server breaks; each makes a node wait. */
const DROPS = 100
/** How often an email is not taken at first. */
const FAULTS_OF_EMAIL = 2
/** To the day after, when the daily emails are due; milliseconds. */
const JUMP = 26 * 3_600_000
/** Milliseconds without progress after which the next thing breaks. */
const STALLED = 3_000

/** Has a program read how far its clock is off from a file, again and again. */
const clock = `
import { readFileSync } from 'node:fs'
const Real = Date
let shift = 0
const read = () => { try { shift = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) } catch {} }
read()
setInterval(read, 100).unref()
globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + shift)
    else super(...parts)
  }
  static now() {
    return Real.now() + shift
  }
}`
const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(clock)}`]

/** It works on the queue too, but is not killed: its Postgres is that of the others. */
let home: Server
const nodes: Node[] = []
let catcher: MailCatcher
let database: pg.Client
let setClock: (shift: number) => void

beforeAll(async () => {
  catcher = await mailCatcher()
  const env: Record<string, string> = {
    SMTP_URL: catcher.url,
    PUBLIC_URL: 'http://plumbline.example.com',
    SESSION_SECRET: 'the secret that all nodes of a test share',
  }
  home = new Server({ from: inject('company'), env, nodeArgs })
  const file = join(home.dataDir, 'clock-of-the-test')
  env.CLOCK_FILE = file
  setClock = (shift) => writeFileSync(file, String(shift))
  setClock(0)
  await home.start()
  database = await connectTo(home.postgres)
  for (let n = 0; n < 2; n++) nodes.push(await startNode(home, { env, nodeArgs }))
})
afterAll(async () => {
  await database.end()
  for (const node of nodes) await node.remove()
  await home.remove()
  await catcher.close()
})

/** People with tasks that are overdue, of each of which one has to be told. */
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
        date '2020-01-01' + substr(t.name, 2)::int, (substr(t.name, 2)::int / ${PEOPLE}) % ${DAILY} = 0
      from tasks t where t.name like 'T_____';
    insert into deliveries (id, person_id, channel, notification_id, due_at)
      select gen_random_uuid(), person_id, 'email', id, now() from notifications where not in_digest;
    insert into deliveries (id, person_id, channel, digest_day, due_at)
      select gen_random_uuid(), person_id, 'email', current_date + 1, now() + interval '20 hours'
      from notifications where in_digest group by person_id;
    commit`)
}

const idOf = ({ text }: Received) => /^Message-ID:\s+<(.+?)>/im.exec(text)?.[1] ?? ''
/** The tasks that an email names, between quotation marks as they are encoded: a token may look like one. */
const toldIn = ({ text }: Received) => [
  ...new Set([...text.matchAll(/=9C(T\d{5})=E2/g)].map(([, name]) => name)),
]
async function left(): Promise<number> {
  const query = `select count(*)::int as count from deliveries where state = 'waiting'`
  const { rows } = await database.query<{ count: number }>(query)
  return rows[0]?.count ?? 0
}

test('each notification is told of once, whatever breaks meanwhile', async () => {
  const chance = random(seed)
  const faults = new Map<string, number>()
  const happened = { reject: 0, refuse: 0, drop: 0, delay: 0 }
  catcher.treat((email) => {
    const times = faults.get(idOf(email)) ?? 0
    const roll = chance()
    if (times >= FAULTS_OF_EMAIL || roll > 0.3) return 'keep'
    faults.set(idOf(email), times + 1)
    const kind =
      (['reject', 'refuse', 'drop', 'delay'] as const)[Math.floor(chance() * 4)] ?? 'delay'
    if (kind === 'drop' && happened.drop >= DROPS) return 'keep'
    happened[kind] += 1
    return kind === 'delay' ? { delay: 300 * chance() } : kind
  })
  await seedQueue()
  const all = await left()
  expect(all).toBe(NOTIFICATIONS - NOTIFICATIONS / DAILY + PEOPLE)

  const kill = async (n: number) => {
    await nodes[n]?.server.kill()
    await nodes[n]?.server.start()
  }
  const incidents = [() => kill(0), async () => setClock(JUMP), () => kill(1), () => kill(0)]
  const incidentAt = (n: number) => all * (0.85 - 0.2 * n)
  let next = 0
  let before = all
  let since = performance.now()
  for (let waiting = all; waiting > 0; waiting = await left()) {
    if (waiting !== before) since = performance.now()
    before = waiting
    const isStalled = performance.now() - since > STALLED
    const incident = incidents[next]
    if (incident && (waiting < incidentAt(next) || isStalled)) {
      next += 1
      await incident()
      since = performance.now()
    }
    await sleep(100)
  }
  expect(next).toBe(incidents.length)

  const { rows } = await database.query(
    `select state, count(*)::int as count from deliveries group by state`,
  )
  expect(rows).toEqual([{ state: 'sent', count: all }])
  // As mail programs do: what has the id of another email is that email.
  const stored = new Map(catcher.emails.map((email) => [idOf(email), email]))
  const again = catcher.emails.length - stored.size
  console.log(`${all} emails, ${again} sent again with the same id; ${JSON.stringify(happened)}`)
  expect(stored.size).toBe(all)
  for (const email of catcher.emails)
    expect(toldIn(email)).toEqual(toldIn(stored.get(idOf(email)) ?? email))
  const told = [...stored.values()].flatMap(toldIn).sort()
  const expected = Array.from(
    { length: NOTIFICATIONS },
    (_, n) => `T${String(n + 1).padStart(5, '0')}`,
  )
  expect(told).toEqual(expected)
  // Only what was accepted without being acknowledged, by a broken connection or a killed program, comes again.
  expect(again).toBeLessThanOrEqual(happened.drop + 3 * 4)
})
