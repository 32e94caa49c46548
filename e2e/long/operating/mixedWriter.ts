import type { ApiClient } from '../../harness/apiClient.ts'
import { sendPhoto } from '../../harness/photos.ts'
import { importJobs } from './company.ts'

/**
 * An acknowledged write, and the state of the writer's records after it. Times are in milliseconds
 * of `performance.now()`.
 */
export interface Step {
  readonly sent: number
  readonly acknowledged: number
  readonly state: string
}

interface Job {
  readonly name: string
  readonly notes: string | null
}

const IMPORT_ROWS = 10

/**
 * Creates jobs, edits them, uploads their photos, imports lists of jobs, and deletes older ones,
 * one write after the other, until it is ended. Every write leads to a new state.
 */
export class MixedWriter {
  readonly steps: Step[] = []
  readonly #name: string
  readonly #api: ApiClient
  readonly #picture: Uint8Array
  /** Jobs by id, imported ones by name. */
  readonly #jobs = new Map<string, Job>()
  readonly #photos = new Map<string, string[]>()
  readonly #everyPhoto = new Set<string>()
  #ending = false
  readonly #work: Promise<void>

  /** @param name must be unique and not a prefix of another writer's name */
  constructor(api: ApiClient, name: string, picture: Uint8Array) {
    this.#api = api
    this.#name = name
    this.#picture = picture
    this.#work = this.#run()
  }

  /**
   * Returns the state of this writer's records among all jobs and photos of a server, in the format
   * of `steps`.
   */
  stateOf(jobs: readonly Job[], photos: readonly string[]): string {
    const own = jobs.filter(({ name }) => name.startsWith(this.#name))
    return JSON.stringify([
      own.map(({ name, notes }) => `${name}: ${notes ?? ''}`).sort(),
      photos.filter((id) => this.#everyPhoto.has(id)).sort(),
    ])
  }

  async #step(write: () => Promise<void>) {
    const sent = performance.now()
    await write()
    const state = this.stateOf([...this.#jobs.values()], [...this.#photos.values()].flat())
    this.steps.push({ sent, acknowledged: performance.now(), state })
  }

  async #run() {
    for (let number = 0; !this.#ending; number++) {
      const name = `${this.#name} ${number}`
      let id = ''
      await this.#step(async () => {
        const job = { name, address: '1 Kiln Road' }
        id = (await this.#api.request<{ id: string }>('POST', '/api/jobs', job)).id
        this.#jobs.set(id, { name, notes: null })
      })
      await this.#step(() => this.#upload(id))
      await this.#step(async () => {
        const notes = 'Measured "twice",\n\tcut once: \\.'
        await this.#api.request('PUT', `/api/jobs/${id}`, { notes })
        this.#jobs.set(id, { name, notes })
      })
      if (number % 3 === 0)
        await this.#step(async () => {
          const names = Array.from({ length: IMPORT_ROWS }, (_, row) => `${name} row ${row}`)
          await importJobs(this.#api, names)
          for (const one of names) this.#jobs.set(one, { name: one, notes: null })
        })
      const [oldest, ...others] = this.#photos.keys()
      if (oldest !== undefined && others.length >= 3)
        await this.#step(async () => {
          await this.#api.request('DELETE', `/api/jobs/${oldest}`)
          this.#jobs.delete(oldest)
          this.#photos.delete(oldest)
        })
    }
  }

  async #upload(jobId: string) {
    const { status, body } = await sendPhoto(this.#api, { content: this.#picture }, { jobId })
    if (status !== 201) throw new Error(`the photo was answered with ${status}`)
    this.#everyPhoto.add(body.id)
    this.#photos.set(jobId, [body.id])
  }

  /** Waits for this number of further writes. @throws Error when a write failed */
  async more(count: number) {
    const goal = this.steps.length + count
    while (this.steps.length < goal)
      await Promise.race([this.#work, new Promise((done) => setTimeout(done, 20))])
  }

  /** Ends after the current write. */
  end() {
    this.#ending = true
    return this.#work
  }
}
