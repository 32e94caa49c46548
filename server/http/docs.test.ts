import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const from = (remoteAddress: string, url: string) => w.app.inject({ url, remoteAddress })

test('the API page has the content security policy of every other page', async () => {
  const policy = (await w.call('nobody', 'GET', '/api/login')).headers['content-security-policy']
  expect(policy).toMatch(/script-src 'self';/)
  const pages = ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/yaml', '/api/openapi.json']
  const files = ['swagger-ui-bundle.js', 'swagger-initializer.js', 'swagger-ui.css', 'index.css']
  for (const url of [...pages, ...files.map((name) => `/api/docs/static/${name}`)]) {
    const { statusCode, headers, body } = await from('10.0.0.1', url)
    expect([url, statusCode]).toEqual([url, 200])
    expect(headers['content-security-policy']).toBe(policy)
    expect(headers['x-content-type-options']).toBe('nosniff')
    // Inline scripts and handlers would not run.
    if (url.startsWith('/api/docs') && String(headers['content-type']).includes('html'))
      expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i)
  }
})

test('the API document is the same at every address', async () => {
  const first = (await from('10.0.0.2', '/api/openapi.json')).body
  expect((await from('10.0.0.2', '/api/docs/json')).body).toBe(first)
  expect(JSON.parse(first).openapi).toBe('3.1.0')
  const asYaml = (await from('10.0.0.2', '/api/docs/yaml')).body
  expect(asYaml).toMatch(/^openapi: 3\.1\.0\n/)
  expect(asYaml).toContain('\n  /api/jobs/{id}:\n')
})

describe('one address may read the documents 120 times a minute', () => {
  const urls = [
    '/api/openapi.json',
    '/api/docs/',
    '/api/docs/json',
    '/api/docs/yaml',
    '/api/docs/static/index.css',
  ]
  test.each(urls)('%s', async (url) => {
    const busy = `10.1.0.${urls.indexOf(url)}`
    expect((await from(busy, url)).statusCode).toBe(200)
    // All of them share one limit. This one is the smallest.
    for (let n = 1; n < 120; n++)
      expect((await from(busy, '/api/docs/static/index.css')).statusCode).toBe(200)
    const refused = await from(busy, url)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'tooMany' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('10.2.0.1', url)).statusCode).toBe(200)
  })
})
