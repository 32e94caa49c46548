import { expect, test } from 'vitest'
import { isKnownPath, screenPaths } from './paths.ts'
import { screens } from './testing/screens.ts'

test('the titles of the top bar and who may open what', () => {
  const lines = screens.map(
    ({ path, title, roles, denied = '' }) => `${path} | ${title} | ${roles.join(' ')} | ${denied}`,
  )
  expect(lines.sort().join('\n')).toMatchInlineSnapshot(`
    "/ | Dashboard | admin subcontractor client | 
    /account | My account | admin subcontractor client | 
    /completions | Account Receivables | admin | Access Denied: This page is only available to administrators.
    /enhanced-schedule | Enhanced Schedule | admin subcontractor client | 
    /imports/$kind | Import | admin | Access Denied: This page is only available to administrators.
    /jobs | Work in Progress | admin subcontractor client | 
    /jobs/$id | Job Details | admin subcontractor client | 
    /messages | Messages | admin subcontractor client | 
    /paid-2025 | 2025 Completions | admin | Access Denied: This page is only available to administrators.
    /pending-bids | Pending Bids | admin | Access Denied: You don't have permission to view pending bids.
    /pending-bids/$id | Pending Bids | admin | Access Denied: You don't have permission to view pending bids.
    /photos | Photos | admin subcontractor client | 
    /rental-properties | Ridgeline Holdings | admin | Access Denied: This page is only available to administrators.
    /schedule | Schedule | admin subcontractor client | 
    /settings | Settings | admin | Access Denied: This page is only available to administrators.
    /subcontractors | Subcontractors | admin | Access Denied: This page is only available to administrators.
    /subcontractors/$id | Subcontractors | admin | Access Denied: This page is only available to administrators.
    /tasks | Tasks | admin subcontractor | Access Denied: This page is only available to administrators and subcontractors.
    /users | User Management | admin | Access Denied: Only administrators can manage users."
  `)
})

test('the guard knows every screen of the router', () => {
  expect(screenPaths.toSorted()).toEqual(screens.map(({ path }) => path).sort())
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
