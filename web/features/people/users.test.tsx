import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { type Member, type MemberAccess, peopleRoutes } from '@plumbline/contract/people.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { inviteAddress, job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { useDesktopWindow } from '../../testing/windowSize.ts'

const server = await startServer()
afterAll(server.close)

const LINK = 'http://127.0.0.1/api/invite/abc'
const invited: MemberAccess = {
  ...people.subcontractor,
  id: '0198c0de-0000-7000-8000-000000000009',
  firstName: 'Ivy',
  lastName: 'Lund',
  email: 'ivy@example.com',
  specialty: null,
  isInvited: true,
  hasJoined: false,
  inviteExpiry: '2199-03-05T18:00:00.000Z',
}
const tomas: MemberAccess = { ...people.subcontractor, email: 'tomas@example.com' }
let active: Member[] = []
let pending: Member[] = []
beforeEach(() => {
  server.reset()
  active = [people.admin, { ...people.subcontractor, phone: '(630) 555-0114' }]
  pending = [invited]
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(peopleRoutes.list, ({ query }) => {
    if (query.has('status')) return { body: [], headers: { 'X-Total-Count': '0' } }
    const found = (query.get('invited') === 'true' ? pending : active).filter(({ lastName }) =>
      lastName.toLowerCase().includes((query.get('search') ?? '').toLowerCase()),
    )
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
  server.on(jobRoutes.list, { body: [] })
})
const sent = (method: string) => server.seen.filter((request) => request.method === method)
const body = (method: string) => JSON.parse(sent(method).at(-1)?.body ?? '')

test('both tabs show their counts, and the chosen one is in the address', async () => {
  open(server, '/users', 'admin')
  const card = await screen.findByRole('article', { name: 'Tomás Ortiz' })
  for (const text of [
    'tomás@example.com',
    'Subcontractor',
    '630-555-0114',
    'Electrical',
    'Jan 5, 2026',
  ])
    expect(within(card).getByText(text)).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Active Users (2)' }).getAttribute('aria-selected')).toBe(
    'true',
  )
  await userEvent.click(screen.getByRole('tab', { name: 'Pending Invites (1)' }))
  const invite = await screen.findByRole('article', { name: 'Ivy Lund' })
  for (const text of ['ivy@example.com', 'Pending', 'Subcontractor', 'Expires', 'Mar 5, 2199'])
    expect(within(invite).getByText(text)).toBeTruthy()
  expect(within(invite).queryByText('Invited')).toBeNull()
  expect(location.search).toBe('?tab=invites')
})

test('Tab goes from a tab to the first control of its panel', async () => {
  open(server, '/users', 'admin')
  await screen.findByRole('article', { name: 'Tomás Ortiz' })
  screen.getByRole('tab', { name: 'Active Users (2)' }).focus()
  await userEvent.tab()
  const panel = screen.getByRole('tabpanel')
  expect(panel.contains(document.activeElement)).toBe(true)
  expect(document.activeElement).not.toBe(panel)
})

test('the name on a card opens the profile of a sub, and the form of anybody else', async () => {
  open(server, '/users', 'admin')
  const sub = within(await screen.findByRole('article', { name: 'Tomás Ortiz' }))
  expect(sub.getByRole('link', { name: 'Tomás Ortiz' }).getAttribute('href')).toBe(
    `/subcontractors/${people.subcontractor.id}`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Dana Reyes' }))
  expect(await screen.findByRole('dialog', { name: 'Edit User' })).toBeTruthy()
})

test.each(['subcontractor', 'client'] as const)('a %s cannot open the people', async (who) => {
  open(server, '/users', who)
  expect(
    await screen.findByText('Access Denied: Only administrators can manage users.'),
  ).toBeTruthy()
  expect(server.seen.some(({ url }) => url.startsWith('/api/users'))).toBe(false)
})

async function fillInvite(user = userEvent.setup()) {
  await user.click(await screen.findByRole('button', { name: 'Invite User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite User' }))
  await user.type(dialog.getByLabelText('First Name'), 'Ivy')
  await user.type(dialog.getByLabelText('Last Name'), 'Lund')
  await user.type(dialog.getByLabelText('Email'), 'ivy@example.com')
  return {
    dialog,
    user,
    submit: () => user.click(dialog.getByRole('button', { name: 'Create Invite Link' })),
  }
}

test('an invite has a specialty for subs only and no jobs at first, and copies its link', async () => {
  server.on(peopleRoutes.invite, { body: { inviteLink: LINK, user: invited } })
  server.on(jobRoutes.list, { body: [job(9, { name: 'Barn' })] })
  open(server, '/users', 'admin')
  const { dialog, user, submit } = await fillInvite()
  expect(dialog.queryByLabelText('Specialty')).toBeNull()
  expect(dialog.queryByLabelText('Find jobs')).toBeNull()
  await user.selectOptions(dialog.getByLabelText('Role'), 'subcontractor')
  await user.type(dialog.getByLabelText('Specialty'), 'Tiling')
  await submit()
  expect(await screen.findByText('User Invited Successfully!')).toBeTruthy()
  expect(screen.getByText('Invite link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(LINK)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Invite User' })).toBeNull())
  expect(body('POST')).toEqual({
    firstName: 'Ivy',
    lastName: 'Lund',
    email: 'ivy@example.com',
    role: 'subcontractor',
    specialty: 'Tiling',
    phone: null,
    projectIds: [],
  })
})

