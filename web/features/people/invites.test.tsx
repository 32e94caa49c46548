import { failures } from '@plumbline/contract/failures.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type MemberAccess, peopleRoutes } from '@plumbline/contract/people.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newQueryClient } from '../../api/query.ts'
import { company, open, people } from '../../testing/open.tsx'
import { inviteAddress } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { InviteImported } from './InviteImported.tsx'
import { printedUsers } from './printed.ts'

const server = await startServer()
afterAll(server.close)

const EXPIRY = '2199-03-05T18:00:00.000Z'
const idOf = (n: number) => `0198c0de-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
const linkOf = (id: string) => `https://plumbline.example.com/api/invite/${id}`

/** A client who was added and never invited. */
const added = (n: number, firstName: string, change: Partial<MemberAccess> = {}): MemberAccess => ({
  ...people.client,
  id: idOf(n),
  firstName,
  lastName: 'Lund',
  email: `${firstName.toLowerCase()}@example.com`,
  hasJoined: false,
  ...change,
})

let everybody: MemberAccess[] = []
/** The ids of people who are on no open job. */
let withoutJob: string[] = []
/** Marks the person with that id as invited, and returns them. */
function invite(id: string): MemberAccess {
  everybody = everybody.map((person) =>
    person.id === id ? { ...person, isInvited: true, inviteExpiry: EXPIRY } : person,
  )
  const found = everybody.find((person) => person.id === id)
  if (!found) throw new Error(`nobody is ${id}`)
  return found
}

