import { allRows } from '@plumbline/contract/routes.ts'
import { expect, test } from 'vitest'

/** Rows that no screen of a signed-in person writes. */
const notOnScreens: Readonly<Record<string, string>> = {
  'POST /api/setup': 'a page of the server, before anyone is signed in',
  'POST /api/login': 'a page of the server, before anyone is signed in',
  'POST /api/login/sample': 'a page of the server, before anyone is signed in',
  'POST /api/login/passkey': 'a page of the server, before anyone is signed in',
  'POST /api/login/passkey/options': 'a page of the server, before anyone is signed in',
  'POST /api/logout': 'leaves the application',
  'POST /api/forgot-password': 'a page of the server, before anyone is signed in',
  'POST /api/reset-password/:token': 'a page of the server, before anyone is signed in',
  'POST /api/invite/:token': 'a page of the server, before anyone is signed in',
  'POST /api/schedule/preview': 'saves nothing',
  'POST /api/weather-days/preview': 'saves nothing',
  'POST /api/account/password': 'changes nothing that a screen shows',
  'DELETE /api/users/:id/sessions': 'changes nothing that a screen shows',
  'DELETE /api/users/:id/second-factor': 'changes nothing that a screen shows',
  'POST /api/account/confirm': 'changes nothing that a screen shows',
  'PUT /api/presence': 'saves nothing',
  'POST /api/export': 'changes nothing that a screen shows; export.story downloads it',
  'POST /api/account/passkeys/options': 'saves nothing',
  'POST /api/push-subscriptions': 'asks the push service of the browser',
  'POST /api/users/:id/retry-email':
    'only once a mail server has refused an address; web/notifications/settings.test.tsx presses it',
  'POST /api/users/:id/view-as': 'changes nothing that a screen shows',
}

/** The rows that the stories name in their lists of `Write`s. */
function rowsInStories(): string[] {
  // A story file that is imported would run here too.
  const sources = import.meta.glob<string>('./*.story.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  return Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\brow: '([A-Z]+ \/[^']+)'/g)].map(([, row = '']) => row),
  )
}

test('every write of the contract is made in one story, or cannot be made on a screen', () => {
  const rows = allRows
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
  expect([...rowsInStories(), ...Object.keys(notOnScreens)].sort()).toEqual(rows.sort())
})
