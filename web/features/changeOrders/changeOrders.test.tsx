import { type ChangeOrder, changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { type Proposal, proposalRoutes } from '@plumbline/contract/proposals.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { changeLine, changeOrder } from '../../testing/changeOrders.ts'
import { open } from '../../testing/open.tsx'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const draft = changeOrder(3, {
  ...{ title: 'Under-cabinet lighting', reason: 'The counter is dark.' },
  lines: [
    changeLine('Strip', {
      ...{ quantity: '4', unit: 'each', unitPrice: '310', unitCost: '240', taxable: true },
      details: 'Warm white',
    }),
    changeLine('Old lamps', { quantity: '-1', unitPrice: '100.5' }),
  ],
  ...{ taxRate: '8.25', total: '1241.80', daysAdded: 2 },
  effect: {
    ...{ amountBefore: 8_640_000, amountAfter: 8_764_180 },
    ...{ endBefore: '2026-12-18', endAfter: '2026-12-22' },
  },
})
const version = (status: Proposal['status']): Proposal => ({
  id: '0198c0de-0000-7000-8000-000000000201',
  ...{ bidId: null, changeOrderId: draft.id, number: 'Change order 3', version: 1, status },
  ...{ total: '1241.80', sentByName: 'Dana Reyes', sentTo: 'maya@example.com' },
  ...{
    sentAt: '2026-11-12T15:40:00.000Z',
    lastDay: '2026-11-30',
    differs: false,
    sha256: 'a'.repeat(64),
  },
  ...{ events: [], updatedAt: '2026-11-12T15:40:00.000Z' },
})

let saved: ChangeOrder
let proposals: Proposal[]
beforeEach(() => {
  server.reset()
  saved = draft
  proposals = []
  server.on(changeOrderRoutes.one, () => ({ body: saved }))
  server.on(proposalRoutes.listOfChange, () => ({ body: proposals }))
})

const sent = (method: string) => server.seen.filter((request) => request.method === method)
async function show() {
  open(server, `/change-orders/${draft.id}`, 'admin')
  await screen.findByRole('heading', { level: 1, name: 'Change 3, Under-cabinet lighting' })
  return userEvent.setup()
}
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const facts = (panel: Awaited<ReturnType<typeof part>>) =>
  panel.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

test('the office sees what it costs and what it changes', async () => {
  await show()
  expect(screen.getByRole('link', { name: 'Back to Kitchen remodel' }).getAttribute('href')).toBe(
    `/jobs/${job(1).id}`,
  )
  expect(screen.getByText('The counter is dark.')).toBeTruthy()
  const lines = await part('Lines')
  const [strip, lamps] = lines
    .getAllByRole('listitem')
    .map(({ children }) => [...children].map(({ textContent }) => textContent))
  // On a phone, the numbers are in one line.
  const onPhone = '4 each × 310.00, our cost 960.00'
  expect(strip).toEqual([
    'Strip',
    '4',
    'each',
    '310.00',
    '1,240.00',
    '960.00',
    '22.6%',
    onPhone,
    'Warm white',
  ])
  expect(lamps?.slice(0, -1)).toEqual(['Old lamps', '−1', '', '100.50', '−100.50', '', ''])
  expect(facts(lines)).toEqual([
    ['Subtotal', '$1,139.50'],
    ['Tax (8.25%)', '$102.30'],
    ['Total', '$1,241.80'],
    ['Our margin', '$179.50 (1 line has no cost)'],
  ])
  expect(facts(await part('If change 3 is approved'))).toEqual([
    ['Contract', '$86,400.00 →to $87,641.80'],
    ['Days added', '2 working days'],
    ['Finish', 'Dec 18, 2026 →to Dec 22, 2026'],
  ])
})

test('days that move no end, and a job without one', async () => {
  const effect = { amountBefore: 100, amountAfter: 100, endBefore: null, endAfter: null }
  saved = { ...draft, lines: [], total: '0.00', movesEnd: false, effect }
  await show()
  expect((await part('Lines')).getByText(/^No lines/)).toBeTruthy()
  expect(facts(await part('If change 3 is approved')).slice(1)).toEqual([
    ['Days added', '2 working days, the end date stays'],
    ['Finish', 'Not set'],
  ])
})

const DELETE = 'Delete change order'
const APPROVE = 'Approve for the customer'
test.each([
  ['draft', undefined, 'Draft', ['Edit', APPROVE, DELETE], ['Send Change Order']],
  [
    ...(['sent', 'sent', 'Waiting', ['Edit', APPROVE]] as const),
    ['Copy link', 'Renew', 'Withdraw', 'Send Version 2'],
  ],
  ['declined', 'declined', 'Declined', ['Edit', APPROVE], ['Send Version 2']],
  ['withdrawn', 'withdrawn', 'Withdrawn', ['Edit', APPROVE], ['Send Version 2']],
  ['expired', 'expired', 'Expired', ['Edit', APPROVE], ['Send Version 2']],
  ['approved', 'approved', 'Approved', [], ['Copy link']],
] as const)('a change order that is %s', async (status, sentAs, word, actions, ofPanel) => {
  saved = { ...draft, status, effect: status === 'approved' ? null : draft.effect }
  if (sentAs) proposals = [version(sentAs)]
  await show()
  const main = within(screen.getByRole('main'))
  expect(main.getAllByText(word).length).toBeGreaterThan(0)
  const panel = await part('Customer Approval')
  const names = (of: typeof panel) =>
    of
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
      .filter((name) => name !== 'Other actions')
  expect(names(panel)).toEqual(ofPanel)
  expect(names(main)).toEqual([...actions, ...ofPanel])
  if (sentAs) expect(panel.getByRole('link', { name: 'PDF of version 1' })).toBeTruthy()
  expect(screen.queryAllByRole('region', { name: /^If change/ })).toHaveLength(
    status === 'approved' ? 0 : 1,
  )
})

test('one that the office approved says who did, and how the customer said yes', async () => {
  const acceptNote = 'On the phone,\nNov 5'
  saved = { ...draft, status: 'approved', effect: null, acceptedByName: 'Joanna Park', acceptNote }
  await show()
  const approval = await part('Approval')
  expect(approval.getByText('Approved by Joanna Park for the customer')).toBeTruthy()
  expect(approval.getByText(/^On the phone/).textContent).toBe(acceptNote)
  expect(screen.queryByText(/can answer it/)).toBeNull()
})

test('one that waits says which client can answer it on the job', async () => {
  saved = { ...draft, status: 'sent' }
  proposals = [version('sent')]
  await show()
  expect(screen.getByText('Maya Okafor can answer it on the page of the job, too.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Approval' })).toBeNull()
})

