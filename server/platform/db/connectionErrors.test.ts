import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { failureOf } from '../../http/failures.ts'
import { isConnectionError } from './connectionErrors.ts'

const absent = path.join(tmpdir(), 'plumbline-nothing-is-here')
const coded = (code: string) => Object.assign(new Error('It failed'), { code })

test('a missing database socket is a connection error', async () => {
  const error = await new Promise((resolve) => connect(absent).on('error', resolve))
  expect(error).toMatchObject({ code: 'ENOENT', syscall: 'connect' })
  expect(isConnectionError(error)).toBe(true)
  expect(isConnectionError(new DrizzleQueryError('select 1', [], error as Error))).toBe(true)
  expect(failureOf(error).status).toBe(503)
})

test('any other missing file is no connection error', async () => {
  const error = await readFile(absent).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(isConnectionError(error)).toBe(false)
  expect(failureOf(error).status).toBe(500)
})

test.each([
  ['a refused connection', coded('ECONNREFUSED'), true],
  ['several refused connections', new AggregateError([coded('ECONNREFUSED')]), true],
  ['a restart of the database', coded('57P01'), true],
  ['a broken connection', new Error('Connection terminated unexpectedly'), true],
  ['a violated constraint', coded('23505'), false],
  ['a full disk', coded('53100'), false],
  ['several other errors', new AggregateError([coded('23505')]), false],
  ['a value that is not an error', 'ECONNREFUSED', false],
])('%s', (_, error, is) => {
  expect(isConnectionError(error)).toBe(is)
})
