import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../harness/apiClient.ts'

export interface Made {
  readonly id: string
  readonly name: string
}

const GIVE_UP = 30_000

/**
 * Posts until it succeeds, as a careful client does: after a broken connection, a 503 or a 409 of a request that is
 * still running, it tries again with the same key.
 * @throws Error on any other response, and after half a minute
 */
export async function postUntilSuccess(
  api: ApiClient,
  path: string,
  body: unknown,
  key: string,
): Promise<Made> {
  const begin = Date.now()
  for (let last = 'nothing'; ; await sleep(10)) {
    if (Date.now() - begin > GIVE_UP)
      throw new Error(`POST ${path} had no success in ${GIVE_UP} ms; last: ${last}`)
    try {
      const answer = await api.call<Made>('POST', path, body, { 'idempotency-key': key })
      if (answer.status === 201) return answer.body
      last = `${answer.status} ${JSON.stringify(answer.body)}`
      if (![409, 503].includes(answer.status)) break
    } catch (error) {
      last = String((error as Error).cause ?? error)
    }
  }
  throw new Error(`POST ${path} was refused`)
}

/** Creates jobs one by one until it is ended, and remembers those that were created. */
export class Writer {
  readonly made: Made[] = []
  readonly #api: ApiClient
  readonly #name: string
  #ending = false
  #work: Promise<void> = Promise.resolve()
  #problem: Error | undefined

  constructor(api: ApiClient, name: string) {
    this.#api = api
    this.#name = name
  }

  start(): void {
    this.#work = this.#run().catch((error: Error) => {
      this.#problem = error
    })
  }

  async #run(): Promise<void> {
    for (let number = 0; !this.#ending; number++) {
      const name = `${this.#name} ${number}`
      this.made.push(
        await postUntilSuccess(
          this.#api,
          '/api/jobs',
          { name, address: '1 Kiln Road' },
          `key of ${name}`.replaceAll(' ', '-'),
        ),
      )
    }
  }

  /** Waits until this many more jobs are created. @throws Error what a request failed with */
  async more(count: number): Promise<void> {
    const goal = this.made.length + count
    while (this.made.length < goal) {
      if (this.#problem) throw this.#problem
      await sleep(5)
    }
  }

  /** Ends after the current job. @throws Error what a request failed with */
  async end(): Promise<void> {
    this.#ending = true
    await this.#work
    if (this.#problem) throw this.#problem
  }
}
