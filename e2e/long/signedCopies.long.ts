import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, utimesSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type MailCatcher, mailCatcher, type Received } from '../../server/testing/mailCatcher.ts'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { expectText, readPdf } from '../harness/pdf.ts'
import { filesOf } from '../harness/photos.ts'
import { connectTo } from '../harness/postgres.ts'
import { Server } from '../harness/server.ts'
import { childrenOf } from './memory.ts'
import { ROOT } from './operating/page.ts'
import { random, seed } from './options.ts'
import { approve, newJob, type Sent, SIGNER, sentBid, sentChange } from './signing.ts'

/** The kills of a process that writes PDFs: as many copies as are made in a minute. */
const WRITER_KILLS = 20
/** Copies, and emails that wait for them, come within two minutes. */
const COPIES_TIMEOUT_MS = 130_000
/** Files that are younger may belong to an upload. */
const UPLOAD_GRACE_MS = 3_600_000
const TO = 'nancy@example.com'

const chance = random(seed)
let server: Server
let admin: ApiClient
let catcher: MailCatcher
beforeEach(async () => {
  catcher = await mailCatcher()
  const env = {
    ...{ RATE_CALLS: '1000000', SMTP_URL: catcher.url },
    PUBLIC_URL: 'http://plumbline.example.com',
  }
  server = new Server({ from: inject('company'), env })
  await server.start()
  admin = await signIn(server.url, owner.email)
})
afterEach(async () => {
  await server.remove()
  await catcher.close()
})

/** The rows of a statement. Each connection is new, because Postgres ends after the program. */
async function rowsOf<T extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
  const database = await connectTo(server.postgres)
  try {
    return (await database.query<T>(statement, values)).rows
  } finally {
    await database.end()
  }
}

/** A kind of document, with everything that its approval writes. */
interface Kind {
  readonly send: (name: string) => Promise<Sent>
  readonly total: string
  /** The columns that differ between a version `p` that is open and one that was approved. */
  readonly columns: string
  readonly open: object
  readonly approved: object
}

const signature = `p.status as version, p.evidence is not null as evidence,
  p.signed_content is not null as content,
  (select count(*)::int from proposal_events e
    where e.proposal_id = p.id and e.kind = 'approved') as approvals,
  (select count(*)::int from deliveries d
    where d.proposal_id = p.id and d.letter = 'signed') as emails`
const unsigned = { version: 'sent', evidence: false, content: false, approvals: 0, emails: 0 }
const signed = { version: 'approved', evidence: true, content: true, approvals: 1, emails: 1 }
const countEvents = (subject: string, name: string) =>
  `(select count(*)::int from events e where e.subject_id = p.${subject}::text and e.name = '${name}')`

/** A bid becomes a job, the only one of its name. */
const bid: Kind = {
  send: (name) => sentBid(admin, name, { email: TO }),
  total: '1300.00',
  columns: `${signature}, (select b.status from pending_bids b where b.id = p.bid_id) as bid,
    (select array_agg(j.approved_amount::int) from jobs j
      join pending_bids b on b.name = j.name where b.id = p.bid_id) as jobs,
    ${countEvents('bid_id', 'bid.converted')} as events`,
  open: { ...unsigned, bid: 'pending', jobs: null, events: 0 },
  approved: { ...signed, bid: 'approved', jobs: [130_000], events: 1 },
}
/** A change order moves the amount of its job. */
const change: Kind = {
  send: async (name) => sentChange(admin, (await newJob(admin, name)).id, { email: TO }),
  total: '100.00',
  columns: `${signature},
    (select o.status from change_orders o where o.id = p.change_order_id) as change,
    (select j.approved_amount::int from jobs j join change_orders o on o.job_id = j.id
      where o.id = p.change_order_id) as amount,
    ${countEvents('change_order_id', 'changeOrder.approved')} as events`,
  open: { ...unsigned, change: 'sent', amount: 0, events: 0 },
  approved: { ...signed, change: 'approved', amount: 10_000, events: 1 },
}