const NOTE =
  'Your draft is not what the customer has. Sending makes version 2 and ends the old link.'
test.each([
  ['sent', true, NOTE],
  ['sent', false, undefined],
  ['declined', true, NOTE],
  ['declined', false, undefined],
  ['withdrawn', true, undefined],
] as const)('one that is %s, of which the draft differs: %s', async (status, differs, note) => {
  saved = { ...draft, status, differsFromSent: differs, clientName: null }
  proposals = [version(status)]
  await show()
  const panel = await part('Customer Approval')
  expect(await panel.findAllByRole('button', { name: 'Send Version 2' })).toHaveLength(1)
  expect(panel.queryByText(/^Your draft/)?.closest('p')?.textContent).toBe(note)
  expect(screen.queryByText(/can answer it/)).toBeNull()
})

const PREVIEW = { name: 'Preview' }

test('one that is not approved opens as the customer would get it', async () => {
  await show()
  const { href, target } = screen.getByRole<HTMLAnchorElement>('link', PREVIEW)
  expect([new URL(href).pathname, target]).toEqual([
    ...[`/api/change-orders/${draft.id}/document`, '_blank'],
  ])
})

test('one without lines and days cannot be sent yet', async () => {
  saved = { ...draft, lines: [], daysAdded: 0, total: '0.00' }
  await show()
  expect(screen.queryByRole('link', PREVIEW)).toBeNull()
  const panel = await part('Customer Approval')
  expect(panel.getByText('Add lines or days first.')).toBeTruthy()
  expect(panel.queryByRole('button')).toBeNull()
})

