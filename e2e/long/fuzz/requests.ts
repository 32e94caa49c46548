import type { Operation, Schema } from './document.ts'
import { type Dice, hostile, jsonText, valid } from './values.ts'

/** A generated request. */
export interface Sent {
  readonly operation: Operation | undefined
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  /**
   * Whether it is so large that the server may close the connection before it has read everything.
   */
  readonly huge: boolean
}

/** The input of the generator. */
export interface Source {
  readonly operations: readonly Operation[]
  /** Existing ids, by the part of the path after `/api/`. */
  readonly ids: ReadonlyMap<string, readonly string[]>
  /**
   * Whether an operation may use an id in its path. Prevents that a signed-in person is deleted.
   */
  readonly mayUseId: (operation: Operation, id: string) => boolean
}

const LARGE = 300_000

/**
 * Generates the next request: valid, mutated in some places, or for an operation that does not
 * exist.
 */
export function nextRequest(source: Source, dice: Dice): Sent {
  if (dice.once(25)) return unknownOperation(dice)
  const chosen = dice.one(source.operations)
  // Deletions are rare, because otherwise all records would soon be deleted.
  const operation = chosen.method === 'DELETE' ? dice.one(source.operations) : chosen
  const isMutated = !dice.once(4)
  const body = bodyOf(operation, source, dice, isMutated)
  return {
    operation,
    method: operation.method,
    path: pathOf(operation, source, dice, isMutated) + queryOf(operation, source, dice, isMutated),
    headers: { ...body.headers, ...headersOf(dice, isMutated) },
    body: body.content,
    huge: (body.content?.length ?? 0) > 200_000,
  }
}

/** Generates a request for an operation that does not exist. */
function unknownOperation(dice: Dice): Sent {
  const path = dice.one([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/jobs/',
    '/api/jobs/%zz',
    '/api/%00',
    '/api/../api/jobs',
    '/api/jobs/a/b/c/d',
    `/api/${'x'.repeat(9000)}`,
  ])
  const method = dice.one(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])
  return { operation: undefined, method, path, headers: {}, body: undefined, huge: false }
}

function pathOf(
  operation: Operation,
  { ids, mayUseId }: Source,
  dice: Dice,
  isMutated: boolean,
): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (isMutated && dice.once(4)) return encoded(dice.one(hostile))
    const resource = name === 'userId' ? 'users' : (operation.path.split('/')[2] ?? '')
    const known = (ids.get(resource) ?? []).filter((id) => mayUseId(operation, id))
    return known.length > 0 && !dice.once(6) ? dice.one(known) : dice.uuid()
  })
}

function queryOf(operation: Operation, source: Source, dice: Dice, isMutated: boolean): string {
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const pairs = inQuery
    .filter(() => dice.once(3))
    .map(
      ({ name, schema }) =>
        `${name}=${encoded(isMutated && dice.once(2) ? dice.one(hostile) : valid(schema, dice, { ids: all(source), name }))}`,
    )
  if (isMutated && dice.once(6)) {
    const name = dice.one([
      ...inQuery.map((parameter) => parameter.name),
      '__proto__',
      'limit[]',
      'toString',
    ])
    pairs.push(`${name}=1`, `${name}=${encoded(dice.one(hostile))}`)
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const all = ({ ids }: Source) => [...ids.values()].flat()

/** Percent-encodes a value. A lone surrogate becomes the bytes that it would have in UTF-8. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value)
  return [...text.slice(0, 5000)]
    .map((character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80'))
    .join('')
}

function headersOf(dice: Dice, isMutated: boolean): Record<string, string> {
  const usual = dice.once(5) ? { 'idempotency-key': dice.uuid() } : {}
  if (!isMutated || !dice.once(6)) return usual
  return dice.one<Record<string, string>>([
    { 'idempotency-key': 'x'.repeat(256) },
    { 'idempotency-key': 'a b' },
    { 'if-match': '*' },
    { 'if-match': '"no such version"' },
    { 'if-match': ','.repeat(5000) },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'x-forwarded-for': "1.2.3.4, '; drop table" },
    { 'x-forwarded-proto': 'https,http' },
    { host: 'evil.example' },
    { accept: 'image/png' },
    { 'accept-encoding': 'br;q=nonsense, *;q=0' },
    { 'accept-language': 'x'.repeat(4000) },
    { 'x-large': 'x'.repeat(20_000) },
    { 'content-encoding': 'gzip' },
    { range: 'bytes=0-' },
  ])
}

interface Body {
  readonly content: string | Buffer | undefined
  readonly headers: Readonly<Record<string, string>>
}

function bodyOf(operation: Operation, source: Source, dice: Dice, isMutated: boolean): Body {
  const schema = operation.requestBody?.content?.['application/json']?.schema
  if (!schema)
    return isMutated && dice.once(10) ? invalidBody(dice) : { content: undefined, headers: {} }
  if (isMutated && dice.once(6)) return invalidBody(dice)
  const value = valid(schema, dice, { ids: all(source) })
  return json(jsonText(isMutated ? mutated(value, schema, dice) : value))
}

const json = (content: string | Buffer): Body => ({
  content,
  headers: { 'content-type': 'application/json' },
})

/** Returns the value with one to three of its fields replaced, removed or added. */
function mutated(value: unknown, schema: Schema, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return dice.one(hostile)
  const entries = new Map(Object.entries(value))
  const names = Object.keys(schema.properties ?? {})
  for (let times = dice.whole(1, 3); times > 0; times--) {
    const name = dice.one([...names, 'unknown'])
    const way = dice.whole(1, 6)
    if (way === 1) entries.delete(name)
    else if (way === 2)
      entries.set(
        dice.one(['__proto__', 'constructor', 'id', 'createdAt', 'role']),
        dice.one(hostile),
      )
    else if (way === 3 && names.includes('endDate')) {
      entries.set('startDate', '2025-06-02')
      entries.set('endDate', '2025-06-01')
    } else entries.set(name, dice.one(hostile))
  }
  // Unlike an assignment, this keeps `__proto__` an ordinary key.
  return Object.fromEntries(entries)
}

/** Generates a body that the endpoint does not accept, or that is not JSON. */
function invalidBody(dice: Dice): Body {
  const type = (name: string, content: string | Buffer = '{"name":"x"}'): Body => ({
    content,
    headers: { 'content-type': name },
  })
  return dice.one<Body>([
    json(''),
    json('{'),
    json('{"name":"x"'),
    json('{"name":"x","name":1}'),
    json('[]'),
    json('null'),
    json('"text"'),
    json('1e999'),
    json('{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}'),
    json('['.repeat(20_000)),
    json(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`),
    json(`{"name":"${'x'.repeat(LARGE)}"}`),
    json(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
    json(Buffer.from('\ufeff{"name":"x"}')),
    { content: '{"name":"x"}', headers: {} },
    type('text/plain'),
    type('application/xml', '<x/>'),
    type('application/x-www-form-urlencoded', 'name=x&name=y&__proto__=z&a[b]=c'),
    type('multipart/form-data', 'no boundary'),
    type('multipart/form-data; boundary=x', '--x\r\n'),
    type('application/json; charset=utf-16'),
    type('application/json, text/plain'),
    type('/'),
  ])
}
