import { statSync } from 'node:fs'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { errorFacts, errorText } from './errorFacts.ts'
import { StoreError } from './files/store.ts'
import { createLog } from './log.ts'
import { reason } from './systemError.ts'

function logged(url: string): string {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info({ req: { method: 'GET', url, ip: '203.0.113.9' } }, 'incoming request')
  return lines.join('')
}

test.each([
  '/api/invite/secret-token',
  '/api/reset-password/secret-token?x=1',
  '/api/calendar/secret-token.ics',
  '/api/unsubscribe/secret-token',
  '/api/crew-day/secret-token',
  '/p/secret-token',
  '/i/secret-token/invoice.pdf',
])('%s is logged without its token', (url) => {
  expect(JSON.parse(logged(url)).req.url).toMatch(
    /^\/(api\/(invite|reset-password|calendar|unsubscribe|crew-day)|[pi])\/\[token\]/,
  )
  expect(logged(url)).not.toContain('secret-token')
})

test('the callback of single sign-on is logged without its parameters', () => {
  const line = logged('/api/login/oidc/callback?code=secret-code&state=abc')
  expect(JSON.parse(line).req.url).toBe('/api/login/oidc/callback')
})

test('search params are logged without their values', () => {
  const line = logged('/api/jobs?search=Ada+Adler&limit=20')
  expect(JSON.parse(line).req.url).toBe('/api/jobs?search=…&limit=…')
})

test('a line break in a value does not start a new line', () => {
  const line = logged('/api/jobs?search=a%0a\n{"level":60}')
  expect(line.trimEnd().split('\n')).toHaveLength(1)
})

const SECRET = 'canary-of-this-test'
const row = `Failing row contains (${SECRET})`

/** The log lines of an error, for each of the ways to log it. */
function linesOf(error: unknown): string {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.error(error)
  log.error({ err: error }, 'It failed')
  log.error({ err: error }, (error as Error).message)
  log.warn(`It failed: ${reason(error)}`)
  return [...lines, errorText(error)].join('')
}

const fromPostgres = (code: string, message = 'It failed') =>
  Object.assign(new Error(message), {
    ...{ code, severity: 'ERROR', detail: row, hint: row, where: row, internalQuery: row },
    ...{ table: 'users', constraint: 'users_email_key', parameters: [SECRET] },
  })
const thrownBy = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

test.each<[string, unknown]>([
  ['a violated constraint', fromPostgres('23505')],
  ['a refused value', fromPostgres('22P02', `invalid input syntax for type uuid: "${SECRET}"`)],
  ['what a trigger raises', fromPostgres('P0001', `${SECRET} is not allowed`)],
  [
    'a failed statement',
    new DrizzleQueryError('select $1', [SECRET, '$argon2id$v=19$canary'], fromPostgres('57014')),
  ],
  [
    'the file store',
    new StoreError(Object.assign(new Error('Refused'), { $metadata: SECRET, body: SECRET })),
  ],
  [
    'the mail server',
    Object.assign(new Error(`Message failed: 550 <${SECRET}@example.com> unknown`), {
      ...{ code: 'EENVELOPE', responseCode: 550, response: SECRET, rejected: [SECRET] },
    }),
  ],
  [
    'the sign-in provider',
    Object.assign(new Error('The server responded with an error'), {
      ...{ error_description: SECRET, cause: { error_description: SECRET } },
    }),
  ],
  ['text that is not JSON', thrownBy(() => JSON.parse(SECRET))],
  ['an argument that Node refuses', thrownBy(() => statSync(`${SECRET}\0`))],
  [
    'several errors',
    new AggregateError([fromPostgres('23505'), new DrizzleQueryError('x', [SECRET])]),
  ],
  ['a cause', new Error('It failed', { cause: fromPostgres('P0001', SECRET) })],
])('the error of %s is logged without values', (_, error) => {
  expect(error).toBeInstanceOf(Error)
  const lines = linesOf(error)
  expect(lines).not.toContain(SECRET)
  expect(lines).not.toContain('argon2id')
  expect(lines).toContain((error as Error).constructor.name)
  expect(lines).toMatch(/at .*log\.test\.ts/)
})

test('an error of Postgres is logged with its code, table and constraint', () => {
  const error = new DrizzleQueryError('insert into users', [SECRET], fromPostgres('23505'))
  const named = { code: '23505', table: 'users', constraint: 'users_email_key' }
  expect(errorFacts(error)).toMatchObject({
    message: 'Failed query: insert into users',
    cause: { message: 'It failed', ...named },
  })
  expect(reason(error)).toBe('It failed')
  expect(errorText(new Error('two\nlines')).split('\n')[0]).toBe('Error: two lines')
})