async function stateOf({ columns }: Kind, { id }: Sent): Promise<object | undefined> {
  const [state] = await rowsOf(`select ${columns} from proposals p where p.id = $1`, [id])
  return state
}

interface Copy {
  readonly id: string
  readonly key: string | null
  readonly size: number
  readonly sha256: string
}
const copies = () =>
  rowsOf<Copy>(`select id, copy_key as key, copy_size as size, copy_sha256 as sha256
    from proposals where status = 'approved'`)

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const uploads = () => filesOf(server).uploads

/** Moments of an approval at which something ends. */
const moments: Readonly<Record<string, (sent: Sent) => Promise<unknown>>> = {
  approval: () => sleep(chance() * 250),
  /** Between the approval and the copy. */
  making: async ({ id }) => {
    const database = await connectTo(server.postgres)
    const isApproved = `select 1 from proposals where id = $1 and status = 'approved'`
    while ((await database.query(isApproved, [id])).rowCount === 0) await sleep(1)
    await database.end()
    await sleep(chance() * 500)
  },
  /** While the copy is written to the disk. */
  storing: async () => {
    const folder = join(server.dataDir, chance() < 0.5 ? 'uploads' : 'files/proposals')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const watcher = watch(folder)
    await new Promise((resolve) => watcher.once('change', resolve))
    watcher.close()
    await sleep(chance() * 8)
  },
}

test.each([
  ['the approval of a bid', bid, 'approval', 50],
  ['the approval of a change order', change, 'approval', 50],
  ['the making of the copy of a bid', bid, 'making', 25],
  ['the storing of the copy of a change order', change, 'storing', 25],
] as const)(
  'killed in %s, the program leaves all or nothing, and the signed copy comes',
  async (_, kind, moment, kills) => {
    const sent: Sent[] = []
    let approved = 0
    let answered = 0
    for (let round = 0; round < kills; round++) {
      const one = await kind.send(`Round ${round}`)
      sent.push(one)
      await Promise.all([
        approve(server.url, one, kind.total).then(
          ({ status }) => {
            expect(status).toBe(303)
            answered += 1
          },
          // The connection broke.
          () => undefined,
        ),
        moments[moment]?.(one).then(() => server.kill()),
      ])
      await server.start()
      const state = await stateOf(kind, one)
      const isApproved = JSON.stringify(state) !== JSON.stringify(kind.open)
      expect(state).toEqual(isApproved ? kind.approved : kind.open)
      approved += isApproved ? 1 : 0
      // Repeating it approves nothing twice, and shows that it was approved.
      expect((await approve(server.url, one, kind.total)).status).toBe(303)
      expect(await (await fetch(server.url + one.path)).text()).toContain('Approved and signed')
      expect(await stateOf(kind, one)).toEqual(kind.approved)
    }
    console.log(
      `killed ${kills} times, ${kills - approved} before the approval, ${answered} after the answer`,
    )
    await expectCopies(sent)
  },
)

test.skipIf(process.platform !== 'linux')(
  'a process that is killed while it writes copies prevents no approval, and they come later',
  async () => {
    const sent: Sent[] = []
    for (let round = 0; round < WRITER_KILLS; round++) {
      const one = await sentBid(admin, `Round ${round}`, { email: TO })
      sent.push(one)
      const answer = approve(server.url, one, bid.total)
      const writers = () => childrenOf(server.pid, 'pdfWriter')
      while (writers().length === 0) await sleep(1)
      await sleep(chance() * 400)
      for (const pid of writers()) process.kill(pid, 'SIGKILL')
      expect((await answer).status).toBe(303)
      expect(await stateOf(bid, one)).toEqual(bid.approved)
    }
    const prevented = (await copies()).filter(({ key }) => key === null).length
    console.log(`killed ${WRITER_KILLS} times, ${prevented} copies were not made at once`)
    expect(prevented).toBeGreaterThan(0)
    await expectCopies(sent)
  },
)

