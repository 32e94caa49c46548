import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type Proposal, type ProposalEvent, proposalRoutes } from '@plumbline/contract/proposals.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { newQueryClient } from '../../api/query.ts'
import { company } from '../../testing/open.tsx'
import { inviteAddress } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { proposalEventText } from './eventText.ts'
import { ProposalPanel } from './ProposalPanel.tsx'

const server = await startServer()
afterAll(server.close)

const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const bidId = idOf(1)
const PRICED_AT = '2026-11-10T15:00:00.000Z'

const eventIds = (function* () {
  for (let n = 1000; ; n += 1) yield idOf(n)
})()
const event = (
  kind: ProposalEvent['kind'],
  createdAt: string,
  change: Partial<ProposalEvent> = {},
): ProposalEvent => ({
  ...{ id: eventIds.next().value, kind, createdAt, actorName: null, note: null },
  ...change,
})
const byDana = { actorName: 'Dana Reyes' }
const SENT = event('sent', '2026-11-12T15:40:00.000Z', byDana)

/** A version for tests that was sent a week ago, with these fields changed. */
const proposal = (version: number, change: Partial<Proposal> = {}): Proposal => ({
  id: idOf(100 + version),
  ...{ bidId, changeOrderId: null },
  ...{ number: 'P-2026-0031', version, status: 'sent', total: '52000.00' },
  ...{ sentByName: 'Dana Reyes', sentTo: 'nancy@example.com' },
  sentAt: SENT.createdAt,
  lastDay: '2026-12-12',
  sha256: 'a'.repeat(64),
  differs: false,
  events: [SENT],
  updatedAt: SENT.createdAt,
  ...change,
})

let proposals: Proposal[] = []
beforeEach(() => {
  server.reset()
  proposals = [proposal(1)]
  server.on('GET /api/settings', { body: company })
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(proposalRoutes.list, () => ({ body: proposals }))
  server.on(proposalRoutes.link, ({ params }) => ({ body: { path: `/p/${params.id}` } }))
})

const LINK = `${inviteAddress.origin}/p/${idOf(101)}`
const panelProps: ComponentProps<typeof ProposalPanel> = {
  source: { kind: 'bid', id: bidId, name: 'Three-season room' },
  ...{ customerEmail: 'nancy@example.com', customerPhone: '(847) 555-0153' },
  ...{ isDecided: false, version: PRICED_AT },
  total: '52000.00',
}
async function show(change: Partial<typeof panelProps> = {}, name = 'Proposal') {
  const user = userEvent.setup()
  const client = newQueryClient()
  const ui = (more: typeof change) => (
    <QueryClientProvider client={client}>
      <ProposalPanel {...panelProps} {...change} {...more} />
      <Toaster />
    </QueryClientProvider>
  )
  server.visit('/')
  const { rerender } = render(ui({}))
  const panel = within(await screen.findByRole('region', { name }))
  return { user, panel, rerender: (more: typeof change) => rerender(ui(more)) }
}
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const sent = (method: string) => server.seen.filter((request) => request.method === method)
const rows = (panel: Pick<typeof screen, 'getAllByRole'>) =>
  panel.getAllByRole('listitem').map(({ textContent }) => textContent)

test('sending waits until the price is saved, and is not offered for one that cannot be', async () => {
  proposals = []
  const save = vi.fn()
  const { user, panel, rerender } = await show({ saving: { isSaved: false, problem: null, save } })
  await user.click(await panel.findByRole('button', { name: 'Send Proposal' }))
  expect(save).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(panel.getByRole('button', { name: 'Send Proposal', busy: true })).toBeTruthy()
  rerender({ saving: { isSaved: false, problem: 'Not saved: Title is required', save } })
  expect(panel.getByRole('status').textContent).toMatch(/^Not saved: Title is required\. /)
  expect(panel.queryByRole('button')).toBeNull()
  // Typing on, the dialog does not open by itself.
  rerender({ saving: { isSaved: true, problem: null, save } })
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Send Proposal' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('an open version shows what happened to it, newest first', async () => {
  proposals = [
    proposal(1, {
      events: [
        SENT,
        event('viewed', '2026-11-13T01:15:00.000Z', { note: 'on a phone' }),
        event('question', '2026-11-15T16:00:00.000Z', { note: 'Is the floor heated?' }),
        event('viewed', '2026-11-18T02:02:00.000Z', { note: 'on a computer' }),
      ],
    }),
  ]
  const { panel } = await show()
  expect(await panel.findByText('Waiting for an answer')).toBeTruthy()
  expect(panel.getByText('P-2026-0031')).toBeTruthy()
  expect(panel.getByText('$52,000.00')).toBeTruthy()
  expect(panel.getByText(/^Version 1/).textContent).toBe('Version 1, good until Sat, Dec 12')
  expect(rows(panel)).toEqual([
    'Viewed againTue, 8:02 PMon a computer',
    'Question:Sun, 10:00 AMIs the floor heated?',
    'ViewedNov 12, 7:15 PMon a phone',
    'Sent by Dana ReyesNov 12, 9:40 AMnancy@example.com',
  ])
  const href = (name: string) => panel.getByRole('link', { name }).getAttribute('href')
  expect(href('Open version 1')).toBe(`/api/proposals/${idOf(101)}/document`)
  expect(href('PDF of version 1')).toBe(`/api/proposals/${idOf(101)}/document.pdf`)
})

