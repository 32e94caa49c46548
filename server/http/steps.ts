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

type Who<R extends Row> = R['may'] extends 'anyone' ? SignedIn | undefined : SignedIn
export type Facts<R extends Row> = R['may'] extends Action ? SubjectOf<R['may']> : unknown
type Part<R extends Row, Name extends 'query' | 'body'> = R extends {
  [N in Name]: infer S extends Schema
}
  ? OutputOf<S>
  : undefined

/**
 * What a handler returns: a value of the row's reply schema, a page of a list or a long one, or a
 * file where the row is one.
 */
type Reply<R extends Row> = R extends { file: true }
  ? FileResponse
  :
      | InputOf<R['reply']>
      | (InputOf<R['reply']> extends readonly (infer T)[] ? ListPage<T> | LongList<T> : never)

/** What every step is given. `db` is the transaction for writes, the database for reads. */
export interface RequestContext<R extends Row> {
  readonly db: Db
  readonly person: Who<R>
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

/** What `find` is given: also the query as its schema reads it. */
export interface FindContext<R extends Row> extends RequestContext<R> {
  readonly query: Part<R, 'query'>
}

/** What the handler is given: also the thing found, and the body as its schema reads it. */
export interface HandlerContext<R extends Row, S, F> extends FindContext<R> {
  readonly subject: S
  readonly body: Part<R, 'body'>
  /** What the `storeFile` step made of the upload. */
  readonly stored: R extends { upload: string } ? F : undefined
}

/** A file that is durable before its row is written; `undo` deletes it again when the row fails. */
export interface StoredFile {
  undo(): Promise<unknown>
}

/** What the `storeFile` step of an upload is given. */
export interface UploadContext<R extends Row>
  extends Pick<RequestContext<R>, 'person' | 'now' | 'services'> {
  readonly file: UploadedFile
  readonly body: Part<R, 'body'>
}

/**
 * The steps of a row. A path with a parameter needs a `find` that returns the thing it names
 * (undefined is a 404, both for what does not exist and for what the person may not see) with the
 * facts its rule needs; other paths have none.
 */
export type Steps<R extends Row, S, F> = (HasParams<R['path']> extends true
  ? { find(context: FindContext<R>): Promise<S | undefined> }
  : { find?: never }) & {
  handle(context: HandlerContext<R, S, F>): Promise<Reply<R>>
  /**
   * `false` for a write that must keep what it counted when it fails; it opens its own
   * transactions, each of which calls `reauthorise` first.
   */
  readonly transaction?: false
  /**
   * Makes the files of an upload durable, before the transaction opens. A row with an upload must
   * have it; the binder checks that, since a type that did could not infer `F`.
   */
  storeFile?(context: UploadContext<R>): Promise<F>
}

export type Serve = <const R extends Row, S extends Facts<R>, F extends StoredFile>(
  row: R,
  steps: Steps<R, S, F>,
) => void