/**
 * Expects one readable copy of each version, with the hash that was recorded, and an email that has
 * it. What kills left beside them is removed by the program, or named by `npm run verify`.
 */
async function expectCopies(sent: readonly Sent[]) {
  const missing = async () => (await copies()).filter(({ key }) => key === null).length
  await expect.poll(missing, { timeout: COPIES_TIMEOUT_MS, interval: 1000 }).toBe(0)
  const made = new Map((await copies()).map((copy) => [copy.id, copy]))
  expect([...made.keys()].sort()).toEqual(sent.map(({ id }) => id).sort())
  for (const { id, path } of sent) {
    const pdf = Buffer.from(await (await fetch(`${server.url}${path}/signed.pdf`)).arrayBuffer())
    expect({ size: pdf.length, sha256: sha256Of(pdf) }).toMatchObject({
      ...{ size: made.get(id)?.size, sha256: made.get(id)?.sha256 },
    })
    expectText(await readPdf(pdf), [SIGNER, 'Total'], 'the signed copy')
  }
  await expectEmails([...made.values()])
  await expectNothingElse([...made.values()])
}

const isCopy = ({ text }: Received) => /^Subject: .* signed /m.test(text)
const idOf = ({ text }: Received) => /^Message-ID:\s+<(.+?)>/m.exec(text)?.[1] ?? ''
/** The file that is attached to an email. */
const attached = ({ text }: Received) =>
  Buffer.from(/attachment;.*?\r\n\r\n([\w+/=\r\n]+)/s.exec(text)?.[1] ?? '', 'base64')

/** Expects one email with each copy, perhaps more than once under one Message-ID. */
async function expectEmails(made: readonly Copy[]) {
  const states = async () =>
    rowsOf(`select state, count(*)::int as count from deliveries where letter = 'signed'
      group by state`)
  await expect
    .poll(states, { timeout: COPIES_TIMEOUT_MS, interval: 1000 })
    .toEqual([{ state: 'sent', count: made.length }])
  const emails = catcher.emails.filter(isCopy)
  const hashes = new Map(emails.map((email) => [idOf(email), sha256Of(attached(email))]))
  console.log(`${emails.length - hashes.size} of ${emails.length} emails were sent again`)
  expect([...hashes.values()].sort()).toEqual(made.map(({ sha256 }) => sha256).sort())
  for (const email of emails) expect(sha256Of(attached(email))).toBe(hashes.get(idOf(email)))
}

/** Gives a file the age at which it no longer belongs to an upload. */
function age(file: string) {
  const then = new Date(Date.now() - 2 * UPLOAD_GRACE_MS)
  utimesSync(file, then, then)
}

async function expectNothingElse(made: readonly Copy[]) {
  const folder = join(server.dataDir, 'files/proposals')
  const keys = new Set(made.map(({ key }) => key))
  const strays = readdirSync(folder).filter((file) => !keys.has(`proposals/${file}`))
  // No version has a second copy: what is left are drafts, which no key can name.
  expect(strays.filter((file) => !file.startsWith('.'))).toEqual([])
  console.log(`left: ${strays.length} drafts in the store, ${uploads().length} uploads`)
  for (const file of strays) age(join(folder, file))
  for (const file of uploads()) age(join(server.dataDir, 'uploads', file))
  expect(await verified()).toEqual(strays.map((file) => `Orphaned: proposals/${file}`).sort())
  await server.stop()
  await server.start()
  await expect.poll(uploads).toEqual([])
}

/** The problems that `npm run verify` names. */
const verified = () =>
  new Promise<string[]>((resolve) => {
    const env = { ...process.env, PLUMBLINE_DATA: server.dataDir }
    execFile('npm', ['run', 'verify'], { cwd: ROOT, env }, (_, output) => {
      expect(output).toContain('Verified ')
      resolve(
        output
          .split('\n')
          .filter((line) => /^[A-Z][a-z]+: /.test(line))
          .sort(),
      )
    })
  })
