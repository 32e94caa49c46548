import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readSettings } from '../platform/settings.ts'
import { registerHeaders } from './headers.ts'

test.each([
  ['https', 'https://jobs.example.com', 'jobs.example.com', ['same-origin', '?1']],
  ['the machine itself', undefined, 'localhost:3000', ['same-origin', '?1']],
  ['the machine itself', undefined, '127.0.0.1:3000', ['same-origin', '?1']],
  ['the machine itself', undefined, '[::1]:3000', ['same-origin', '?1']],
  ['the office network', undefined, '192.168.1.20:3000', [undefined, undefined]],
])(
  'over %s responses have only the headers that browsers follow there',
  async (_, url, host, expected) => {
    const app = fastify()
    await registerHeaders(app, readSettings(url ? { PUBLIC_URL: url } : {}))
    app.get('/', async () => 'ok')
    const { headers } = await app.inject({ url: '/', headers: { host } })
    expect([headers['cross-origin-opener-policy'], headers['origin-agent-cluster']]).toEqual(
      expected,
    )
    await app.close()
  },
)

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

test.each([
  [
    'https',
    'https://jobs.example.com',
    [...policy, 'upgrade-insecure-requests'],
    'max-age=31536000',
  ],
  ['http', 'http://jobs.example.com', policy, undefined],
])(
  'over %s the content security policy is complete, and https is enforced or not',
  async (_, url, directives, hsts) => {
    const app = fastify()
    await registerHeaders(app, readSettings({ PUBLIC_URL: url }))
    app.get('/', async () => 'ok')
    const { headers } = await app.inject({ url: '/', headers: { host: 'jobs.example.com' } })
    expect(String(headers['content-security-policy']).split(';')).toEqual(directives)
    expect(headers['strict-transport-security']).toBe(hsts)
    await app.close()
  },
)
