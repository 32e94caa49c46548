import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { statementsOf } from '../testing/statements.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { failureOf, replyWithFailure } from './failures.ts'
import { type HealthCheck, registerHealth } from './health.ts'
import type { Services } from './services.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
const later = (ms: number) => {
  w.clock.now = new Date(w.clock.now.getTime() + ms)
}
beforeEach(() => later(MINUTE_MS))

const health = (headers = {}) => w.call('nobody', 'GET', '/api/health', undefined, headers)

/** The number of statements of one report. */
const STATEMENTS = 2

test('queries the database once a second, however many clients ask', async () => {
  const crowd = () => Promise.all(Array.from({ length: 200 }, () => health()))
  const seen: number[] = []
  for (const pause of [0, 0, 999, 1, 0, 1000]) {
    later(pause)
    const statements = await statementsOf(async () => {
      for (const { status } of await crowd()) expect(status).toBe(200)
    })
    seen.push(statements.length)
  }
  expect(seen).toEqual([STATEMENTS, 0, 0, STATEMENTS, 0, STATEMENTS])
})

test('a report does not outlast a clock that is set back', async () => {
  await health()
  later(-HOUR_MS)
  expect(await statementsOf(() => health())).toHaveLength(STATEMENTS)
})

test('gives details to callers on this machine, and only the status to others', async () => {
  expect((await health()).body).toEqual({
    ...{ status: 'ok', database: 'ok' },
    ...{ checksumFailures: 0, lastBackup: null, freeBytes: expect.any(Number) },
    postgresVersion: expect.stringMatching(/^\d+\.\d+$/),
  })
  for (const headers of [{ host: '10.0.0.7' }, { 'x-forwarded-for': '203.0.113.9' }])
    expect((await health(headers)).body).toEqual({ status: 'ok' })
  expect((await health()).headers['cache-control']).toBe('no-store')
})

/** An application with only these checks, and a database that can be made unreachable. */
async function healthOf(checks: Record<string, HealthCheck>) {
  const app = fastify()
  const database = { isDown: false, queries: 0 }
  app.setErrorHandler((error, _request, reply) => replyWithFailure(failureOf(error), reply))
  const services = {
    now: () => w.clock.now,
    database: {
      db: {
        async execute() {
          database.queries++
          if (database.isDown) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
          return { rows: [{ version: '18.1', failures: 2 }] }
        },
      },
    },
  } as unknown as Services
  registerHealth(app, services, checks, 200)
  onTestFinished(() => app.close())
  const ask = async () => {
    later(1000)
    const { statusCode, body, headers } = await app.inject('/api/health')
    return { status: statusCode, body: JSON.parse(body), retryAfter: headers['retry-after'] }
  }
  return { app, ask, database }
}

test('a problem is a 200 with the status degraded and the values of all checks', async () => {
  const { ask } = await healthOf({
    checksumFailures: async (_services, { checksumFailures }) => ({
      value: checksumFailures,
      isGood: false,
    }),
    lastBackup: async () => ({ value: { at: '2026-11-20', size: 7 }, isGood: true }),
  })
  expect(await ask()).toMatchObject({
    status: 200,
    body: {
      ...{ status: 'degraded', database: 'ok', checksumFailures: 2 },
      lastBackup: { at: '2026-11-20', size: 7 },
    },
  })
})

test('a check that fails or hangs is degraded, and does not hide the others', async () => {
  const { ask } = await healthOf({
    fails: () => Promise.reject(new Error('no such thing')),
    hangs: () => new Promise(() => {}),
    works: async () => ({ value: 7, isGood: true }),
  })
  expect((await ask()).body).toEqual({
    ...{ status: 'degraded', database: 'ok' },
    ...{ fails: null, hangs: null, works: 7 },
  })
})

test('an unreachable database is a 503 for a second, and is then checked again', async () => {
  const { app, ask, database } = await healthOf({})
  database.isDown = true
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'unavailable' }, retryAfter: '2' })
  database.isDown = false
  database.queries = 0
  expect((await app.inject('/api/health')).statusCode).toBe(503)
  expect(database.queries).toBe(0)
  expect(await ask()).toMatchObject({ status: 200, body: { status: 'ok' } })
})
