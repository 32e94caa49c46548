import type { FailureName } from './failures.ts'
import type { Action } from './policy.ts'
import type { Topic } from './topics.ts'

/** The minimal type for schema inference; zod's full class costs far more instantiations. */
export interface Schema<In = unknown, Out = unknown> {
  readonly _zod: { readonly input: In; readonly output: Out }
}
export type InputOf<S> = S extends Schema<infer In> ? In : undefined
export type OutputOf<S> = S extends Schema<unknown, infer Out> ? Out : undefined

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One endpoint: the server binds it, the browser calls it, tests and the API document list it. */
export interface Row {
  readonly method: Method
  readonly path: `/api/${string}`
  /** One line for the API document. */
  readonly summary: string
  /** The action of policy.ts to check; `anyone` needs no session. Nothing is served without it. */
  readonly may: Action | 'anyone'
  readonly query?: Schema
  readonly body?: Schema
  readonly reply: Schema
  /** 200 by default. */
  readonly status?: 200 | 201 | 204
  /** Its own failures, in addition to those that every row can have. */
  readonly fails?: readonly FailureName[]
  /** Takes `multipart/form-data`: its fields are the body, and this is the name of its one file. */
  readonly upload?: string
  /** The maximum size of that file in bytes; 25 MiB by default. */
  readonly uploadLimit?: number
  /** Replies with a file, not JSON; not rate limited unless for `anyone`. */
  readonly file?: true
  /** A read of a person's own sessions or secrets, denied to an admin who views as them. */
  readonly own?: true
  /** The topics of the reply: open screens read it again when one changes, or everything. */
  readonly about?: readonly Topic[]
  /**
   * Whether a browser caches the reply for offline use; `thumb` caches only the small picture.
   * Never for secrets, logs, exports or a person's own sessions.
   */
  readonly keep?: boolean | 'thumb'
  /** Other methods and paths of the same endpoint. */
  readonly also?: readonly { readonly method: Method; readonly path: `/api/${string}` }[]
}

/** The fields that rows of each kind have to declare. */
type Declared =
  | (Required<Pick<Row, 'about' | 'keep'>> & { readonly method: 'GET'; readonly file?: never })
  | (Required<Pick<Row, 'keep'>> & { readonly method: 'GET'; readonly file: true })
  | { readonly method: Exclude<Method, 'GET'> }

/** Declares a row, keeping its exact types. */
export function route<const R extends Row & Declared>(row: R): R {
  return row
}

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}.${string}`
    ? Name
    : P extends `${string}:${infer Name}`
      ? Name
      : never

/** The path's parameters: `/api/jobs/:id` gives `{ id: string }`. */
export type Params<P extends string> = { readonly [N in ParamNames<P>]: string }

/** True when the path has a parameter, so that the row needs a `find` step. */
export type HasParams<P extends string> = [ParamNames<P>] extends [never] ? false : true

/** The fields and the file of an upload: the platform's FormData, on either side. */
export interface FormParts {
  append(name: string, value: string): void
}

/** The arguments of a call: parameters, query and body, each only if the row has it. */
export type Call<R extends Row> = (HasParams<R['path']> extends true
  ? { params: Params<R['path']> }
  : unknown) &
  (R extends { query: infer Q extends Schema } ? { query?: InputOf<Q> } : unknown) &
  (R extends { upload: string }
    ? { body: FormParts }
    : R extends { body: infer B extends Schema }
      ? { body: InputOf<B> }
      : unknown)

/** The version of a thing for `ETag` and `If-Match`: every change updates `updatedAt`. */
export function tagOf(thing: { readonly updatedAt: Date | string }): string {
  return `"${new Date(thing.updatedAt).getTime().toString(36)}"`
}

/** The reply of a call. */
export type Reply<R extends Row> = OutputOf<R['reply']>