beforeEach(() => {
  server.reset()
  everybody = [{ ...people.admin, hasJoined: true }]
  withoutJob = []
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(peopleRoutes.list, ({ query }) => {
    const [invited, status] = [query.get('invited'), query.get('status')]
    const found = everybody.filter(
      (person) =>
        (invited === null || String(person.isInvited) === invited) &&
        (status === null || (!person.isInvited && !person.hasJoined)) &&
        (status !== 'canInvite' || person.email !== null) &&
        (query.get('onOpenJob') === null || !withoutJob.includes(person.id)),
    )
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
  server.on(inviteRoutes.link, ({ params }) => ({
    body: { inviteLink: linkOf(params.id ?? ''), inviteExpiry: EXPIRY },
  }))
  server.on(peopleRoutes.resendInvite, ({ params }) => {
    invite(params.id ?? '')
    return { body: { inviteLink: linkOf(params.id ?? '') } }
  })
  server.on(inviteRoutes.several, ({ body }) => ({
    body: (JSON.parse(body).userIds as string[]).map((id) => ({
      user: invite(id),
      inviteLink: linkOf(id),
    })),
  }))
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  vi.unstubAllGlobals()
})

const refuseClipboard = () =>
  vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
const posts = () => server.seen.filter(({ method }) => method === 'POST')
const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** Confirms the question before people are invited. */
const confirmInvite = async (count: number) =>
  userEvent.click(await button(count === 1 ? 'Create 1 Invite' : `Create ${count} Invites`))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const card = async (name: string) => within(await screen.findByRole('article', { name }))

test('a card shows the state of the invite, and offers the next step', async () => {
  everybody = [
    added(1, 'Ann'),
    added(2, 'Bob', { email: null }),
    added(3, 'Cy', { hasJoined: true }),
    added(4, 'Di', { isInvited: true, inviteExpiry: EXPIRY }),
    added(5, 'Ed', { isInvited: true, inviteExpiry: '2020-03-05T18:00:00.000Z' }),
  ]
  open(server, '/users', 'admin')
  const ann = await card('Ann Lund')
  expect(ann.getByText('Not invited')).toBeTruthy()
  expect(ann.getByRole('button', { name: 'Invite Ann Lund' })).toBeTruthy()
  const cy = await card('Cy Lund')
  for (const text of ['Active', 'Joined']) expect(cy.getByText(text)).toBeTruthy()
  expect(cy.queryByRole('button', { name: /invite/i })).toBeNull()
  const bob = await card('Bob Lund')
  expect(bob.queryByRole('link')).toBeNull()
  server.on(peopleRoutes.one, { body: added(2, 'Bob', { email: null }) })
  await userEvent.click(bob.getByText('Add an email address to invite them'))
  expect((await dialog('Edit User')).getByText('Needed to invite them')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('tab', { name: 'Pending Invites (2)' }))
  expect((await card('Di Lund')).getByText('Pending')).toBeTruthy()
  const ed = await card('Ed Lund')
  expect(ed.getByText('Invite expired')).toBeTruthy()
  expect(ed.queryByText('Pending')).toBeNull()
  expect(screen.getByRole('button', { name: 'Invite link of Ed Lund' })).toBeTruthy()
})

test('the link of an open invite can be shown again and shared', async () => {
  const user = userEvent.setup()
  const share = vi.fn(() => Promise.reject(new DOMException('No', 'AbortError')))
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  everybody = [
    added(1, 'Ann', { isInvited: true, inviteExpiry: EXPIRY, phone: '+1 (630) 555-0114' }),
  ]
  open(server, '/users?tab=invites', 'admin')
  await user.click(await button('Invite link of Ann Lund'))
  const sheet = await dialog('Invite Link')
  const link = linkOf(idOf(1))
  expect(await sheet.findByLabelText('Link')).toHaveProperty('value', link)
  expect(sheet.getByText('It works once, until Mar 5, 2199.')).toBeTruthy()
  const href = (name: string) => sheet.getByRole('link', { name }).getAttribute('href') ?? ''
  const text = href('Text')
  expect(text).toMatch(/^sms:\+16305550114\?&body=/)
  expect(decodeURIComponent(text)).toContain(
    `Hello Ann, Ridgeline Builders shares your project with you: `,
  )
  expect(decodeURIComponent(text).endsWith(link)).toBe(true)
  const mail = href('Mail')
  expect(mail).toMatch(
    /^mailto:ann@example\.com\?subject=Ridgeline%20Builders%20shares%20your%20project%20with%20you&body=/,
  )
  expect(decodeURIComponent(mail).endsWith(link)).toBe(true)
  await user.click(sheet.getByRole('button', { name: 'Share' }))
  expect(share).toHaveBeenCalledWith({
    title: expect.any(String),
    text: expect.stringContaining(link),
  })
  await user.click(sheet.getByRole('button', { name: 'QR code' }))
  expect(
    await sheet.findByRole('img', { name: 'QR code of the invite link for Ann Lund' }),
  ).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Invite link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(link)
  // Nothing was created: the earlier link remains valid.
  expect(posts()).toEqual([])
})

test('without support for sharing there is no button for it', async () => {
  everybody = [added(1, 'Ann', { isInvited: true, inviteExpiry: EXPIRY })]
  open(server, '/users?tab=invites', 'admin')
  await userEvent.click(await button('Invite link of Ann Lund'))
  const sheet = await dialog('Invite Link')
  await sheet.findByRole('button', { name: 'Copy' })
  expect(sheet.queryByRole('button', { name: /^Share/ })).toBeNull()
})

test('with a blocked clipboard the link is selected, and not reported as copied', async () => {
  const user = userEvent.setup()
  everybody = [added(1, 'Ann')]
  open(server, '/users', 'admin')
  const start = await button('Invite Ann Lund')
  refuseClipboard()
  await user.click(start)
  const field = await (await dialog('Invite Link')).findByLabelText<HTMLInputElement>('Link')
  const chosen = () => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
  expect(screen.getByText('User Invited Successfully!')).toBeTruthy()
  expect(screen.queryByText('Invite link copied to clipboard')).toBeNull()
  expect(screen.getByText(/The link is selected/)).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(chosen()).toBe(linkOf(idOf(1)))
  field.setSelectionRange(0, 0)
  await user.click(await button('Copy'))
  await waitFor(() => expect(chosen()).toBe(linkOf(idOf(1))))
  expect(screen.queryByText('Invite link copied to clipboard')).toBeNull()
})

test('the links of several invites are listed, except of people who joined meanwhile', async () => {
  const user = userEvent.setup()
  everybody = [added(11, 'Gus'), added(12, 'Hal'), added(13, 'Isa')]
  open(server, '/users', 'admin')
  for (const name of ['Gus', 'Hal', 'Isa']) {
    await user.click(await button(`Invite ${name} Lund`))
    await user.click(await button('Done'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await user.click(await screen.findByRole('tab', { name: 'Pending Invites (3)' }))
  await user.click(await button('Invite link of Hal Lund'))
  const sheet = await dialog('3 people invited')
  const state = (name: string) =>
    sheet.getByRole('button', { name: `${name} Lund` }).getAttribute('aria-expanded')
  expect(['Hal', 'Isa', 'Gus'].map(state)).toEqual(['true', 'false', 'false'])
  await user.click(sheet.getByRole('button', { name: 'Gus Lund' }))
  await waitFor(() =>
    expect(sheet.getByLabelText('Link')).toHaveProperty('value', linkOf(idOf(11))),
  )
  expect(state('Hal')).toBe('false')
  await user.click(sheet.getByRole('button', { name: 'Done' }))

  everybody = everybody.map((person) =>
    person.firstName === 'Gus' ? { ...person, isInvited: false, hasJoined: true } : person,
  )
  await user.click(await button('Invite link of Isa Lund'))
  expect(await dialog('2 people invited')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Gus Lund' })).toBeNull()
})

test('a person who joined meanwhile has no link', async () => {
  everybody = [added(1, 'Ann', { isInvited: true, inviteExpiry: EXPIRY })]
  server.on(inviteRoutes.link, { failure: 'notFound' })
  open(server, '/users?tab=invites', 'admin')
  await userEvent.click(await button('Invite link of Ann Lund'))
  expect(await screen.findByText('Ann has joined, or the invite was withdrawn.')).toBeTruthy()
})

test('an expired invite is replaced by a new link', async () => {
  const user = userEvent.setup()
  everybody = [added(1, 'Ann', { isInvited: true, inviteExpiry: '2020-03-05T18:00:00.000Z' })]
  let link: string | null = null
  server.on(inviteRoutes.link, () => ({
    body: { inviteLink: link, inviteExpiry: link ? EXPIRY : '2020-03-05T18:00:00.000Z' },
  }))
  server.on(peopleRoutes.resendInvite, ({ params }) => {
    invite(params.id ?? '')
    link = linkOf('new')
    return { body: { inviteLink: link } }
  })
  open(server, '/users?tab=invites', 'admin')
  await user.click(await button('Invite link of Ann Lund'))
  const sheet = await dialog('Invite Link')
  expect(await sheet.findByText('This invite has expired.')).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'New link' }))
  expect(await screen.findByText('Invite Resent')).toBeTruthy()
  expect(screen.getByText('New invite link copied to clipboard')).toBeTruthy()
  expect(await sheet.findByLabelText('Link')).toHaveProperty('value', linkOf('new'))
})

describe('people who were never invited', () => {
  test('can be listed separately, and invited at once', async () => {
    const user = userEvent.setup()
    everybody = [
      ...[added(21, 'Jon'), added(22, 'Kim'), added(23, 'Leo', { email: null })],
      people.admin,
    ]
    open(server, '/users', 'admin')
    await user.click(await button('Not invited (3)'))
    expect(location.search).toBe('?show=uninvited')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Dana Reyes' })).toBeNull())
    expect(screen.queryByRole('checkbox', { name: 'Choose Leo Lund' })).toBeNull()
    await user.click(await button('Invite all on open jobs (2)'))
    await confirmInvite(2)
    expect(await screen.findByText('2 people invited', { selector: 'h2' })).toBeTruthy()
    expect(JSON.parse(posts().at(-1)?.body ?? '')).toEqual({ userIds: [idOf(21), idOf(22)] })
    await user.click(await button('Done'))
    expect(await button('Not invited (1)')).toBeTruthy()
  })

  test('can be selected one by one', async () => {
    const user = userEvent.setup()
    everybody = [added(31, 'Mia'), added(32, 'Ned'), added(33, 'Oda')]
    open(server, '/users?show=uninvited', 'admin')
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Ned Lund' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose Oda Lund' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose Oda Lund' }))
    server.on(inviteRoutes.several, {
      failure: 'invalid',
      fields: { userIds: 'Joined already: Ned Lund' },
    })
    await user.click(await button('Invite 1 person'))
    await confirmInvite(1)
    expect(await screen.findByText('The request is not valid')).toBeTruthy()
    expect(JSON.parse(posts().at(-1)?.body ?? '')).toEqual({ userIds: [idOf(32)] })
    await user.click(await button('Cancel'))
    await user.click(await button('Choose none'))
    expect(await button('Invite all on open jobs (3)')).toBeTruthy()
  })

  test('are proposed when they are on an open job', async () => {
    everybody = [added(38, 'Abe'), added(39, 'Bea')]
    withoutJob = [idOf(38)]
    open(server, '/users?show=uninvited', 'admin')
    await userEvent.click(await button('Invite all on open jobs (1)'))
    const question = await dialog('Invite Bea Lund?')
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Bea Lund bea@example.com',
    ])
    await userEvent.keyboard('{Escape}')
    // Anybody can be chosen.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Abe Lund' }))
    await userEvent.click(await button('Invite 1 person'))
    expect((await dialog('Invite Abe Lund?')).getByText(/^Abe gets a /)).toBeTruthy()
    expect(posts()).toEqual([])
  })

  test('are not proposed while none of them is on an open job', async () => {
    everybody = [added(40, 'Cal')]
    withoutJob = [idOf(40)]
    open(server, '/users?show=uninvited', 'admin')
    expect(
      await screen.findByText('None of these people is on an open job. Choose whom to invite.'),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Invite all/ })).toBeNull()
  })

  test('are invited by email only after a confirmation', async () => {
    const user = userEvent.setup()
    server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: true } })
    everybody = [added(41, 'Pia'), added(42, 'Quin')]
    open(server, '/users?show=uninvited', 'admin')
    await user.click(await button('Invite all on open jobs (2)'))
    const question = await dialog('Invite 2 people?')
    expect(posts()).toEqual([])
    await user.click(question.getByRole('button', { name: 'Send 2 Invites' }))
    const sheet = await dialog(/people invited/)
    expect(await sheet.findByText(/It works once/)).toBeTruthy()
    // A person who was invited shortly before got no email.
    expect(sheet.queryByText(/also emailed/)).toBeNull()
  })

  test('are not invited before it is known whether that sends emails', async () => {
    const user = userEvent.setup()
    server.on(inviteRoutes.address, { failure: 'internal' })
    everybody = [added(43, 'Uma'), added(44, 'Vic')]
    open(server, '/users?show=uninvited', 'admin')
    await user.click(await button('Invite all on open jobs (2)'))
    expect(await screen.findByText(failures.internal.message)).toBeTruthy()
    expect(posts()).toEqual([])
    server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: true } })
    await user.click(await button('Invite all on open jobs (2)'))
    expect(await dialog('Invite 2 people?')).toBeTruthy()
    expect(posts()).toEqual([])
  })

  test('are not reported as without an email address before that is known', async () => {
    const listed = { body: [added(45, 'Wes')], headers: { 'X-Total-Count': '1' } }
    server.on(peopleRoutes.list, ({ query }) =>
      query.get('status') === 'canInvite' ? { failure: 'internal' } : listed,
    )
    open(server, '/users?show=uninvited', 'admin')
    await card('Wes Lund')
    const canInviteReads = () =>
      server.seen.filter(({ query }) => query.get('status') === 'canInvite')
    await waitFor(() => expect(canInviteReads().length).toBeGreaterThan(0))
    expect(screen.queryByText(/None of these people has an email address/)).toBeNull()
  })

  test('remain selected unless they were invited', async () => {
    const user = userEvent.setup()
    everybody = [added(46, 'Xia'), added(47, 'Yan')]
    server.on(inviteRoutes.several, {
      body: [{ user: added(46, 'Xia'), inviteLink: linkOf(idOf(46)) }],
    })
    open(server, '/users?show=uninvited', 'admin')
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Xia Lund' }))
    await user.click(screen.getByRole('checkbox', { name: 'Choose Yan Lund' }))
    await user.click(await button('Invite 2 people'))
    await confirmInvite(2)
    await user.click(await button('Done'))
    expect(await button('Invite 1 person')).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: 'Choose Yan Lund' })).toHaveProperty(
      'checked',
      true,
    )
  })

  test('are printed alone, with the filter in words', async () => {
    everybody = [added(48, 'Zoe'), added(49, 'Abe', { hasJoined: true })]
    const print = vi.fn()
    vi.stubGlobal('print', print)
    open(server, '/users?show=uninvited', 'admin')
    await userEvent.click(await button('Print'))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const text = document.querySelector('.paper')?.textContent
    for (const part of ['Show: Not invited', '1 person', 'Zoe Lund']) expect(text).toContain(part)
    expect(text).not.toContain('Abe Lund')
  })
})

