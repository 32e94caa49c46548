import type { Operation, Schema } from './document.ts'
import { type Dice, hostile, jsonText, valid } from './values.ts'

/** The bytes of a request. */
export interface Sent {
  readonly operation: Operation | undefined
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
  /** So large that the server may close the connection before it has read everything. */
  readonly huge: boolean
}

/** The input of the generator. */
export interface Source {
  readonly operations: readonly Operation[]
  /** Ids that exist, by the part of the path after `/api/`. */
  readonly ids: ReadonlyMap<string, readonly string[]>
  /** Whether this id may be in a path of this operation: no signed-in person is to be deleted. */
  readonly mayName: (operation: Operation, id: string) => boolean
}

const LARGE = 300_000

/** The next request: valid, mutated in one or two places, or hostile throughout. */
export function nextRequest(source: Source, dice: Dice): Sent {
  if (dice.once(25)) return astray(dice)
  const chosen = dice.one(source.operations)
  // Few of them delete, or there would soon be nothing left to request.
  const operation = chosen.method === 'DELETE' ? dice.one(source.operations) : chosen
  const bend = !dice.once(4)
  const body = bodyOf(operation, source, dice, bend)
  return {
    operation,
    method: operation.method,
    path: pathOf(operation, source, dice, bend) + queryOf(operation, source, dice, bend),
    headers: { ...body.headers, ...headersOf(dice, bend) },
    body: body.content,
    huge: (body.content?.length ?? 0) > 200_000,
  }
}

/** Requests for operations that do not exist. */
function astray(dice: Dice): Sent {
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

function pathOf(operation: Operation, { ids, mayName }: Source, dice: Dice, bend: boolean): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (bend && dice.once(4)) return encoded(dice.one(hostile))
    const resource = name === 'userId' ? 'users' : (operation.path.split('/')[2] ?? '')
    const known = (ids.get(resource) ?? []).filter((id) => mayName(operation, id))
    return known.length > 0 && !dice.once(6) ? dice.one(known) : dice.uuid()
  })
}

function queryOf(operation: Operation, source: Source, dice: Dice, bend: boolean): string {
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const pairs = inQuery
    .filter(() => dice.once(3))
    .map(
      ({ name, schema }) =>
        `${name}=${encoded(bend && dice.once(2) ? dice.one(hostile) : valid(schema, dice, { ids: all(source), name }))}`,
    )
  if (bend && dice.once(6)) {
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

/** Percent-encoded; a lone surrogate is sent as the bytes it would have. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value)
  return [...text.slice(0, 5000)]
    .map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : '%ED%A0%80'))
    .join('')
}

function headersOf(dice: Dice, bend: boolean): Record<string, string> {
  const usual = dice.once(5) ? { 'idempotency-key': dice.uuid() } : {}
  if (!bend || !dice.once(6)) return usual
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

function bodyOf(operation: Operation, source: Source, dice: Dice, bend: boolean): Body {
  const schema = operation.requestBody?.content?.['application/json']?.schema
  if (!schema) return bend && dice.once(10) ? strange(dice) : { content: undefined, headers: {} }
  if (bend && dice.once(6)) return strange(dice)
  const value = valid(schema, dice, { ids: all(source) })
  return json(jsonText(bend ? bent(value, schema, dice) : value))
}

const json = (content: string | Buffer): Body => ({
  content,
  headers: { 'content-type': 'application/json' },
})

/** The value with one to three of its parts replaced, removed or added. */
function bent(value: unknown, schema: Schema, dice: Dice): unknown {
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
  // Not a literal: a key named __proto__ has to stay a key.
  return Object.fromEntries(entries)
}

/** A body that the endpoint does not accept, or that is not JSON. */
function strange(dice: Dice): Body {
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
