import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { type Settings, settingsRoutes } from '@plumbline/contract/settings.ts'
import { type Storage, storageRoutes } from '@plumbline/contract/storage.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company, open, people } from '../../testing/open.tsx'
import { emptyStorage } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { formatBytes } from '../../ui/formatBytes.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(() => {
  server.reset()
  server.on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
})

test('says what the server runs on, and warns of a proxy that is not trusted', async () => {
  server.on(storageRoutes.read, { body: { ...emptyStorage, untrustedProxy: true } })
  open(server, '/settings', 'admin')
  const part = within(await screen.findByRole('region', { name: 'Server' }))
  expect(part.getByText('PostgreSQL 18.1, run by Plumbline')).toBeTruthy()
  expect(part.getByRole('alert').textContent).toMatch(/Set TRUST_PROXY as the README says/)
})

async function storagePart(storage: Partial<Storage> = {}, limits: Partial<Settings> = {}) {
  server.on(storageRoutes.read, { body: { ...emptyStorage, ...storage } })
  open(server, '/settings', 'admin')
  server.on(settingsRoutes.read, { body: { ...company, ...limits } })
  return within(await screen.findByRole('region', { name: 'Storage' }))
}

test('shows what is stored, and who stores the most', async () => {
  const { id, firstName, lastName } = people.subcontractor
  const part = await storagePart({
    photoBytes: 1_234_567_890,
    receiptBytes: 0,
    largest: [{ id, firstName, lastName, bytes: 999_000_000 }],
  })
  expect((await part.findByText('Photos')).nextSibling?.textContent).toBe('1.23 GB')
  expect(part.getByText('Receipts').nextSibling?.textContent).toBe('0 bytes')
  expect(part.getByRole('listitem').textContent).toBe(`${firstName} ${lastName}999 MB`)
  expect(part.queryByRole('alert')).toBeNull()
})

test.each([
  [{ isLow: true }, /almost out of disk space: 35 GB are free/],
  [{ checksumFailures: 1 }, /has found 1 damaged page\./],
  [{ checksumFailures: 3 }, /has found 3 damaged pages\./],
])('warns of %j', async (storage, message) => {
  const part = await storagePart(storage)
  expect(await part.findByText(message)).toBeTruthy()
})

test.each([
  [null, '500', '{"personQuotaMb":500}'],
  [500, '', '{"personQuotaMb":null}'],
] as const)('a limit of %s is changed to %j', async (before, typed, body) => {
  const part = await storagePart({}, { personQuotaMb: before })
  server.on(settingsRoutes.update, { body: company })
  const person = part.getByLabelText('Limit for Each Person (MB)')
  await userEvent.clear(person)
  if (typed) await userEvent.type(person, typed)
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved successfully')).toBeTruthy()
  expect(server.seen.find(({ method }) => method === 'PUT')?.body).toBe(body)
})

test('the form with something to save has the primary button', async () => {
  const part = await storagePart()
  const main = () =>
    screen
      .getAllByRole('button', { name: 'Save' })
      .filter((button) => button.classList.contains('bg-accent'))
  expect(main()).toEqual([])
  const limit = part.getByLabelText('Limit for Each Person (MB)')
  await userEvent.type(limit, '500')
  expect(main()).toEqual([part.getByRole('button', { name: 'Save' })])
  await userEvent.clear(limit)
  expect(main()).toEqual([])
  await userEvent.type(limit, '500')
  const saved = { ...company, personQuotaMb: 500, updatedAt: '2026-11-19T15:00:00.000Z' }
  server.on(settingsRoutes.update, { body: saved })
  server.on(settingsRoutes.read, { body: saved })
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved successfully')).toBeTruthy()
  await waitFor(() => expect(main()).toEqual([]))
})

test('bytes are formatted in decimal units', () => {
  expect([0, 1, 999, 1000, 25_000_000, 1e12, 5e16].map(formatBytes)).toEqual([
    ...['0 bytes', '1 byte', '999 bytes', '1 kB', '25 MB', '1 TB', '50,000 TB'],
  ])
})