test.each(['sent', 'declined'] as const)(
  'a bid of other words than the version that is %s is noted',
  async (status) => {
    proposals = [proposal(1, { status, differs: true })]
    const { panel } = await show()
    expect(await panel.findByText('Your draft is not what the customer has.')).toBeTruthy()
    expect(panel.getByRole('button', { name: 'Send Version 2' })).toBeTruthy()
  },
)

const at = '2026-11-17T18:00:00.000Z'
test.each([
  ['approved', 'Signed', 'signed Nov 17', event('approved', at), 'Signed', ['Copy link']],
  [
    ...(['declined', 'Declined', 'declined Nov 17'] as const),
    event('declined', at, { note: 'Too dear' }),
    ...(['Declined:', ['Send Version 2']] as const),
  ],
  [
    ...(['withdrawn', 'Withdrawn', 'withdrawn Nov 17'] as const),
    event('withdrawn', at, byDana),
    ...(['Withdrawn by Dana Reyes', ['Send Version 2']] as const),
  ],
  [
    ...(['expired', 'Expired', 'was good until Sat, Dec 12'] as const),
    event('renewed', at, byDana),
    ...(['New link made by Dana Reyes', ['Send Version 2']] as const),
  ],
] as const)('a version that is %s', async (status, word, day, last, title, buttons) => {
  proposals = [proposal(1, { status, events: [SENT, last] })]
  // A signed bid has become a job.
  const { panel } = await show({ isDecided: status === 'approved', total: '52640.00' })
  expect((await panel.findAllByText(word)).length).toBeGreaterThan(0)
  expect(panel.getByText(/^Version 1/).textContent).toBe(`Version 1, ${day}`)
  expect(rows(panel)[0]).toBe(`${title}Tue, 12:00 PM${last.note ?? ''}`)
  expect(panel.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
})

test('a draft with another total says by how much, and older versions are folded', async () => {
  proposals = [
    proposal(3),
    proposal(2, { status: 'replaced', events: [SENT, event('replaced', at, byDana)] }),
    proposal(1, { status: 'declined', total: '61000.00' }),
  ]
  const { user, panel, rerender } = await show({ total: '52640.00' })
  const note = await panel.findByText(/^Your draft is/)
  expect(note.parentElement?.textContent).toBe(
    'Your draft is $640.00 above it. Sending makes version 4 and ends the old link.',
  )
  rerender({ total: '51999.50' })
  expect(panel.getByText('Your draft is $0.50 below it.')).toBeTruthy()
  rerender({ total: '52000.00' })
  expect(panel.queryByText(/^Your draft is/)).toBeNull()
  await user.click(panel.getByRole('button', { name: '2 earlier versions' }))
  expect(panel.getByText('Replaced by version 3')).toBeTruthy()
  expect(panel.getByText('$61,000.00')).toBeTruthy()
  expect(panel.getByRole('link', { name: 'PDF of version 1' })).toBeTruthy()
})

test('of many events the newest are shown at first', async () => {
  const views = Array.from({ length: 9 }, (_, n) => event('viewed', `2026-11-1${n}T18:00:00.000Z`))
  proposals = [proposal(1, { events: views })]
  const { user, panel } = await show()
  await user.click(await panel.findByRole('button', { name: 'Show 3 earlier events' }))
  expect(rows(panel)).toHaveLength(9)
})

test('a bid is sent with the version of its price, and its link can be sent on', async () => {
  proposals = []
  server.on(proposalRoutes.send, () => {
    proposals = [proposal(1)]
    return { body: proposal(1) }
  })
  const { user, panel } = await show()
  expect(await panel.findByText(/^Send this bid as it is now/)).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Send Proposal' }))
  const form = await dialog('Send Proposal')
  expect(form.getByText('$52,000.00')).toBeTruthy()
  expect(form.getByLabelText('Email Address')).toHaveProperty('value', 'nancy@example.com')
  expect(await form.findByText(/^No emails are sent since no mail server is set up/)).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Get Link' }))
  const share = await dialog('Link of P-2026-0031')
  expect(await share.findByLabelText('Link')).toHaveProperty('value', LINK)
  expect(share.getByText('Version 1, $52,000.00, good until Sat, Dec 12')).toBeTruthy()
  const [request] = sent('POST')
  expect(JSON.parse(request?.body ?? '')).toEqual({
    email: 'nancy@example.com',
    total: '52000.00',
  })
  expect(request?.headers['if-match']).toBe(tagOf({ updatedAt: PRICED_AT }))

  const text = share.getByLabelText<HTMLTextAreaElement>('Text for an Email or Text Message')
  expect(text.value).toBe(
    'Hello, here is our proposal for Three-season room (P-2026-0031): $52,000.00, good until ' +
      `Sat, Dec 12. Open this link to read it, ask us a question or sign: ${LINK}\n\n` +
      'Ridgeline Builders',
  )
  await user.type(text, '!')
  const href = (name: string) => share.getByRole('link', { name }).getAttribute('href') ?? ''
  expect(href('Email')).toMatch(/^mailto:nancy@example\.com\?subject=Ridgeline%20Builders/)
  expect(href('Text message')).toMatch(/^sms:8475550153\?&body=/)
  for (const name of ['Email', 'Text message'])
    expect(decodeURIComponent(href(name)).endsWith(`${LINK}\n\nRidgeline Builders!`)).toBe(true)
  await user.click(share.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(LINK)
  await user.click(share.getByRole('button', { name: 'Copy text' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(text.value))
  await user.click(share.getByRole('button', { name: 'Done' }))
  expect(panel.getByText('Waiting for an answer')).toBeTruthy()
})

test('without an address only the link is made', async () => {
  server.on(proposalRoutes.send, { body: proposal(2, { sentTo: null }) })
  const { user, panel } = await show()
  await user.click(await panel.findByRole('button', { name: 'Send Version 2' }))
  const form = await dialog('Send Version 2')
  expect(form.getByText(/The link of version 1 stops working/)).toBeTruthy()
  await user.clear(form.getByLabelText('Email Address'))
  await user.click(form.getByRole('button', { name: 'Get Link' }))
  const share = await dialog('Link of P-2026-0031')
  const mail = await share.findByRole('link', { name: 'Email' })
  expect(mail.getAttribute('href')).toMatch(/^mailto:\?subject=/)
  expect(JSON.parse(sent('POST')[0]?.body ?? '')).toMatchObject({ email: null })
})

test('a bid is emailed where the server sends emails', async () => {
  server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: true } })
  server.on(proposalRoutes.send, ({ body }) => ({
    body: proposal(2, { sentTo: JSON.parse(body).email }),
  }))
  const { user, panel } = await show()
  await user.click(await panel.findByRole('button', { name: 'Send Version 2' }))
  const form = await dialog('Send Version 2')
  await form.findByRole('button', { name: 'Send' })
  expect(form.getByText(/^A link goes to the address below by email/)).toBeTruthy()
  const field = form.getByLabelText('Email Address')
  await user.clear(field)
  expect(form.getByRole('button', { name: 'Get Link' })).toBeTruthy()
  await user.type(field, 'dan@example.com')
  await user.click(form.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Version 2 is on its way to dan@example.com')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  [{ sendsEmail: true, hasPublicUrl: false }, /^No emails are sent since the public address/],
  [{ sendsEmail: false, hasPublicUrl: false }, /^No emails are sent since no mail server/],
])('without a public address the link alone is made: %o', async (facts, words) => {
  server.on(inviteRoutes.address, { body: { ...inviteAddress, ...facts } })
  server.on(proposalRoutes.send, { body: proposal(2) })
  const { user, panel } = await show()
  await user.click(await panel.findByRole('button', { name: 'Send Version 2' }))
  const form = await dialog('Send Version 2')
  expect(await form.findByText(words)).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Get Link' }))
  const share = await dialog('Link of P-2026-0031')
  expect(await share.findByText(/^Customers cannot open this link from elsewhere/)).toBeTruthy()
})

test('an email that was not delivered says why', async () => {
  const note = 'nancy@example.com: 550 No such user'
  proposals = [proposal(1, { events: [SENT, event('notDelivered', SENT.createdAt, { note })] })]
  const { panel } = await show()
  expect(await panel.findByText('Email not delivered:')).toBeTruthy()
  expect(panel.getByText(note)).toBeTruthy()
})

test('a change order is sent with a last day to answer, and is named in the link', async () => {
  const source = { kind: 'changeOrder', id: idOf(3), name: 'Kitchen remodel' } as const
  const change = {
    ...{ bidId: null, changeOrderId: source.id, number: 'Change order 3' },
    ...{ total: '-500.00', lastDay: '2026-11-30' },
  }
  proposals = []
  server.on(proposalRoutes.listOfChange, () => ({ body: proposals }))
  server.on(proposalRoutes.sendChange, () => {
    proposals = [proposal(1, change)]
    return { body: proposal(1, change) }
  })
  const { user, panel } = await show({ source, total: '-500.00' }, 'Customer Approval')
  await user.click(await panel.findByRole('button', { name: 'Send Change Order' }))
  const form = await dialog('Send Change Order')
  const lastDay = form.getByLabelText('Answer by')
  expect(lastDay).toHaveProperty('value', '2026-12-03')
  fireEvent.change(lastDay, { target: { value: '2026-11-30' } })
  await user.click(form.getByRole('button', { name: 'Get Link' }))
  const share = await dialog('Link of change order 3')
  expect(share.getByText('Version 1, -$500.00, answer by Mon, Nov 30')).toBeTruthy()
  expect(JSON.parse(sent('POST')[0]?.body ?? '')).toEqual({
    ...{ email: 'nancy@example.com', total: '-500.00', lastDay: '2026-11-30' },
  })
  const text = await share.findByLabelText<HTMLTextAreaElement>('Text for an Email or Text Message')
  expect(text.value).toContain(
    'Hello, here is our change order 3 for Kitchen remodel: -$500.00, answer by Mon, Nov 30. Open',
  )
  await user.click(share.getByRole('button', { name: 'Done' }))
  const line = (await panel.findByText(/^Version 1/)).textContent
  expect(line).toBe('Version 1, answer by Mon, Nov 30')
  expect(panel.queryByText('Change order 3')).toBeNull()
})

test('a price that was changed meanwhile is shown before it is sent', async () => {
  server.on(proposalRoutes.send, { failure: 'stale' })
  const { user, panel, rerender } = await show()
  await user.click(await panel.findByRole('button', { name: 'Send Version 2' }))
  const form = await dialog('Send Version 2')
  const send = form.getByRole('button', { name: 'Get Link' })
  await user.click(send)
  expect(await form.findByText('The price was changed meanwhile.')).toBeTruthy()
  await waitFor(() => expect(send.getAttribute('aria-busy')).toBeNull())
  const changed = '2026-11-19T17:00:00.000Z'
  rerender({ version: changed, total: '53000.00' })
  expect(form.getByText('$53,000.00')).toBeTruthy()
  server.on(proposalRoutes.send, { body: proposal(2) })
  await user.click(send)
  expect(await dialog('Link of P-2026-0031')).toBeTruthy()
  expect(sent('POST').map(({ headers }) => headers['if-match'])).toEqual([
    tagOf({ updatedAt: PRICED_AT }),
    tagOf({ updatedAt: changed }),
  ])
})

test('a bid that cannot be sent says why', async () => {
  proposals = []
  const { user, panel, rerender } = await show({ total: null })
  expect(await panel.findByText('Add lines or an amount first.')).toBeTruthy()
  rerender({ total: null, isDecided: true })
  expect(panel.getByText('No proposal was sent for this bid.')).toBeTruthy()
  expect(panel.queryByRole('button')).toBeNull()
  rerender({ total: '100.00' })
  await user.click(panel.getByRole('button', { name: 'Send Proposal' }))
  const form = await dialog('Send Proposal')
  const send = () => user.click(form.getByRole('button', { name: 'Get Link' }))
  await user.clear(form.getByLabelText('Email Address'))
  await user.type(form.getByLabelText('Email Address'), 'nancy')
  await send()
  expect(await form.findByText('Enter a valid email address')).toBeTruthy()
  await user.clear(form.getByLabelText('Email Address'))
  server.on(proposalRoutes.send, { failure: 'bidDecided' })
  await send()
  expect((await form.findByRole('alert')).textContent).toMatch(/^Only a bid that is pending/)
  const schedule = 'The payments are more than the smallest total that can be chosen'
  server.on('POST /api/pending-bids/:id/proposals', {
    status: 400,
    body: { code: 'invalid', message: schedule, fields: { schedule } },
  })
  await send()
  await waitFor(() => expect(form.getByRole('alert').textContent).toBe(schedule))
})

test('a link is copied; where the browser refuses, it is shown', async () => {
  const { user, panel } = await show()
  const copy = await panel.findByRole('button', { name: 'Copy link' })
  await user.click(copy)
  expect(await screen.findByText('Link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(LINK)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await user.click(copy)
  const share = await dialog('Link of P-2026-0031')
  const field = await share.findByLabelText<HTMLInputElement>('Link')
  expect(share.getByText(/The link is selected/)).toBeTruthy()
  await waitFor(() => expect(field.ownerDocument.activeElement).toBe(field))
})

test('a link that has ended cannot be copied', async () => {
  proposals = [proposal(1, { status: 'approved' })]
  server.on(proposalRoutes.link, { body: { path: null } })
  const { user, panel } = await show({ isDecided: true })
  await user.click(await panel.findByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('This has no link any more')).toBeTruthy()
})

test('a new link is made after a question, and shown', async () => {
  server.on(proposalRoutes.renewLink, { body: { path: '/p/new' } })
  const { user, panel } = await show()
  await user.click(await panel.findByRole('button', { name: 'Renew' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^The link that your customer has now stops working/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Make New Link' }))
  const share = await dialog('Link of P-2026-0031')
  const link = `${inviteAddress.origin}/p/new`
  expect(await share.findByLabelText('Link')).toHaveProperty('value', link)
})

test.each([
  {
    isEmailed: true,
    label: 'Email New Link',
    toast: 'The new link is on its way to nancy@example.com',
  },
  { isEmailed: false, label: 'Make New Link', toast: 'New link made' },
])('where emails are sent, a new link is emailed if that is chosen: $isEmailed', async (chosen) => {
  server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: true } })
  server.on(proposalRoutes.renewLink, { body: { path: '/p/new' } })
  const { user, panel } = await show()
  await user.click(await panel.findByRole('button', { name: 'Renew' }))
  const question = within(await screen.findByRole('alertdialog'))
  const box = { name: 'Email the new link to nancy@example.com' }
  const choice = await question.findByRole('checkbox', box)
  if (!chosen.isEmailed) await user.click(choice)
  await user.click(question.getByRole('button', { name: chosen.label }))
  expect(await screen.findByText(chosen.toast)).toBeTruthy()
  expect(JSON.parse(sent('POST').at(-1)?.body ?? '')).toEqual({ sendEmail: chosen.isEmailed })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('dialog') === null).toBe(chosen.isEmailed)
})

test('an open version is withdrawn, perhaps with a reason', async () => {
  server.on(proposalRoutes.withdraw, { failure: 'proposalClosed' })
  const { user, panel } = await show()
  await user.click(await panel.findByRole('button', { name: 'Withdraw' }))
  const form = await dialog('Withdraw Version 1')
  const reason = { name: 'Reason', description: 'Only the office can read this' }
  await user.type(form.getByRole('textbox', reason), 'Wrong windows')
  await user.click(form.getByRole('button', { name: 'Withdraw' }))
  expect((await form.findByRole('alert')).textContent).toBe('This is no longer open')
  server.on(proposalRoutes.withdraw, () => {
    const events = [SENT, event('withdrawn', at, { ...byDana, note: 'Wrong windows' })]
    const withdrawn = proposal(1, { status: 'withdrawn', events })
    proposals = [withdrawn]
    return { body: withdrawn }
  })
  await user.click(form.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Version 1 withdrawn')).toBeTruthy()
  expect(JSON.parse(sent('POST').at(-1)?.body ?? '')).toEqual({ note: 'Wrong windows' })
  expect(await panel.findByText('Wrong windows')).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Copy link' })).toBeNull()
})

test('the history of a bid names each step', () => {
  expect(proposalEventText('bid.sent', 2)).toBe('Version 2 sent')
  expect(proposalEventText('bid.approved', 1)).toBe('Version 1 signed by the customer')
  expect(proposalEventText('bid.renewed', 1)).toBe('New link made for version 1')
  expect(proposalEventText('bid.changed', null)).toBeUndefined()
})
