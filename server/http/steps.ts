import type { Failure } from '@plumbline/contract/failures.ts'
import type { Action, SubjectOf } from '@plumbline/contract/policy.ts'
import type {
  InputOf,
  NamesThing,
  OutputOf,
  Params,
  Row,
  Schema,
} from '@plumbline/contract/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/handle.ts'
import type { ListPage } from '../db/paging.ts'
import type { FileAnswer } from './file.ts'
import type { Answer } from './responses.ts'
import type { Services } from './services.ts'
import type { SignedIn } from './session.ts'
import type { UploadedFile } from './upload.ts'

type Who<R extends Row> = R['may'] extends 'anyone' ? SignedIn | undefined : SignedIn
export type Facts<R extends Row> = R['may'] extends Action ? SubjectOf<R['may']> : unknown
type Part<R extends Row, Name extends 'query' | 'body'> = R extends {
  [N in Name]: infer S extends Schema
}
  ? OutputOf<S>
  : undefined
type Given<R extends Row> = R extends { file: true }
  ? FileAnswer
  : InputOf<R['reply']> | (InputOf<R['reply']> extends readonly (infer T)[] ? ListPage<T> : never)

/** What a step is given. `db` is the transaction for writes, the database for reads. */
export interface Asked<R extends Row> {
  readonly db: Db
  readonly person: Who<R>
  readonly params: Params<R['path']>
  readonly now: Date
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Work for when the write is committed, such as deleting files or posting letters; what fails in it is logged, not answered. */
  afterCommit(work: () => Promise<unknown>): void
}

/** What `find` is given besides: the query as its schema reads it. */
export interface Sought<R extends Row> extends Asked<R> {
  readonly query: Part<R, 'query'>
}

/** What the handler is given besides: the thing found, and the body as its schema reads it. */
export interface Handled<R extends Row, S, K> extends Sought<R> {
  readonly subject: S
  readonly body: Part<R, 'body'>
  /** What the `keep` step made of the upload. */
  readonly kept: R extends { upload: string } ? K : undefined
}

/** What stands outside the database before its row does; undone when the row does not come. */
export interface Kept {
  undo(): Promise<unknown>
}

/** What the `keep` step of an upload is given. */
export interface Uploaded<R extends Row> extends Pick<Asked<R>, 'person' | 'now' | 'services'> {
  readonly file: UploadedFile
  readonly body: Part<R, 'body'>
}

/**
 * The steps of a row. A path that names a thing owes a `find` that yields it (undefined is a 404, for what does not
 * exist and what the person may not see alike) with the facts its rule needs; any other path must not have one.
 */
export type Steps<R extends Row, S, K> = (NamesThing<R['path']> extends true
  ? { find(asked: Sought<R>): Promise<S | undefined> }
  : { find?: never }) & {
  handle(given: Handled<R, S, K>): Promise<Given<R>>
  /** `false` for a write that must keep what it counted when it fails; it opens its own transactions. */
  readonly transaction?: false
  /**
   * Makes the files of an upload durable; done before the transaction opens, so that none is held meanwhile. A row with
   * an upload owes it, which the binder insists on: a type that did would lose what `K` is.
   */
  keep?(given: Uploaded<R>): Promise<K>
} & (R extends { form: true }
    ? {
        /** Answers an HTML form: a page or a redirect, for a success and for a failure. */
        page(
          outcome: { readonly answer?: Answer; readonly failure?: Failure },
          asked: Asked<R>,
        ): Promise<unknown>
      }
    : unknown)

export type Serve = <const R extends Row, S extends Facts<R>, K extends Kept>(
  row: R,
  steps: Steps<R, S, K>,
) => void