test('an approval for the customer says how they said yes', async () => {
  saved = { ...draft, status: 'sent' }
  proposals = [version('sent')]
  server.on(changeOrderRoutes.accept, { failure: 'stale' })
  const user = await show()
  await press(user, APPROVE)
  const form = within(await screen.findByRole('dialog', { name: 'Approve for the Customer' }))
  expect(form.getByText(/^Change 3,/).textContent).toBe('Change 3, $1,241.80, 2 days')
  expect(form.getByText(/The link that the customer has stops working/)).toBeTruthy()
  const approve = () => user.click(form.getByRole('button', { name: 'Approve' }))
  await approve()
  expect(await form.findByText('Say how the customer said yes')).toBeTruthy()
  await user.type(form.getByLabelText('How the customer said yes'), 'On the phone')
  const now = '2026-11-02T12:00:00.000Z'
  saved = { ...saved, total: '1300.00', updatedAt: now }
  await approve()
  expect(await form.findByText('The change order was changed meanwhile.')).toBeTruthy()
  expect(form.getByText('$1,300.00')).toBeTruthy()
  server.on(changeOrderRoutes.accept, { failure: 'contractBelowZero' })
  await approve()
  expect((await form.findByRole('alert')).textContent).toBe('The contract would be below zero')
  server.on(changeOrderRoutes.accept, () => {
    saved = { ...saved, status: 'approved', effect: null }
    return { body: saved }
  })
  await approve()
  expect(await screen.findByText('Change 3 approved')).toBeTruthy()
  expect(await screen.findByText('Approved')).toBeTruthy()
  const last = sent('POST').at(-1)
  expect(JSON.parse(last?.body ?? '')).toEqual({ note: 'On the phone' })
  expect(last?.headers['if-match']).toBe(tagOf({ updatedAt: now }))
})

test('a draft is deleted after a question, and its job opens', async () => {
  server.on(changeOrderRoutes.remove, { failure: 'changeOrderSent' })
  server.on(jobRoutes.one, { failure: 'notFound' })
  const user = await show()
  await press(user, DELETE)
  const question = within(await screen.findByRole('alertdialog'))
  const remove = () => user.click(question.getByRole('button', { name: 'Delete' }))
  await remove()
  const refused = 'This change order was sent, so it stays'
  expect((await question.findByRole('alert')).textContent).toBe(refused)
  server.on(changeOrderRoutes.remove, { body: undefined })
  await remove()
  await waitFor(() => expect(location.pathname).toBe(`/jobs/${job(1).id}`))
})

test('one that does not exist says so', async () => {
  server.on(changeOrderRoutes.one, { failure: 'notFound' })
  open(server, `/change-orders/${draft.id}`, 'admin')
  expect(await screen.findByRole('heading', { name: 'Change order not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Jobs' }).getAttribute('href')).toBe('/jobs')
})

test('Ctrl-K finds a change order by its number and title', async () => {
  const { id, jobId, number, title } = changeOrder(5, { title: 'Skylight' })
  const found = { id, jobId, jobName: 'Kitchen remodel', number, title }
  server.on(changeOrderRoutes.list, ({ query }) => ({
    body: query.get('search') === 'skyl' ? [found] : [],
  }))
  const user = await show()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Find' }), 'skyl')
  await user.click(await screen.findByRole('option', { name: /^Change 5, Skylight.*Kitchen/ }))
  await waitFor(() => expect(location.pathname).toBe(`/change-orders/${id}`))
})