test('an invite can include jobs', async () => {
  server.on(peopleRoutes.invite, { body: { inviteLink: LINK, user: invited } })
  server.on(jobRoutes.list, { body: [job(9, { name: 'Barn' })] })
  open(server, '/users', 'admin')
  const { dialog, user, submit } = await fillInvite()
  const details = dialog.getByText('None').closest('details')
  if (details) details.open = true
  await user.click(await dialog.findByRole('checkbox', { name: /Barn/ }))
  await submit()
  await screen.findByText('User Invited Successfully!')
  expect(body('POST').projectIds).toEqual([invited.id])
})

test('with a blocked clipboard the link is shown', async () => {
  server.on(peopleRoutes.invite, { body: { inviteLink: LINK, user: invited } })
  open(server, '/users', 'admin')
  const { submit } = await fillInvite()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('Denied', 'NotAllowedError'),
  )
  await submit()
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Link' }))
  expect(dialog.getByLabelText('Link')).toHaveProperty('value', LINK)
  expect(screen.getByText('User Invited Successfully!')).toBeTruthy()
  expect(screen.queryByText('Invite link copied to clipboard')).toBeNull()
})

const refuseInvite = {
  emailTaken: () => server.on(peopleRoutes.invite, { failure: 'emailTaken' }),
  forbidden: () => server.on(peopleRoutes.invite, { failure: 'forbidden' }),
  // The response of a proxy is not in our format.
  badGateway: () => server.on('POST /api/users/invite', { status: 502, body: 'Bad gateway' }),
}
test.each([
  ['emailTaken', 'A user with this email address already exists. Please use a different email.'],
  ['forbidden', 'Forbidden'],
  ['badGateway', 'Failed to create user invite'],
] as const)('a refused invite (%s) says why and keeps what was typed', async (answer, text) => {
  refuseInvite[answer]()
  open(server, '/users', 'admin')
  const { dialog, submit } = await fillInvite()
  await submit()
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  expect(screen.getByText('Error')).toBeTruthy()
  expect(dialog.getByLabelText('First Name')).toHaveProperty('value', 'Ivy')
})

test('names and email are required', async () => {
  open(server, '/users?new=invite', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite User' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Create Invite Link' }))
  expect(await dialog.findByText('First name is required')).toBeTruthy()
  expect(dialog.getByText('Last name is required')).toBeTruthy()
  expect(dialog.getByText('Email is required')).toBeTruthy()
  expect(dialog.getByLabelText('Email').getAttribute('type')).toBe('email')
  expect(sent('POST')).toEqual([])
})

test('resending an invite creates a new link; a failure is shown', async () => {
  const user = userEvent.setup()
  server.on(peopleRoutes.resendInvite, { body: { inviteLink: `${LINK}2` } })
  open(server, '/users?tab=invites', 'admin')
  const resend = await screen.findByRole('button', { name: 'Resend the invite of Ivy Lund' })
  await user.click(resend)
  expect(await screen.findByText('Invite Resent')).toBeTruthy()
  expect(screen.getByText('New invite link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(`${LINK}2`)
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Invite Link' })).getByRole('button', {
      name: 'Done',
    }),
  )
  // Clicks are ignored until the list has been refreshed.
  const again = async () => {
    await waitFor(() => expect(resend.getAttribute('aria-busy')).toBeNull())
    await user.click(resend)
  }
  server.on(peopleRoutes.resendInvite, 'hangup')
  await again()
  expect(await screen.findByText('Failed to resend invite')).toBeTruthy()
  server.on(peopleRoutes.resendInvite, { failure: 'hasJoined' })
  await again()
  expect(await screen.findByText('This person has already joined')).toBeTruthy()
})

