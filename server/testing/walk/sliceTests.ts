import type { Role } from '@plumbline/contract/policy.ts'
import type { Call, Method, Row } from '@plumbline/contract/route.ts'
import type { Name, TestApp } from '../testApp.ts'
import type { Made, Stage } from './cast.ts'

/** The parameters, query and body for a row, sent as the admin of the stage by default. */
export type Sent<R extends Row> = Call<R> & {
  /** The cookies of another person; empty for nobody. */
  readonly cookie?: string
  /** The expected status, if the request is rejected. */
  readonly refused?: number
  /** Waits for work that continues after the response. */
  readonly settled?: () => Promise<unknown>
}

/** One valid call of a row: creates what it changes, and returns what to send. */
type Case<R extends Row> = (stage: Stage) => Sent<R> | Promise<Sent<R>>

/** A case for every write in a table of rows. */
type Writes<T> = {
  readonly [K in keyof T as T[K] extends { readonly method: 'GET' } ? never : K]: T[K] extends Row
    ? Case<T[K]>
    : never
}

/** The company of the canaries, to which each slice adds its own. */
export interface Company {
  readonly w: TestApp
  /**
   * A call that has to succeed.
   * @returns the body of the response
   */
  write(name: Name, method: Method, url: string, body?: object): Promise<Made>
  /** The same as the admin. */
  put(url: string, body?: object): Promise<Made>
  post(url: string, body?: object): Promise<Made>
  /** A job made from a bid, of the client and with the sub. */
  readonly jobId: string
  /** Another one of both. */
  readonly otherJobId: string
}

/** A call to the company of the canaries by one person of each role. */
export interface Asking {
  readonly w: TestApp
  readonly role: Role
  /** The person who calls. */
  readonly name: Name
  call(
    method: Method,
    url: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Answer
  readonly jobId: string
  readonly taskId: string
  /** The id of the sub. */
  readonly sam: string
}
type Answer = ReturnType<TestApp['call']>

/** The parts that one table of routes adds to the tests of all rows, listed in `../slices.ts`. */
export interface SliceTests<T> {
  /**
   * Creates the things that the walk reads, by the path of their list: one of each kind, which the
   * client and the sub can see if their role may. Each may refer to those of the tables before it.
   */
  readonly things?: Readonly<Record<string, (stage: Stage) => string | Promise<string>>>
  /** One valid call of every write. */
  readonly writes: Writes<T>
  /** Creates a thing with a canary in every field, in a company with jobs, people and tasks. */
  readonly canaries?: (company: Company) => Promise<unknown>
  /**
   * The readers of each canary across every read: A the admin, S the sub whose days, tasks and
   * rating they are, T another sub on the same job, C its client.
   */
  readonly readers?: Readonly<Record<string, string>>
  /** The canaries by which each person finds something, by the path of the search. */
  readonly found?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * The calls of the writes that subs or clients may make, and of the reads that need something
   * written before them.
   */
  readonly answers?: { readonly [K in keyof T]?: (asking: Asking) => Promise<Awaited<Answer>[]> }
}
