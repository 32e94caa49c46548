import type { Call, Row } from '@plumbline/contract/route.ts'
import type { Stage } from './stage.ts'

/** The parameters, query and body for a row, sent as the admin of the stage unless said otherwise. */
export type Sent<R extends Row> = Call<R> & {
  /** The cookies of somebody else; empty for nobody. */
  readonly cookie?: string
  /** The status of the answer, where it is no success. */
  readonly refused?: number
  /** Waits for what goes on after the answer. */
  readonly settled?: () => Promise<unknown>
}

/** One valid call of a row: makes the thing that it writes, and answers what is to be sent. */
type Case<R extends Row> = (stage: Stage) => Sent<R> | Promise<Sent<R>>

/** A case for every write of a table of rows. */
export type Writes<T> = {
  readonly [K in keyof T as T[K] extends { readonly method: 'GET' } ? never : K]: T[K] extends Row
    ? Case<T[K]>
    : never
}
