import { accountRoutes } from '@plumbline/contract/account.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const none = { active: false, createdAt: null }
const since = (createdAt: string) => ({ active: true, createdAt })
const first = 'https://plumbline.example.com/api/calendar/first.ics'
const second = 'https://plumbline.example.com/api/calendar/second.ics'

beforeEach(() => {
  server.reset()
  server.on(accountRoutes.sessions, { body: [] })
  server.on(secondFactorRoutes.read, {
    body: { enabledAt: null, recoveryCodesLeft: 0, required: false },
  })
  server.on(passkeyRoutes.list, { body: [] })
  server.on(calendarRoutes.feed, { body: none })
})
const section = async () => within(await screen.findByRole('region', { name: 'Calendar feed' }))
const writes = () => server.seen.filter(({ method }) => method !== 'GET')
const answerYes = async (label: string) => {
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: label }))
}
/** Lets the server return this link for the next one created. */
function serveNewLink(url: string, createdAt: string) {
  server.on(calendarRoutes.create, () => {
    server.on(calendarRoutes.feed, { body: since(createdAt) })
    return { body: { url } }
  })
}

test('a link is created, shown once, copied and opened', async () => {
  const user = userEvent.setup()
  open(server, '/account', 'subcontractor')
  const feed = await section()
  expect(feed.getByText('You have no calendar link.')).toBeTruthy()
  expect(feed.queryByRole('button', { name: 'Turn Off' })).toBeNull()
  serveNewLink(first, '2026-11-19T15:00:00.000Z')
  await user.click(feed.getByRole('button', { name: 'Create Calendar Link' }))
  expect(await screen.findByText('Calendar link created')).toBeTruthy()
  const field = await feed.findByRole('textbox', { name: 'Calendar Link' })
  expect(field).toHaveProperty('value', first)
  expect(field).toHaveProperty('readOnly', true)
  expect(
    feed.getByText('It is shown only this once. Anyone who has the link can read your calendar.'),
  ).toBeTruthy()
  expect(feed.getByText('You have a calendar link, created Nov 19, 2026, 9:00 AM.')).toBeTruthy()
  expect(feed.getByRole('link', { name: 'Open in Calendar App' }).getAttribute('href')).toBe(
    'webcal://plumbline.example.com/api/calendar/first.ics',
  )
  await user.click(feed.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Calendar link copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(first)
})

test('without a clipboard the link is selected instead', async () => {
  open(server, '/account', 'client')
  const feed = await section()
  serveNewLink(first, '2026-11-19T15:00:00.000Z')
  const user = userEvent.setup()
  await user.click(feed.getByRole('button', { name: 'Create Calendar Link' }))
  const field = await feed.findByRole<HTMLInputElement>('textbox', { name: 'Calendar Link' })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await user.click(feed.getByRole('button', { name: 'Copy' }))
  expect(
    await screen.findByText('The browser did not allow copying. The link is selected.'),
  ).toBeTruthy()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, first.length])
})

test('a link is renewed after a confirmation, and the new one is shown', async () => {
  server.on(calendarRoutes.feed, { body: since('2026-11-19T15:00:00.000Z') })
  open(server, '/account', 'admin')
  const feed = await section()
  expect(feed.queryByRole('textbox')).toBeNull()
  expect(feed.queryByRole('button', { name: 'Create Calendar Link' })).toBeNull()
  await userEvent.click(feed.getByRole('button', { name: 'Renew Link' }))
  expect(await screen.findByText('Make a new calendar link?')).toBeTruthy()
  expect(writes()).toEqual([])
  serveNewLink(second, '2026-11-20T15:00:00.000Z')
  await answerYes('Renew Link')
  const field = await feed.findByRole('textbox', { name: 'Calendar Link' })
  expect(field).toHaveProperty('value', second)
  expect(
    await feed.findByText('You have a calendar link, created Nov 20, 2026, 9:00 AM.'),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a link is turned off after a confirmation', async () => {
  server.on(calendarRoutes.feed, { body: since('2026-11-19T15:00:00.000Z') })
  open(server, '/account', 'admin')
  const feed = await section()
  await userEvent.click(feed.getByRole('button', { name: 'Turn Off' }))
  server.on(calendarRoutes.remove, () => {
    server.on(calendarRoutes.feed, { body: none })
    return { body: undefined }
  })
  await answerYes('Turn Off')
  expect(await screen.findByText('Calendar link turned off')).toBeTruthy()
  expect(await feed.findByText('You have no calendar link.')).toBeTruthy()
  expect(writes().map(({ method, url }) => [method, url])).toEqual([
    ['DELETE', '/api/account/calendar-feed'],
  ])
})

test('a failure is shown above the button', async () => {
  open(server, '/account', 'client')
  const feed = await section()
  server.on(calendarRoutes.create, { failure: 'internal' })
  await userEvent.click(feed.getByRole('button', { name: 'Create Calendar Link' }))
  expect(await screen.findByText('Failed to create calendar link')).toBeTruthy()
  expect((await feed.findByRole('alert')).textContent).toContain('Something went wrong on our side')
  expect(feed.getByRole('button', { name: 'Create Calendar Link' })).toBeTruthy()
})
