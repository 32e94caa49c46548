import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { random } from '../options.ts'
import type { Document } from './document.ts'
import { nextRequest } from './requests.ts'
import { fuzz } from './run.ts'
import { Dice } from './values.ts'

const failure = { type: 'object', required: ['message', 'code'] }
const content = (schema: object) => ({ content: { 'application/json': { schema } } })
const thing = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
}

const document: Document = {
  paths: {
    '/api/things': {
      post: {
        requestBody: content({
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', maxLength: 50 }, size: { type: 'integer' } },
        }),
        responses: { 201: content(thing), 400: content(failure) },
      },
    },
    '/api/things/{id}': {
      get: { responses: { 200: content(thing), 404: content(failure) } },
      delete: { responses: { 204: {} } },
    },
  },
}

let server: Server
afterEach(() => server.close())

const answer = (reply: ServerResponse, status: number, body?: unknown) => {
  reply
    .writeHead(status, { 'content-type': 'application/json' })
    .end(body === undefined ? '' : JSON.stringify(body))
}
const well = { id: '0192f0c0-0000-7000-8000-000000000000', name: 'x' }
const bad = { message: 'no', code: 'invalid' }

/** Fuzzes a server that answers POST requests through `creates`, and all others as documented. */
async function findings(creates: (body: string, reply: ServerResponse) => void) {
  // Headers of any size are accepted, because their limit is not tested here.
  server = createServer({ maxHeaderSize: 1_000_000 }, (incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const path = incoming.url?.split('?')[0] ?? ''
      if (incoming.method === 'POST' && path === '/api/things')
        return creates(Buffer.concat(chunks).toString(), reply)
      if (incoming.method === 'DELETE' && path.startsWith('/api/things/')) return answer(reply, 204)
      answer(reply, 404, bad)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const plan = {
    url,
    document,
    cookie: '',
    count: 300,
    random: random(1),
    ids: new Map<string, string[]>(),
  }
  return (
    await fuzz({
      ...plan,
      isExcluded: () => false,
      mayUseId: () => true,
      acceptsForms: () => false,
    })
  ).findings
}

test('a server that answers as documented has no findings', async () => {
  expect(await findings((_, reply) => answer(reply, 400, bad))).toEqual([])
  server.close()
  expect(await findings((_, reply) => answer(reply, 201, well))).toEqual([])
})

test.each<[string, (body: string, reply: ServerResponse) => void, RegExp]>([
  ['a 500', (_, reply) => answer(reply, 500, bad), /answered 500/],
  [
    'a 500 for NUL alone',
    (body, reply) => answer(reply, body.includes('\\u0000') ? 500 : 400, bad),
    /answered 500/,
  ],
  [
    'a 500 for a wrong type',
    (body, reply) => answer(reply, /"name":(\d|\[|\{|true)/.test(body) ? 500 : 400, bad),
    /answered 500/,
  ],
  [
    'a 500 for malformed JSON',
    (body, reply) => answer(reply, body.startsWith('{') && !body.endsWith('}') ? 500 : 400, bad),
    /answered 500/,
  ],
  [
    'a 500 for a __proto__ key',
    (body, reply) => answer(reply, body.includes('"__proto__":') ? 500 : 400, bad),
    /answered 500/,
  ],
  [
    'an answer against its schema',
    (_, reply) => answer(reply, 201, { ...well, id: 7 }),
    /against its schema/,
  ],
  [
    'a failure without its body',
    (_, reply) => answer(reply, 400, { error: 'no' }),
    /against its schema/,
  ],
  [
    'a status that is not documented',
    (_, reply) => answer(reply, 418, bad),
    /which the document does not have/,
  ],
  [
    'text where JSON is due',
    (_, reply) => void reply.writeHead(201, { 'content-type': 'text/html' }).end('hello'),
    /text\/html/,
  ],
  ['no answer at all', (_, reply) => void reply.destroy(), /gave no answer/],
])('finds %s', async (_, creates, problem) => {
  expect((await findings(creates)).join('\n')).toMatch(problem)
})

test('the same seed makes the same requests, another seed others', () => {
  const operations = [
    { ...document.paths['/api/things']?.post, method: 'POST', path: '/api/things', responses: {} },
  ]
  const requests = (seed: number) => {
    const dice = new Dice(random(seed))
    return Array.from({ length: 50 }, () =>
      nextRequest({ operations, ids: new Map(), mayUseId: () => true }, dice),
    )
  }
  expect(requests(3)).toEqual(requests(3))
  expect(requests(3)).not.toEqual(requests(4))
})
