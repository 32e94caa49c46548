import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, ApiClient } from '../harness/apiClient.ts'

export interface Made {
  readonly id: string
  readonly name: string
}

const GIVE_UP = 60_000

/** Posts until it succeeds; see {@link untilSuccess}. */
export function postUntilSuccess(
  api: ApiClient,
  path: string,
  body: unknown,
  key: string,
): Promise<Made> {
  return untilSuccess(`POST ${path}`, () =>
    api.call<Made>('POST', path, body, { 'idempotency-key': key }),
  )
}

/**
 * Sends a request until it succeeds, as a careful client does: after a broken connection, a 503 or a 409 of a request that
 * is still running, it tries again with the same key.
 * @throws Error on any other response, and after a minute
 */
export async function untilSuccess<T>(what: string, send: () => Promise<Answer<T>>): Promise<T> {
  const begin = Date.now()
  for (let last = 'nothing'; ; await sleep(10)) {
    if (Date.now() - begin > GIVE_UP)
      throw new Error(`${what} had no success in ${GIVE_UP} ms; last: ${last}`)
    try {
      const answer = await send()
      if (answer.status < 300) return answer.body
      last = `${answer.status} ${JSON.stringify(answer.body)}`
      if (![409, 503].includes(answer.status)) break
    } catch (error) {
      last = String((error as Error).cause ?? error)
    }
  }
  throw new Error(`${what} was refused`)
}

/** Creates things one by one until it is ended, and remembers those that were created. */
export class Writer<T = Made> {
  readonly made: T[] = []
  readonly #create: (number: number) => Promise<T>
  #ending = false
  #work: Promise<void> = Promise.resolve()
  #problem: Error | undefined

  /** @param create creates the thing of this number, however often it has to try */
  constructor(create: (number: number) => Promise<T>) {
    this.#create = create
  }

  start(): void {
    this.#work = this.#run().catch((error: Error) => {
      this.#problem = error
    })
  }

  async #run(): Promise<void> {
    for (let number = 0; !this.#ending; number++) this.made.push(await this.#create(number))
  }

  /** Waits until this many more are created. @throws Error what a request failed with */
  async more(count: number): Promise<void> {
    const goal = this.made.length + count
    while (this.made.length < goal) {
      if (this.#problem) throw this.#problem
      await sleep(5)
    }
  }

  /** Ends after the current one. @throws Error what a request failed with */
  async end(): Promise<void> {
    this.#ending = true
    await this.#work
    if (this.#problem) throw this.#problem
  }
}

/** A writer of jobs whose names begin like this. */
export const jobWriter = (api: ApiClient, start: string) =>
  new Writer((number) => {
    const name = `${start} ${number}`
    const key = `key of ${name}`.replaceAll(' ', '-')
    return postUntilSuccess(api, '/api/jobs', { name, address: '1 Kiln Road' }, key)
  })