test('printed lists show the state of invites, as cards do', async () => {
  everybody = [
    added(1, 'Di', { isInvited: true, inviteExpiry: EXPIRY }),
    added(2, 'Ed', { isInvited: true, inviteExpiry: '2020-03-05T18:00:00.000Z' }),
  ]
  server.visit('/')
  const { csv } = await printedUsers({ tab: 'invites' })
  expect(csv).toMatch(/Di Lund.*Invited\r\n/)
  expect(csv).toMatch(/Ed Lund.*Invite expired\r\n/)
})

test.each(['/users', '/users?new=invite', '/users?tab=invites', '/subcontractors'])(
  'without email nothing at %s says "Send"',
  async (path) => {
    everybody = [added(1, 'Ann'), added(2, 'Bob', { isInvited: true, inviteExpiry: EXPIRY })]
    server.on('GET /api/subcontractors', {
      body: everybody.map((person) => ({
        ...{ ...person, role: 'subcontractor' },
        ...{ jobCount: 0, rating: null, ratingCount: 0 },
      })),
    })
    open(server, path, 'admin')
    // The dialog may open before the list is rendered, and hides it.
    await screen.findAllByRole('article', { hidden: true })
    if (path.includes('new')) await button('Create Invite Link')
    expect(document.body.textContent).not.toMatch(/\bsend/i)
    for (const one of screen.getAllByRole('button'))
      expect(one.getAttribute('aria-label') ?? '').not.toMatch(/\bsend/i)
  },
)

