import { failures } from '@plumbline/contract/failures.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import type { Subcontractor } from '@plumbline/contract/subcontractors.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const ortiz: Subcontractor = {
  ...{ ...people.subcontractor, phone: '(630) 555-0114', jobCount: 7, hasJoined: true },
  ...{ rating: 4.33, ratingCount: 3 },
}
const lund: Subcontractor = {
  ...people.subcontractor,
  id: '0198c0de-0000-7000-8000-000000000009',
  ...{
    firstName: 'Ivy',
    lastName: 'Lund',
    email: 'ivy@example.com',
    specialty: 'Tiling',
    jobCount: 0,
  },
  ...{ rating: null, ratingCount: 0 },
  hasJoined: false,
}
let subs: Subcontractor[] = []
beforeEach(() => {
  server.reset()
  subs = [lund, ortiz]
  server.on(subcontractorRoutes.list, ({ query }) => {
    const word = query.get('search')?.toLowerCase() ?? ''
    const found = subs.filter((sub) => `${sub.specialty}`.toLowerCase().includes(word))
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
})
const posts = () => server.seen.filter(({ method }) => method === 'POST')

test('a card shows all facts that exist', async () => {
  open(server, '/subcontractors', 'admin')
  const card = within(await screen.findByRole('article', { name: 'Tomás Ortiz' }))
  for (const text of [
    'TO',
    'Electrical',
    'Active',
    'tomás@example.com',
    '630-555-0114',
    '7',
    '4.3 (3 ratings)',
  ])
    expect(card.getByText(text)).toBeTruthy()
  expect(card.queryByRole('button', { name: /^Invite/ })).toBeNull()
  const other = within(screen.getByRole('article', { name: 'Ivy Lund' }))
  for (const text of ['No rating yet', 'Not invited']) expect(other.getByText(text)).toBeTruthy()
})

test('a card links to the profile', async () => {
  open(server, '/subcontractors', 'admin')
  const card = within(await screen.findByRole('article', { name: 'Tomás Ortiz' }))
  for (const name of ['Tomás Ortiz', 'View Profile'])
    expect(card.getByRole('link', { name }).getAttribute('href')).toBe(
      `/subcontractors/${ortiz.id}`,
    )
})

test('the search is in the address and can be cleared', async () => {
  open(server, '/subcontractors', 'admin')
  await screen.findByRole('article', { name: 'Tomás Ortiz' })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search subcontractors' }), 'TIL')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  expect(location.search).toBe('?search=TIL')
  await userEvent.type(screen.getByRole('searchbox'), 'xx')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
})

test.each(['subcontractor', 'client'] as const)('a %s cannot open the subs', async (who) => {
  open(server, '/subcontractors', who)
  expect(
    await screen.findByText('Access Denied: This page is only available to administrators.'),
  ).toBeTruthy()
})

test('loading shows six placeholders', async () => {
  server.on(subcontractorRoutes.list, () => new Promise(() => {}))
  const { container } = open(server, '/subcontractors', 'admin')
  await waitFor(() => expect(container.querySelectorAll('[data-skeleton]')).toHaveLength(6))
})

test('a sub can be added; missing fields are reported beside them, failures above', async () => {
  open(server, '/subcontractors', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Add Subcontractor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Subcontractor' }))
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Add Subcontractor' }))
  await userEvent.type(dialog.getByLabelText('First Name'), 'Ned')
  await userEvent.type(dialog.getByLabelText('Last Name'), 'Noor')
  await userEvent.type(dialog.getByLabelText('Email'), 'ned@example.com')
  await submit()
  expect(await dialog.findByText('Specialty is required')).toBeTruthy()
  expect(posts()).toEqual([])
  await userEvent.type(dialog.getByLabelText('Specialty'), 'Roofing')
  server.on(peopleRoutes.create, { failure: 'internal' })
  await submit()
  expect(await screen.findByText('Failed to add subcontractor')).toBeTruthy()
  expect((await dialog.findByRole('alert')).textContent).toBe(failures.internal.message)
  server.on(peopleRoutes.create, { body: lund })
  await submit()
  expect(await screen.findByText('Subcontractor added successfully')).toBeTruthy()
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Add Subcontractor' })).toBeNull(),
  )
  expect(JSON.parse(posts().at(-1)?.body ?? '')).toEqual({
    ...{ firstName: 'Ned', lastName: 'Noor', email: 'ned@example.com' },
    ...{ role: 'subcontractor', specialty: 'Roofing', phone: null },
  })
})

test('a sub of the directory can be invited', async () => {
  const user = userEvent.setup()
  server.on(peopleRoutes.resendInvite, {
    body: { inviteLink: 'http://x/api/invite/abc' },
  })
  open(server, '/subcontractors', 'admin')
  await user.click(await screen.findByRole('button', { name: 'Invite Ivy Lund' }))
  expect(await screen.findByText('Invite link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('http://x/api/invite/abc')
  const sheet = within(await screen.findByRole('dialog', { name: 'Invite Link' }))
  expect(sheet.getByLabelText('Link')).toHaveProperty('value', 'http://x/api/invite/abc')
})
