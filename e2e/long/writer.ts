import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient, ApiResponse } from '../harness/apiClient.ts'

export interface Created {
  readonly id: string
  readonly name: string
}

const RETRY_TIMEOUT_MS = 60_000

/** Sends a POST request with {@link untilSuccess}. */
export function postUntilSuccess(
  api: ApiClient,
  path: string,
  body: unknown,
  key: string,
): Promise<Created> {
  return untilSuccess(`POST ${path}`, () =>
    api.call<Created>('POST', path, body, { 'idempotency-key': key }),
  )
}

/**
 * * Sends a request until it succeeds, as a careful client does. It retries with the same key after
 * a broken connection, a 503, or the 409 of a request that is still running. *
 * @throws Error on any other response, and after a minute
 */
export async function untilSuccess<T>(
  what: string,
  send: () => Promise<ApiResponse<T>>,
): Promise<T> {
  const begin = Date.now()
  for (let last = 'nothing'; ; await sleep(10)) {
    if (Date.now() - begin > RETRY_TIMEOUT_MS)
      throw new Error(`${what} had no success in ${RETRY_TIMEOUT_MS} ms; last: ${last}`)
    try {
      const response = await send()
      if (response.status < 300) return response.body
      last = `${response.status} ${JSON.stringify(response.body)}`
      if (![409, 503].includes(response.status)) break
    } catch (error) {
      last = String((error as Error).cause ?? error)
    }
  }
  throw new Error(`${what} was refused`)
}

/** Creates records one by one until it is ended, and remembers them. */
export class Writer<T = Created> {
  readonly created: T[] = []
  readonly #create: (number: number) => Promise<T>
  #ending = false
  #work: Promise<void> = Promise.resolve()
  #problem: Error | undefined

  /** @param create creates the record with this number and retries until it succeeds */
  constructor(create: (number: number) => Promise<T>) {
    this.#create = create
  }

  start(): void {
    this.#work = this.#run().catch((error: Error) => {
      this.#problem = error
    })
  }

  async #run(): Promise<void> {
    for (let number = 0; !this.#ending; number++) this.created.push(await this.#create(number))
  }

  /** Waits until this number of further records is created. @throws Error when a request failed */
  async more(count: number): Promise<void> {
    const goal = this.created.length + count
    while (this.created.length < goal) {
      if (this.#problem) throw this.#problem
      await sleep(5)
    }
  }

  /** Ends after the current record. @throws Error when a request failed */
  async end(): Promise<void> {
    this.#ending = true
    await this.#work
    if (this.#problem) throw this.#problem
  }
}

/** Creates a writer of jobs whose names begin with `start`. */
export const jobWriter = (api: ApiClient, start: string) =>
  new Writer((number) => {
    const name = `${start} ${number}`
    const key = `key of ${name}`.replaceAll(' ', '-')
    return postUntilSuccess(api, '/api/jobs', { name, address: '1 Kiln Road' }, key)
  })