test('with email the invite is sent, which the sheet says', async () => {
  const user = userEvent.setup()
  server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: true } })
  server.on(peopleRoutes.invite, () => {
    everybody = [...everybody, added(51, 'Rae')]
    return { body: { user: invite(idOf(51)), inviteLink: linkOf(idOf(51)) } }
  })
  open(server, '/users?new=invite', 'admin')
  const form = await dialog('Invite User')
  await user.type(form.getByLabelText('First Name'), 'Rae')
  await user.type(form.getByLabelText('Last Name'), 'Lund')
  await user.type(form.getByLabelText('Email'), 'rae@example.com')
  await user.click(form.getByRole('button', { name: 'Send Invite' }))
  const sheet = await dialog('Invite Link')
  expect(await sheet.findByText(/It was also emailed to rae@example.com/)).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Invite Another' }))
  expect((await dialog('Invite User')).getByLabelText('First Name')).toHaveProperty('value', '')
})

describe('when links lead to this computer', () => {
  const local = {
    ...{ ...inviteAddress, origin: 'http://localhost:3000', onlyThisComputer: true },
  }
  const LAN = 'http://192.168.1.20:3000'

  test('the form says so, and how to change it', async () => {
    server.on(inviteRoutes.address, { body: local })
    open(server, '/users?new=invite', 'admin')
    const form = await dialog('Invite User')
    expect(await form.findByText('Only this computer can open these links')).toBeTruthy()
    for (const text of ['HOST=0.0.0.0', 'PUBLIC_URL']) expect(form.getByText(text)).toBeTruthy()
  })

  test('the sheet shows the network address, also as a QR code', async () => {
    server.on(inviteRoutes.address, { body: { ...local, lanAddresses: [LAN] } })
    everybody = [added(1, 'Ann', { isInvited: true, inviteExpiry: EXPIRY })]
    open(server, '/users?tab=invites', 'admin')
    await userEvent.click(await button('Invite link of Ann Lund'))
    const sheet = await dialog('Invite Link')
    expect((await sheet.findByRole('link', { name: LAN })).getAttribute('href')).toBe(LAN)
    await userEvent.click(sheet.getByRole('button', { name: `QR code of ${LAN}` }))
    expect(await sheet.findByRole('img', { name: `QR code of ${LAN}` })).toBeTruthy()
  })

  test('there is no warning when others can open them', async () => {
    open(server, '/users?new=invite', 'admin')
    await button('Create Invite Link')
    await waitFor(() =>
      expect(server.seen.some(({ url }) => url === '/api/invite-address')).toBe(true),
    )
    expect(screen.queryByText('Only this computer can open these links')).toBeNull()
  })
})

