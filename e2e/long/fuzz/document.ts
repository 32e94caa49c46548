import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** The supported parts of a JSON schema. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Described {
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly schema: Schema
  }[]
  readonly requestBody?: Media
  readonly responses: Readonly<Record<string, Media>>
}

/** The supported parts of an OpenAPI document. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

/** One endpoint of the document. */
export interface Operation extends Described {
  readonly method: string
  readonly path: string
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
    })),
  )
}

/** A response. */
export interface Reply {
  readonly status: number
  readonly type: string
  readonly text: string
}

/**
 * * Creates a function that checks a response against the document and returns the problem, or
 * undefined. `operation` is undefined for requests that the document does not describe.
 */
export function createChecker(): (
  operation: Operation | undefined,
  reply: Reply,
) => string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  formats.default(ajv)
  return (operation, { status, type, text }) => {
    if (status >= 500) return `answered ${status}`
    // Requests with too large headers are rejected before the operation is known.
    if (!operation || status === 431)
      return status >= 400 && isFailure(text)
        ? undefined
        : `answered ${status} without a failure's body`
    const described = operation.responses[status]
    if (!described) return `answered ${status}, which the document does not have`
    if (!described.content)
      return text === '' || status === 303 ? undefined : `answered ${status} with a body`
    const media = type.split(';')[0] ?? ''
    // Files are documented with the type `*/*`.
    const schema = (described.content[media] ?? described.content['*/*'])?.schema
    if (!schema)
      return `answered ${status} as ${type || 'nothing'}, which the document does not have`
    if (media !== 'application/json') return undefined
    const check = ajv.compile(schema)
    return check(parse(text))
      ? undefined
      : `answered ${status} against its schema: ${ajv.errorsText(check.errors)}`
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isFailure(text: string): boolean {
  const body = parse(text)
  return typeof body === 'object' && body !== null && 'message' in body && 'code' in body
}
