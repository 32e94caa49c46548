import { expect, test } from 'vitest'
import { createLog } from './log.ts'

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
])('%s is logged without its token', (url) => {
  expect(JSON.parse(logged(url)).req.url).toMatch(
    /^\/api\/(invite|reset-password|calendar)\/\[token\]/,
  )
  expect(logged(url)).not.toContain('secret-token')
})

test('the callback of single sign-on is not logged either', () => {
  const line = logged('/api/login/oidc/callback?code=secret-code&state=abc')
  expect(JSON.parse(line).req.url).toBe('/api/login/oidc/callback')
})

test('a line break in a value does not start a new line', () => {
  const line = logged('/api/jobs?search=a%0a\n{"level":60}')
  expect(line.trimEnd().split('\n')).toHaveLength(1)
})