test('imported people of open jobs can be invited at the end of the import', async () => {
  const ids = [idOf(61), idOf(62), idOf(63)]
  everybody = [added(61, 'Sal'), added(62, 'Tia'), added(63, 'Ugo'), added(64, 'Val')]
  withoutJob = [idOf(63)]
  server.on('GET /api/settings', { body: company })
  server.visit('/')
  render(
    <QueryClientProvider client={newQueryClient()}>
      <InviteImported userIds={ids} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/^1 person is not on an open job/)).toBeTruthy()
  await userEvent.click(await button('Invite 2 people'))
  await confirmInvite(2)
  const sheet = await dialog(/people invited/)
  expect(await sheet.findByLabelText('Link')).toHaveProperty('value', linkOf(idOf(61)))
  expect(screen.queryByRole('button', { name: /^Invite \d/, hidden: true })).toBeNull()
})

test('rarely used fields are folded, and subs have no office notes', async () => {
  everybody = [added(1, 'Ann'), people.subcontractor]
  server.on(peopleRoutes.one, ({ params }) => {
    const found = everybody.find(({ id }) => id === params.id)
    return found ? { body: found } : { failure: 'notFound' }
  })
  server.on(peopleRoutes.update, ({ params }) => {
    const found = everybody.find(({ id }) => id === params.id)
    return found ? { body: found } : { failure: 'notFound' }
  })
  open(server, `/users?edit=${idOf(1)}`, 'admin')
  const form = await dialog('Edit User')
  await userEvent.click(await form.findByRole('button', { name: 'More details' }))
  await userEvent.type(form.getByLabelText('Company'), 'Lund LLC')
  expect(form.getByText('Only the office can read this')).toBeTruthy()
  await userEvent.type(form.getByLabelText('Notes'), 'Pays late')
  await userEvent.selectOptions(form.getByLabelText('Role'), 'subcontractor')
  expect(form.queryByLabelText('Notes')).toBeNull()
  await userEvent.selectOptions(form.getByLabelText('Role'), 'client')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('User updated successfully')
  const put = server.seen.findLast(({ method }) => method === 'PUT')
  expect(JSON.parse(put?.body ?? '')).toEqual({ company: 'Lund LLC', officeNotes: 'Pays late' })
})
