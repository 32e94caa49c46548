import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { type SentPhoto, sendPhoto } from '../harness/photos.ts'
import { png } from '../harness/png.ts'
import { Server } from '../harness/server.ts'
import { size } from './options.ts'

const ROOT = join(import.meta.dirname, '../..')
const WRITERS = size(4, 2)
const ROUNDS = size(3, 1)

/** The lines of the first block of commands below a heading of docs/operate.md. */
function documented(heading: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/operate.md'), 'utf8')
  const block = text.split(`\n## ${heading}\n`)[1]?.split('```sh\n')[1]?.split('\n```')[0]
  if (!block) throw new Error(`docs/operate.md has no commands for ${heading}`)
  return block.split('\n')
}

/** A folder in which the commands of the program work, and which their files may be written to. */
const folder = mkdtempSync(join(tmpdir(), 'plumbline-drill-'))
for (const name of ['package.json', 'tools']) symlinkSync(join(ROOT, name), join(folder, name))

/** Runs a line as an operator pastes it. @throws Error with what it said unless it succeeds */
async function paste(line: string, dataDir: string): Promise<string> {
  const child = spawn('sh', ['-c', line], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', PLUMBLINE_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (said += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${line} exited with ${code}: ${said}`)
  return said
}

/** One acknowledged write, and what of its writer there was afterwards. */
interface Step {
  readonly sent: number
  readonly acknowledged: number
  readonly state: string
}

const stateOf = (jobs: Iterable<string>, photos: Iterable<string>) =>
  JSON.stringify([[...jobs].sort(), [...photos].sort()])

/** Creates jobs with photos and deletes older ones, one write after the other, until it is ended. */
class MixedWriter {
  readonly steps: Step[] = []
  readonly everyJob = new Set<string>()
  readonly everyPhoto = new Set<string>()
  readonly #api: ApiClient
  readonly #picture: Uint8Array
  readonly #jobs = new Map<string, string[]>()
  #ending = false
  readonly #work: Promise<void>

  constructor(api: ApiClient, name: string, picture: Uint8Array) {
    this.#api = api
    this.#picture = picture
    this.#work = this.#run(name)
  }

  async #step(write: () => Promise<void>) {
    const sent = performance.now()
    await write()
    const state = stateOf(this.#jobs.keys(), [...this.#jobs.values()].flat())
    this.steps.push({ sent, acknowledged: performance.now(), state })
  }

  async #run(name: string) {
    for (let number = 0; !this.#ending; number++) {
      const photos: string[] = []
      let id = ''
      await this.#step(async () => {
        const job = { name: `${name} ${number}`, address: '1 Kiln Road' }
        id = (await this.#api.request<{ id: string }>('POST', '/api/jobs', job)).id
        this.everyJob.add(id)
        this.#jobs.set(id, photos)
      })
      await this.#step(async () => {
        const { status, body } = await sendPhoto(
          this.#api,
          { content: this.#picture },
          { jobId: id },
        )
        if (status !== 201) throw new Error(`the photo was answered with ${status}`)
        this.everyPhoto.add(body.id)
        photos.push(body.id)
      })
      const [oldest = ''] = this.#jobs.keys()
      if (this.#jobs.size <= 3) continue
      await this.#step(async () => {
        await this.#api.request('DELETE', `/api/jobs/${oldest}`)
        this.#jobs.delete(oldest)
      })
    }
  }

  async more(count: number) {
    const goal = this.steps.length + count
    while (this.steps.length < goal)
      await Promise.race([this.#work, new Promise((done) => setTimeout(done, 20))])
  }

  end() {
    this.#ending = true
    return this.#work
  }
}

let server: Server
let admin: ApiClient
beforeAll(async () => {
  server = new Server({
    from: inject('company'),
    env: { RATE_UPLOADS: '1000000', RATE_CALLS: '1000000' },
  })
  await server.start()
  admin = await signIn(server.url, owner.email)
})
afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
})

const idsOf = async (api: ApiClient, path: string) =>
  (await api.request<SentPhoto[]>('GET', path)).map(({ id }) => id)

test('a restore drill by docs/operate.md gives one point in time, under mixed load', async () => {
  const commands = documented('Restore drill')
  expect(commands).toHaveLength(3)
  for (let round = 0; round < ROUNDS; round++) {
    const picture = png(60, 40, round)
    const writers = Array.from(
      { length: WRITERS },
      (_, index) => new MixedWriter(admin, `round ${round}, writer ${index}, job`, picture),
    )
    await Promise.all(writers.map((writer) => writer.more(12)))
    const begun = performance.now()
    const [backup = '', ...rest] = commands
    await paste(backup, server.dataDir)
    const ended = performance.now()
    await Promise.all(writers.map((writer) => writer.more(6)))
    await Promise.all(writers.map((writer) => writer.end()))
    for (const line of rest) await paste(line, server.dataDir)

    const copy = new Server({ from: join(folder, 'drill') })
    await copy.start()
    const restored = await signIn(copy.url, owner.email)
    const [jobs, photos] = [
      await idsOf(restored, '/api/jobs'),
      await idsOf(restored, '/api/photos'),
    ]
    const included: Step[] = []
    const excluded: Step[] = []
    for (const { steps, everyJob, everyPhoto } of writers) {
      const found = stateOf(
        jobs.filter((id) => everyJob.has(id)),
        photos.filter((id) => everyPhoto.has(id)),
      )
      // Every write changes the state, so that there is one place at most where it was this one.
      const at = steps.findIndex(({ state }) => state === found)
      expect(at, 'the writer never had what was restored').toBeGreaterThanOrEqual(0)
      included.push(...steps.slice(0, at + 1))
      excluded.push(...steps.slice(at + 1))
    }
    expect(excluded.length).toBeGreaterThanOrEqual(writers.length)
    // There is one moment: what is in was sent before it, and what is not was answered after it.
    const moment = Math.max(...included.map(({ sent }) => sent))
    expect(moment).toBeLessThan(Math.min(...excluded.map(({ acknowledged }) => acknowledged)))
    // And it is within the backup.
    expect(moment).toBeLessThan(ended)
    expect(Math.min(...excluded.map(({ acknowledged }) => acknowledged))).toBeGreaterThan(begun)
    // The same number of writes lies on both sides for nobody: they went on during the backup.
    const during = [...included, ...excluded].filter(
      ({ sent, acknowledged }) => sent > begun && acknowledged < ended,
    )
    expect(during.length).toBeGreaterThan(0)
    await copy.remove()
    rmSync(join(folder, 'drill'), { recursive: true })
    console.log(`drill ${round}: ${included.length} writes in, ${during.length} during the backup`)
  }
})

test('files whose deletion had to wait for a backup are gone after the next one', async () => {
  const [photo = ''] = await idsOf(admin, '/api/photos')
  await admin.request('DELETE', `/api/photos/${photo}`)
  const left = (await idsOf(admin, '/api/photos')).length
  expect(readdirSync(join(server.dataDir, 'files/photos'))).toHaveLength(left * 3)
})
