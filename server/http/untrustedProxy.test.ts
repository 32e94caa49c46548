import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app/app.ts'
import { createLog } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

/** The warnings of the requests from these addresses, and whether Settings warns. */
async function seen(trustProxy: Settings['trustProxy'], from: readonly string[], forwarded = true) {
  const warnings: string[] = []
  const log = createLog('warn', { write: (line: string) => void warnings.push(line) })
  const settings = { ...w.settings, trustProxy }
  const app = await buildApp({ database: w.database, settings, log })
  onTestFinished(() => app.close())
  const headers = forwarded ? { 'x-forwarded-for': '203.0.113.9' } : {}
  for (const remoteAddress of from) await app.inject({ url: '/api/setup', remoteAddress, headers })
  const cookie = w.cookieOf('ada')
  const { untrustedProxy } = (await app.inject({ url: '/api/storage', headers: { cookie } })).json()
  return {
    warnings: warnings.filter((line) => line.includes('TRUST_PROXY')).length,
    untrustedProxy,
  }
}

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.2',
  '192.168.1.9',
  '::1',
  'fd00::7',
  '::ffff:10.0.0.1',
])('a proxy at %s that is not trusted is noticed once', async (address) => {
  expect(await seen(false, [address, address])).toEqual({ warnings: 1, untrustedProxy: true })
})

test('what is no proxy, or a trusted one, is not noticed', async () => {
  const quiet = { warnings: 0, untrustedProxy: false }
  expect(await seen(1, ['127.0.0.1'])).toEqual(quiet)
  expect(await seen(false, ['198.51.100.7'])).toEqual(quiet)
  expect(await seen(false, ['127.0.0.1'], false)).toEqual(quiet)
})