test('deleting a person asks first and shows the outcome; nobody can delete themselves', async () => {
  open(server, '/users', 'admin')
  server.on(peopleRoutes.remove, 'hangup')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Tomás Ortiz' }))
  expect(screen.queryByRole('button', { name: 'Delete Dana Reyes' })).toBeNull()
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Tomás Ortiz?' }))
  expect(sent('DELETE')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete user')).toBeTruthy()
  server.on(peopleRoutes.remove, { failure: 'lastAdmin' })
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(
      screen.getAllByText('The company needs at least one admin who can sign in'),
    ).toHaveLength(2),
  )
  server.on(peopleRoutes.remove, { body: undefined })
  active = [people.admin]
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('User deleted successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Tomás Ortiz' })).toBeNull())
  expect(screen.getByRole('tab', { name: 'Active Users (1)' })).toBeTruthy()
})

test('a person can be edited; a rejection is shown in the dialog', async () => {
  server.on(peopleRoutes.one, { body: tomas })
  server.on(peopleRoutes.update, { failure: 'lastAdmin' })
  open(server, '/users', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Tomás Ortiz' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  await userEvent.selectOptions(await dialog.findByLabelText('Role'), 'client')
  expect(dialog.queryByLabelText('Specialty')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'The company needs at least one admin who can sign in',
  )
  server.on(peopleRoutes.update, { body: { ...tomas, role: 'client' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('User updated successfully')).toBeTruthy()
  expect(body('PUT')).toEqual({ role: 'client' })
  expect(sent('PUT')[0]?.headers['if-match']).toBe(tagOf(tomas))
  expect(location.search).toBe('')
})

test('concurrent changes of a person are listed, and saving again replaces them', async () => {
  let shown = tomas
  server.on(peopleRoutes.one, () => ({ body: shown }))
  server.on(peopleRoutes.update, { failure: 'stale' })
  open(server, `/users?edit=${tomas.id}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  const phone = await dialog.findByLabelText('Phone')
  await userEvent.type(phone, '(630) 555-0199')
  shown = {
    ...tomas,
    ...{ phone: '(630) 555-0114', specialty: 'Plumbing', updatedAt: '2026-01-06T15:00:00.000Z' },
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const notice = (await dialog.findByText(/Someone else changed this/)).closest('[role=status]')
  const lines = [...(notice?.querySelectorAll('li') ?? [])].map((line) => line.textContent)
  expect(lines).toEqual(['Phone: none (630) 555-0114', 'Specialty: Electrical Plumbing'])
  expect(phone).toHaveProperty('value', '(630) 555-0199')
  expect(dialog.getByLabelText('Specialty')).toHaveProperty('value', 'Plumbing')
  server.on(peopleRoutes.update, { body: shown })
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('User updated successfully')).toBeTruthy()
  expect(sent('PUT').map(({ body, headers }) => [JSON.parse(body), headers['if-match']])).toEqual([
    [{ phone: '(630) 555-0199' }, tagOf(tomas)],
    [{ phone: '(630) 555-0199' }, tagOf(shown)],
  ])
})

test('an unknown person is not found', async () => {
  server.on(peopleRoutes.one, { failure: 'notFound' })
  open(server, `/users?edit=${tomas.id}`, 'admin')
  expect(await screen.findByText('User not found')).toBeTruthy()
})

test('only people who have joined have a date of joining', async () => {
  active = [tomas, { ...tomas, id: invited.id, firstName: 'Ned', hasJoined: false }]
  open(server, '/users', 'admin')
  const terms = async (name: string) =>
    within(await screen.findByRole('article', { name }))
      .getAllByRole('term')
      .map((term) => term.textContent)
  expect(await terms('Tomás Ortiz')).toEqual(['Specialty', 'Joined'])
  expect(await terms('Ned Ortiz')).toEqual(['Specialty', 'Added'])
})

test('a reset link is shown when it cannot be copied; a failure is shown', async () => {
  server.on(peopleRoutes.one, { body: tomas })
  server.on(peopleRoutes.resetLink, { failure: 'hasNotJoined' })
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  open(server, `/users?edit=${tomas.id}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  await user.click(dialog.getByRole('button', { name: 'Reset link for Tomás Ortiz' }))
  expect(
    await screen.findByText('This person has not joined yet; send them an invite'),
  ).toBeTruthy()
  server.on(peopleRoutes.resetLink, {
    body: { resetLink: 'http://x/api/reset-password/abc' },
  })
  await user.click(dialog.getByRole('button', { name: 'Reset link for Tomás Ortiz' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Reset Link' }))
  expect(shown.getByLabelText('Link')).toHaveProperty('value', 'http://x/api/reset-password/abc')
  expect(shown.getByText(/it works once, for 30 minutes/)).toBeTruthy()
  expect(screen.getByText('Reset Link Created')).toBeTruthy()
  await user.click(shown.getByRole('button', { name: 'Done' }))
  expect(screen.getByRole('dialog', { name: 'Edit User' })).toBeTruthy()
  expect(sent('PUT')).toEqual([])
})

test.each([
  ['oneself', { ...people.admin, hasJoined: true }],
  ['an invited person who has not joined', { ...invited, hasJoined: false }],
  [
    'a person of the directory who was never invited',
    { ...people.subcontractor, hasJoined: false },
  ],
])('there is no reset link button for %s', async (_who, person) => {
  server.on(peopleRoutes.one, { body: person })
  open(server, `/users?edit=${person.id}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  await dialog.findByLabelText('Phone')
  expect(dialog.queryByRole('button', { name: /^Reset link/ })).toBeNull()
  expect(dialog.queryByRole('button', { name: /out everywhere$/ })).toBeNull()
})

test('a person can be signed out everywhere after a confirmation', async () => {
  server.on(peopleRoutes.one, { body: tomas })
  server.on(peopleRoutes.endSessions, { body: undefined })
  open(server, `/users?edit=${tomas.id}`, 'admin')
  const name = 'Sign Tomás Ortiz out everywhere'
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(sent('DELETE')).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('Signed out everywhere')).toBeTruthy()
  expect(sent('DELETE').map(({ url }) => url)).toEqual([`/api/users/${tomas.id}/sessions`])
})

describe('as a table', () => {
  const ned = { ...invited, firstName: 'Ned', lastName: 'Noor', isInvited: false }
  const nedsId = '0198c0de-0000-7000-8000-000000000008'
  beforeEach(() => {
    useDesktopWindow()
    const listed = [people.admin, invited, { ...ned, id: nedsId, inviteExpiry: null }]
    server.on(peopleRoutes.list, { body: listed, headers: { 'X-Total-Count': '3' } })
    server.on(peopleRoutes.totals, {
      body: { count: 3, roles: { admin: 1, subcontractor: 2, client: 0 } },
    })
    server.on(savedViewRoutes.list, { body: [] })
  })

  test('each person is a row, and filters in the address are applied and removable', async () => {
    open(server, '/users?view=table&role=subcontractor&show=uninvited&sort=-status', 'admin')
    const grid = within(await screen.findByRole('grid', { name: 'People' }))
    const row = within(await grid.findByRole('row', { name: /Ivy Lund/ }))
    for (const text of ['Subcontractor', 'ivy@example.com', 'Invited'])
      expect(row.getByText(text)).toBeTruthy()
    expect(await screen.findByText('1 admin, 2 subs')).toBeTruthy()
    // The totals of the filter and the totals behind the counts of the views.
    const counted = [
      ...['', '?invited=true', '?role=admin', '?role=client', '?role=subcontractor'],
      ...['?role=subcontractor&status=notInvited', '?status=notInvited'],
    ]
    const reads = () =>
      server.seen
        .map(({ url }) => url)
        .filter((url) => /^\/api\/users?[-?]/.test(url))
        .toSorted()
    await waitFor(() =>
      expect(reads()).toEqual([
        ...counted.map((query) => `/api/user-totals${query}`),
        '/api/users?role=subcontractor&sort=-status&status=notInvited&limit=200',
      ]),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Role' }))
    await waitFor(() => expect(location.search).not.toContain('role='))
  })

  test('only selected people who can be invited are invited', async () => {
    server.on(inviteRoutes.several, { failure: 'internal' })
    open(server, '/users?view=table', 'admin')
    const grid = within(await screen.findByRole('grid', { name: 'People' }))
    await grid.findByRole('row', { name: /Ned Noor/ })
    await userEvent.click(grid.getByRole('checkbox', { name: 'Select all' }))
    const bar = within(await screen.findByRole('region', { name: 'Selection' }))
    const invite = bar.getByRole('button', { name: 'Invite 1 person' })
    expect(invite.title).toBe('Unchanged: 2 people joined, invited or without an email address')
    await userEvent.click(invite)
    await userEvent.click(await screen.findByRole('button', { name: 'Create 1 Invite' }))
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(body('POST')).toEqual({ userIds: [nedsId] })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(grid.getByRole('checkbox', { name: 'Select Ned Noor' }))
    expect(bar.getByRole('button', { name: 'Invite' })).toHaveProperty('disabled', true)
  })
})
