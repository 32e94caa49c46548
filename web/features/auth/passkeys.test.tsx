import { accountRoutes } from '@plumbline/contract/account.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { type Passkey, passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const phone: Passkey = {
  id: 'a-1',
  name: 'My phone',
  createdAt: '2026-11-19T15:00:00.000Z',
  lastUsedAt: '2026-11-20T15:00:00.000Z',
}
const laptop: Passkey = { ...phone, id: 'b', name: 'Laptop', lastUsedAt: null }

beforeEach(() => {
  server.reset()
  server.on(accountRoutes.sessions, { body: [] })
  server.on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
  server.on(secondFactorRoutes.read, {
    body: { enabledAt: null, recoveryCodesLeft: 0, required: false },
  })
  server.on(passkeyRoutes.list, { body: [phone, laptop] })
})
const section = async () => within(await screen.findByRole('region', { name: 'Passkeys' }))

test('a person sees their passkeys, and removes one', async () => {
  open(server, '/account', 'client')
  const part = await section()
  expect(part.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'My phoneAdded Nov 19, 2026, 9:00 AM · last used Nov 20, 2026, 9:00 AMRemove',
    'LaptopAdded Nov 19, 2026, 9:00 AM · never usedRemove',
  ])
  await userEvent.click(part.getByRole('button', { name: 'Remove Laptop' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Remove the passkey “Laptop”?')).toBeTruthy()
  server.on(passkeyRoutes.remove, { body: undefined })
  server.on(passkeyRoutes.list, { body: [phone] })
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Passkey removed')).toBeTruthy()
  await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(1))
  expect(server.seen.find(({ method }) => method === 'DELETE')?.url).toBe('/api/account/passkeys/b')
})

test('a browser that cannot create a passkey shows what is needed', async () => {
  // The URL of the tests has an IP address.
  open(server, '/account', 'client')
  const part = await section()
  expect(part.queryByRole('button', { name: 'Add Passkey' })).toBeNull()
  expect(part.getByText(/^To add one, open the application by its https address/)).toBeTruthy()
})
