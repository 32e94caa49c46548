import { type Action, mayEver, policy, roles } from '@plumbline/contract/policy.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/db/ids.ts'
import { type Name, type TestApp, testApp, testPeople } from '../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const spellings = allRows.flatMap((row) =>
  [row, ...(row.also ?? [])].map(({ method, path }) => ({ row, method, path })),
)
const address = (path: string, id = newId()) => path.replaceAll(/:\w+/g, id)
const nameOf = (role: string) =>
  Object.entries(testPeople).find(([, person]) => person.role === role)?.[0] as Name

describe.each(spellings)('$method $path', ({ row, method, path }) => {
  test('is served', () => {
    expect(w.app.hasRoute({ method, url: path })).toBe(true)
  })

  if (row.may !== 'anyone')
    test('rejects a request without a session', async () => {
      const answer = await w.call('nobody', method, address(path))
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ message: 'Unauthorized', code: 'unauthorized' })
    })

  // For the other rows, `sample/walk/walk.test.ts` sends valid requests.
  if (row.may !== 'anyone' && (row.method === 'GET' || path !== row.path))
    test('rejects roles that may never call it, before any lookup', async () => {
      for (const role of roles) {
        const never = policy[row.may as keyof typeof policy][role] === false
        const answer = await w.call(nameOf(role), method, address(path), undefined)
        if (never) expect(answer.body).toEqual({ message: 'Forbidden', code: 'forbidden' })
        else expect(answer.status).not.toBe(401)
      }
    })

  if (/:\w*[iI]d\b/.test(path) && row.may !== 'anyone')
    test('is a 404 for unknown and invalid ids', async () => {
      const caller = mayEver('admin', row.may as Action) ? 'ada' : 'cleo'
      for (const id of [newId(), 'not-an-id', '%00', "1'or'1'='1", '0'.repeat(99)]) {
        const answer = await w.call(
          caller,
          method,
          address(path, id),
          row.method === 'GET' ? undefined : {},
        )
        expect(answer.body).toEqual({ message: 'Not found', code: 'notFound' })
      }
    })
})

describe('all calls', () => {
  test('an unknown address below /api is a 404 in JSON', async () => {
    const answer = await w.call('ada', 'GET', '/api/no-such-thing')
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ message: 'Not found', code: 'notFound' })
  })

  test('the API document lists every call', async () => {
    const { body } = await w.call('nobody', 'GET', '/api/openapi.json')
    const listed = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(
      spellings.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
    )
  })

  test('every response has the security headers', async () => {
    const { headers } = await w.call('nobody', 'GET', '/api/jobs')
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-request-id']).toBeTruthy()
    expect(headers['strict-transport-security']).toBeUndefined()
  })
})
