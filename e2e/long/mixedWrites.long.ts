import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Answer, ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { filesOf, pictureOf, type SentPhoto, sendPhoto } from '../harness/photos.ts'
import { png } from '../harness/png.ts'
import { Server } from '../harness/server.ts'
import { random, seed, size } from './options.ts'
import { jobWriter, type Made, untilSuccess, Writer } from './writer.ts'

const ROUNDS = size(100, 2)
const ROWS = 20
const chance = random(seed)

interface Uploaded {
  readonly sent: SentPhoto
  readonly content: Buffer
}

let server: Server
let admin: ApiClient
/** The names of all jobs, created one by one and imported, and the pictures, whose requests succeeded. */
const jobs: string[] = []
const photos: Uploaded[] = []

beforeAll(async () => {
  server = new Server({
    from: inject('company'),
    env: { RATE_CALLS: '1000000', RATE_UPLOADS: '1000000' },
  })
  await server.start()
  admin = await signIn(server.url, owner.email)
})
afterAll(() => server.remove())

/** A writer of pictures, each of them a file of its own. */
const photoWriter = (name: string) =>
  new Writer<Uploaded>(async (number) => {
    const content = png(
      40 + Math.floor(chance() * 100),
      40 + Math.floor(chance() * 100),
      number % 256,
    )
    const key = { 'idempotency-key': `${name} ${number}`.replaceAll(' ', '-') }
    const sent = await untilSuccess('a photo', () =>
      sendPhoto(admin, { content, name: 'a.png', type: 'image/png' }, {}, key),
    )
    return { sent, content }
  })

/** A writer of CSV imports; makes the names of the imported jobs. */
const importWriter = (name: string) =>
  new Writer<string[]>(async (number) => {
    const names = Array.from({ length: ROWS }, (_, row) => `${name} ${number}, row ${row}`)
    const report = await untilSuccess('an import', () =>
      sendCsv(
        ['Job name,Address', ...names.map((job) => `"${job}",1 Kiln Road`)].join('\n'),
        name + number,
      ),
    )
    expect(report).toMatchObject({ rows: ROWS, added: ROWS, problems: [] })
    return names
  })

async function sendCsv(csv: string, key: string): Promise<Answer<{ added?: number }>> {
  const form = new FormData()
  form.append('dryRun', 'false')
  form.append('file', new File([csv], 'jobs.csv', { type: 'text/csv' }))
  const reply = await fetch(`${admin.url}/api/imports/jobs`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'idempotency-key': key.replaceAll(' ', '-') },
    body: form,
  })
  return { status: reply.status, headers: reply.headers, body: await reply.json() }
}

/** Expects everything that was acknowledged to exist once, and nothing else; of the pictures every byte. */
async function allIsThere(made: readonly Uploaded[]) {
  const foundJobs = await admin.request<Made[]>('GET', '/api/jobs')
  expect(foundJobs.map(({ name }) => name).sort()).toEqual([...jobs].sort())
  const foundPhotos = await admin.request<SentPhoto[]>('GET', '/api/photos')
  expect(foundPhotos.map(({ id }) => id).sort()).toEqual(photos.map(({ sent }) => sent.id).sort())
  for (const { sent, content } of made) {
    for (const shown of ['thumb', 'full']) await pictureOf(admin, `${sent.url}?size=${shown}`)
    const original = await pictureOf(admin, `${sent.url}?size=original`)
    expect(Buffer.from(original).equals(content)).toBe(true)
  }
  expect(filesOf(server).stored.length).toBeGreaterThanOrEqual(photos.length * 3)
}

/** Kills something while all three kinds of writes are made; returns the milliseconds until each kind succeeded again. */
async function round(name: string, kill: () => Promise<void>): Promise<number> {
  const ones = jobWriter(admin, `${name}, job`)
  const pictures = photoWriter(`${name}, photo`)
  const imports = importWriter(`${name}, import`)
  const writers = [ones, pictures, imports]
  const all = (count: number) => Promise.all(writers.map((writer) => writer.more(count)))
  for (const writer of writers) writer.start()
  await all(1)
  await sleep(chance() * 300)
  const begin = performance.now()
  await kill()
  await all(1)
  const recovery = performance.now() - begin
  await Promise.all(writers.map((writer) => writer.end()))
  jobs.push(...ones.made.map((job) => job.name), ...imports.made.flat())
  photos.push(...pictures.made)
  await allIsThere(pictures.made)
  return recovery
}

const figures = (times: number[]) =>
  `${ROUNDS} rounds, ${jobs.length} jobs, ${photos.length} photos, ${filesOf(server).stored.length - photos.length * 3} files without a photo, longest recovery ${Math.round(Math.max(...times))} ms`

test('jobs, photos and imports while the program is killed', async () => {
  const times: number[] = []
  for (let number = 0; number < ROUNDS; number++) {
    times.push(
      await round(`program ${number}`, async () => {
        await server.kill()
        await server.start()
      }),
    )
  }
  console.log(`kill -9 of the program: ${figures(times)}`)
}, 3_600_000)

test('jobs, photos and imports while its Postgres is killed', async () => {
  const times: number[] = []
  const program = server.pid
  for (let number = 0; number < ROUNDS; number++) {
    const before = server.postgresPid
    if (before === undefined) throw new Error('no Postgres is running')
    times.push(await round(`postgres ${number}`, async () => void process.kill(before, 'SIGKILL')))
    expect(server.postgresPid).not.toBe(before)
  }
  expect(server.pid).toBe(program)
  console.log(`kill -9 of Postgres: ${figures(times)}`)
}, 3_600_000)
