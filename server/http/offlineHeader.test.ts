import { CACHE_OWNER_HEADER } from '@plumbline/contract/offline.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { isStorable } from './offlineHeader.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

/** The id of the person a browser may store the reply for. */
const storableFor = async (...call: Parameters<TestApp['call']>) =>
  (await w.call(...call)).headers[CACHE_OWNER_HEADER]

test('replies for screens can be cached offline, but no secret, log, export or download', () => {
  const reads = allRows.filter(({ method }) => method === 'GET')
  const storable = reads.filter(({ keep }) => keep)
  expect(reads.filter(({ keep }) => !keep).map(({ path }) => path)).toMatchInlineSnapshot(`
    [
      "/api/setup",
      "/api/account/confirm",
      "/api/account/sessions",
      "/api/account/second-factor",
      "/api/account/passkeys",
      "/api/users/:id/invite-link",
      "/api/invite-address",
      "/api/storage",
      "/api/backups",
      "/api/customers/:id/copies",
      "/api/customers/:id/contents",
      "/api/calendar/:token.ics",
      "/api/account/calendar-feed",
      "/api/schedule/:id/calendar.ics",
      "/api/bid-appointments/:id/calendar.ics",
      "/api/photos/zip",
      "/api/messages",
      "/api/notifications",
      "/api/notifications/unread",
      "/api/notifications/muted-jobs",
      "/api/notification-settings",
      "/api/push-key",
      "/api/push-subscriptions",
      "/api/weekly-updates/drafts",
      "/api/pending-bids/:id/document",
      "/api/pending-bids/:id/document.pdf",
      "/api/proposals/:id/link",
      "/api/proposals/:id/document",
      "/api/proposals/:id/document.pdf",
      "/api/invoices/:id/link",
      "/api/invoices/:id/document",
      "/api/invoices/:id/document.pdf",
      "/api/payments/:id/receipt",
      "/api/payments/:id/receipt.pdf",
      "/api/customers/:id/statement/document",
      "/api/customers/:id/statement/document.pdf",
      "/api/quickbooks-runs/:id/file",
      "/api/my-invoices/:id/document",
      "/api/my-invoices/:id/document.pdf",
      "/api/my-payments/:id/receipt",
      "/api/my-payments/:id/receipt.pdf",
      "/api/change-orders",
      "/api/change-orders/:id/document",
      "/api/change-orders/:id/document.pdf",
      "/api/property-photos/:id/image",
      "/api/rental-expenses/:id/receipt",
      "/api/export",
      "/api/export/zip",
      "/api/audit",
    ]
  `)
  expect(storable.filter((row) => row.own ?? row.may === 'anyone')).toEqual([])
})

test('a reply states for which person it can be cached', async () => {
  expect(await storableFor('ada', 'GET', '/api/auth/user')).toBe(w.idOf('ada'))
  expect(await storableFor('sam', 'GET', '/api/jobs')).toBe(w.idOf('sam'))
  expect(await storableFor('nobody', 'GET', '/api/auth/user')).toBeUndefined()
  expect(await storableFor('sam', 'GET', '/api/users/none')).toBeUndefined()
  expect(await storableFor('ada', 'GET', '/api/account/sessions')).toBeUndefined()
  expect(await storableFor('ada', 'GET', '/api/audit')).toBeUndefined()
  expect(await storableFor('ada', 'PUT', '/api/settings', {})).toBeUndefined()
})

test('nothing is cached while an admin views as another person', async () => {
  await w.call('ada', 'POST', `/api/users/${w.idOf('cleo')}/view-as`)
  const viewing = { 'x-view-as': w.idOf('cleo') }
  expect(await storableFor('ada', 'GET', '/api/auth/user', undefined, viewing)).toBeUndefined()
})

test.each([
  ['thumb', true],
  ['full', false],
  ['original', false],
  [undefined, false],
])('a photo in the size %s can be cached: %s', (size, expected) => {
  expect(isStorable(photoRoutes.image.keep, { size })).toBe(expected)
})
