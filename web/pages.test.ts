import { expect, test } from 'vitest'
import { isKnownPath, pages } from './pages.ts'

test('the titles of the top bar and who may open what', () => {
  const lines = Object.values(pages).map(
    (page) =>
      `${page.path} | ${page.title ?? '(holdings company)'} | ${page.roles.join(' ')} | ${page.denied}`,
  )
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "/ | Dashboard | admin subcontractor client | 
    /pending-bids | Pending Bids | admin | Access Denied: You don't have permission to view pending bids.
    /pending-bids/$id | Pending Bids | admin | Access Denied: You don't have permission to view pending bids.
    /jobs | Work in Progress | admin subcontractor client | 
    /jobs/$id | Job Details | admin subcontractor client | 
    /completions | Account Receivables | admin | Access Denied: This page is only available to administrators.
    /paid-2025 | 2025 Completions | admin | Access Denied: This page is only available to administrators.
    /tasks | Tasks | admin subcontractor | Access Denied: This page is only available to administrators.
    /schedule | Schedule | admin subcontractor client | 
    /enhanced-schedule | Enhanced Schedule | admin subcontractor client | 
    /photos | Photos | admin subcontractor client | 
    /messages | Messages | admin subcontractor client | 
    /subcontractors | Subcontractors | admin | Access Denied: This page is only available to administrators.
    /subcontractors/$id | Subcontractors | admin | Access Denied: This page is only available to administrators.
    /rental-properties | (holdings company) | admin | Access Denied: This page is only available to administrators.
    /users | User Management | admin | Access Denied: Only administrators can manage users.
    /imports/$kind | Import | admin | Access Denied: This page is only available to administrators.
    /account | My account | admin subcontractor client | 
    /settings | Settings | admin | Access Denied: This page is only available to administrators."
  `)
})

test.each([
  ['/', true],
  ['/jobs', true],
  ['/jobs/', true],
  ['/jobs/0198c0de-0000-7000-8000-000000000001', true],
  ['/jobs/a/b', false],
  ['/pending-bids/', true],
  ['/nowhere', false],
  ['/Jobs', false],
])('%s is a screen: %s', (path, known) => {
  expect(isKnownPath(path)).toBe(known)
})
