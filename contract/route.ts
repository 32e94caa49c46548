import type { FailureName } from './failures.ts'
import type { Action } from './policy.ts'

/** The least a schema must have for its types to be read off; zod's whole class would cost far more instantiations. */
export interface Schema<In = unknown, Out = unknown> {
  readonly _zod: { readonly input: In; readonly output: Out }
}
export type InputOf<S> = S extends Schema<infer In> ? In : undefined
export type OutputOf<S> = S extends Schema<unknown, infer Out> ? Out : undefined

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One endpoint, read by the server (binds it), the browser (calls it), the tests (walk it) and the API document. */
export interface Row {
  readonly method: Method
  readonly path: `/api/${string}`
  /** One line for the API document. */
  readonly summary: string
  /** The action of policy.ts that is asked; `anyone` answers without a session. Nothing is served without it. */
  readonly may: Action | 'anyone'
  readonly query?: Schema
  readonly body?: Schema
  readonly reply: Schema
  /** 200 unless said otherwise. */
  readonly status?: 200 | 201 | 204
  /** The failures of its own, beyond those every row can have. */
  readonly fails?: readonly FailureName[]
  /** Takes `multipart/form-data`: its fields are the body, and this is the name of its one file. */
  readonly upload?: string
  /** The most bytes of that file; 25 MiB unless said otherwise. */
  readonly uploadLimit?: number
  /** Answers bytes (a picture, a document) in place of JSON, and does not count against the rate of calls. */
  readonly file?: true
  /** Further spellings of the same endpoint. */
  readonly also?: readonly { readonly method: Method; readonly path: `/api/${string}` }[]
}

/** Declares a row; its types stay exact. */
export function route<const R extends Row>(row: R): R {
  return row
}

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** The path's parameters: `/api/jobs/:id` gives `{ id: string }`. */
export type Params<P extends string> = { readonly [N in ParamNames<P>]: string }

/** True when the path names a thing, so that a `find` step is owed. */
export type NamesThing<P extends string> = [ParamNames<P>] extends [never] ? false : true

/** Carries the fields and the file of an upload: the platform's FormData, on either side. */
export interface FormParts {
  append(name: string, value: string): void
}

/** What a caller passes: parameters, query and body, each only where the row has it. */
export type Call<R extends Row> = (NamesThing<R['path']> extends true
  ? { params: Params<R['path']> }
  : unknown) &
  (R extends { query: infer Q extends Schema } ? { query?: InputOf<Q> } : unknown) &
  (R extends { upload: string }
    ? { body: FormParts }
    : R extends { body: infer B extends Schema }
      ? { body: InputOf<B> }
      : unknown)

/** The version of a thing, as `ETag` and `If-Match` spell it: every change gives it a later `updatedAt`. */
export function tagOf(thing: { readonly updatedAt: Date | string }): string {
  return `"${new Date(thing.updatedAt).getTime().toString(36)}"`
}

/** What a caller gets back. */
export type Reply<R extends Row> = OutputOf<R['reply']>
