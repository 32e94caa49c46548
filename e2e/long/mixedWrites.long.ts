import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ApiClient, ApiResponse } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { filesOf, pictureOf, type SentPhoto, sendPhoto } from '../harness/photos.ts'
import { png } from '../harness/png.ts'
import { Server } from '../harness/server.ts'
import { random, seed, size } from './options.ts'
import { type Created, jobWriter, untilSuccess, Writer } from './writer.ts'

const ROUNDS = size(100, 2)
const ROWS = 20
const chance = random(seed)

interface Uploaded {
  readonly sent: SentPhoto
  readonly content: Buffer
}

let server: Server
let admin: ApiClient
/** The names of all jobs whose requests succeeded, created one by one or imported. */
const jobs: string[] = []
/** The pictures whose uploads succeeded. */
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

/** Creates a writer of pictures, each a different file. */
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

/** Creates a writer of CSV imports. Its results are the names of the imported jobs. */
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

async function sendCsv(csv: string, key: string): Promise<ApiResponse<{ added?: number }>> {
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

/**
 * Expects every acknowledged job and photo to exist once, and nothing else. `uploaded` is compared
 * byte by byte.
 */
async function expectAllStored(uploaded: readonly Uploaded[]) {
  const foundJobs = await admin.request<Created[]>('GET', '/api/jobs')
  expect(foundJobs.map(({ name }) => name).sort()).toEqual([...jobs].sort())
  const foundPhotos = await admin.request<SentPhoto[]>('GET', '/api/photos')
  expect(foundPhotos.map(({ id }) => id).sort()).toEqual(photos.map(({ sent }) => sent.id).sort())
  for (const { sent, content } of uploaded) {
    for (const shown of ['thumb', 'full']) await pictureOf(admin, `${sent.url}?size=${shown}`)
    const original = await pictureOf(admin, `${sent.url}?size=original`)
    expect(Buffer.from(original).equals(content)).toBe(true)
  }
  expect(filesOf(server).stored.length).toBeGreaterThanOrEqual(photos.length * 3)
}

/**
 * Kills a process during all three kinds of writes.
 * @returns the milliseconds until each kind succeeded again
 */
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
  jobs.push(...ones.created.map((job) => job.name), ...imports.created.flat())
  photos.push(...pictures.created)
  await expectAllStored(pictures.created)
  return recovery
}

const figures = (times: number[]) =>
  `${ROUNDS} rounds, ${jobs.length} jobs, ${photos.length} photos, ${filesOf(server).stored.length - photos.length * 3} files without a photo, longest recovery ${Math.round(Math.max(...times))} ms`

test('jobs, photos and imports survive kills of the program', async () => {
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

test('jobs, photos and imports survive kills of Postgres', async () => {
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
