import type { Action, SubjectOf } from '@plumbline/contract/policy.ts'
import type {
  HasParams,
  InputOf,
  OutputOf,
  Params,
  Row,
  Schema,
} from '@plumbline/contract/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../platform/db/handle.ts'
import type { LongList } from '../platform/db/longList.ts'
import type { ListPage } from '../platform/db/paging.ts'
import type { FileResponse } from './file.ts'
import type { Services } from './services.ts'
import type { SignedIn } from './session.ts'
import type { UploadedFile } from './upload.ts'

type PersonOf<R extends Row> = R['may'] extends 'anyone' ? SignedIn | undefined : SignedIn
export type Facts<R extends Row> = R['may'] extends Action ? SubjectOf<R['may']> : unknown
type Part<R extends Row, Name extends 'query' | 'body'> = R extends {
  [N in Name]: infer S extends Schema
}
  ? OutputOf<S>
  : undefined

/**
 * The return value of a handler: a value of the row's reply schema, a page of a list, a long list,
 * or a file when the row is one.
 */
type Reply<R extends Row> = R extends { file: true }
  ? FileResponse
  :
      | InputOf<R['reply']>
      | (InputOf<R['reply']> extends readonly (infer T)[] ? ListPage<T> | LongList<T> : never)

/** The input of every step. `db` is the transaction for writes, the database for reads. */
export interface RequestContext<R extends Row> {
  readonly db: Db
  readonly person: PersonOf<R>
  readonly params: Params<R['path']>
  readonly now: Date
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /**
   * Work to do once the write is committed, such as deleting files or sending email. Its errors are
   * only logged.
   */
  afterCommit(work: () => Promise<unknown>): void
}

/** The input of `find`, which also has the parsed query. */
export interface FindContext<R extends Row> extends RequestContext<R> {
  readonly query: Part<R, 'query'>
}

/** The input of the handler, which also has the thing found and the parsed body. */
export interface HandlerContext<R extends Row, S, F> extends FindContext<R> {
  readonly subject: S
  readonly body: Part<R, 'body'>
  /** The result of the `storeFile` step of an upload. */
  readonly stored: R extends { upload: string } ? F : undefined
}

/**
 * A file that is durable before its row is written. `undo` deletes it when writing the row fails.
 */
export interface StoredFile {
  undo(): Promise<unknown>
}

/** The input of the `storeFile` step of an upload. */
export interface UploadContext<R extends Row>
  extends Pick<RequestContext<R>, 'person' | 'now' | 'services'> {
  readonly file: UploadedFile
  readonly body: Part<R, 'body'>
}

/**
 * The steps of a row. If the path has a parameter, `find` is required and returns the thing that
 * the path names, with the facts its rule needs. It returns undefined (a 404) both for a missing
 * thing and for one that the person may not see. Other paths have no `find`.
 */
export type Steps<R extends Row, S, F> = (HasParams<R['path']> extends true
  ? { find(context: FindContext<R>): Promise<S | undefined> }
  : { find?: never }) & {
  handle(context: HandlerContext<R, S, F>): Promise<Reply<R>>
  /**
   * `false` for a write whose counts must persist when it fails. It opens its own transactions,
   * each of which calls `reauthorize` first.
   */
  readonly transaction?: false
  /**
   * Makes the files of an upload durable before the transaction opens. Required for a row with an
   * upload. The binder checks that, since a type that did so could not infer `F`.
   */
  storeFile?(context: UploadContext<R>): Promise<F>
}

export type Serve = <const R extends Row, S extends Facts<R>, F extends StoredFile>(
  row: R,
  steps: Steps<R, S, F>,
) => void
