import type { Call, Row } from '@plumbline/contract/route.ts'
import type { Stage } from './stage.ts'

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
export type Writes<T> = {
  readonly [K in keyof T as T[K] extends { readonly method: 'GET' } ? never : K]: T[K] extends Row
    ? Case<T[K]>
    : never
}
