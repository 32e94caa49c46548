import { changeOrderRoutes, type Offer } from '@plumbline/contract/changeOrders.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'
import { quantityText } from './OfferContent.tsx'

const server = await startServer()
afterAll(server.close)

const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const line = (change: Partial<Offer['lines'][number]> = {}): Offer['lines'][number] => ({
  ...{ description: 'Wire, switch and driver', details: null },
  ...{ quantity: '1', unit: null, unitPrice: '500', amount: '500.00' },
  ...change,
})
const sent: Offer = {
  ...{ id: idOf(30), jobId: idOf(1), jobName: 'Kitchen remodel', number: 3, status: 'sent' },
  title: 'Under-cabinet lighting',
  reason: 'You asked on Monday for light on the counter.',
  ...{ sentByName: 'Dana Reyes', photos: [], lastDay: '2026-11-23' },
  lines: [
    line({
      ...{ description: 'LED strips, warm white', details: 'Under the north wall' },
      ...{ quantity: '4', unit: 'each', unitPrice: '185', amount: '740.00' },
    }),
    line(),
  ],
  ...{ taxName: 'Sales tax', taxRate: '0', tax: '0.00', total: '1240.00', daysAdded: 0 },
  effect: {
    ...{ amountBefore: 86_400_00, amountAfter: 87_640_00 },
    ...{ endBefore: '2026-12-18', endAfter: '2026-12-18' },
  },
  consent: 'I agree to this change.\nPaper is free.',
  ...{ proposalId: idOf(40), version: 'a'.repeat(64) },
  ...{ signedBy: null, decidedAt: null, signer: 'Maria Okafor' },
}
const answered = { effect: null, decidedAt: '2026-11-19T15:00:00.000Z' }
const approved: Offer = { ...sent, ...answered, status: 'approved', signedBy: 'Maria Okafor' }

let offer = sent
beforeEach(() => {
  server.reset()
  offer = sent
  server.on(changeOrderRoutes.offer, () => ({ body: offer }))
  server.on(changeOrderRoutes.view, { body: undefined })
})

const ADDRESS = `/change-orders/${sent.id}`
async function show(change: Partial<Offer> = {}) {
  offer = { ...sent, ...change }
  open(server, ADDRESS, 'client')
  await screen.findByRole('heading', { level: 1, name: offer.title })
  return within(screen.getByRole('main'))
}
const section = (name: string) => within(screen.getByRole('region', { name }))
/** The facts of a section, as `Contract: $86,400.00 becomes $87,640.00`. */
const facts = (name: string) =>
  section(name)
    .queryAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
const rows = () =>
  section('What you get')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
/** The answers that were sent, and not that it was seen, which a slow test notes too. */
const posts = () =>
  server.seen
    .filter(({ method, url }) => method === 'POST' && !url.endsWith('/view'))
    .map(({ url, body }) => [url, JSON.parse(body)])

test('a client sees its photos above it, each a link to the picture', async () => {
  const photo = { width: 1600, height: 1200, day: '2026-11-18' }
  const page = await show({
    photos: [
      { ...photo, url: '/api/proposals/1/photo?place=1', caption: 'North wall.' },
      { ...photo, url: '/api/proposals/1/photo?place=3', caption: null },
    ],
  })
  const photos = within(page.getByRole('list', { name: 'Photos' })).getAllByRole('link')
  expect(photos.map((one) => [one.getAttribute('aria-label'), one.getAttribute('href')])).toEqual([
    ['Open photo: North wall, Nov 18', '/api/proposals/1/photo?place=1'],
    ['Open photo: Nov 18', '/api/proposals/1/photo?place=3'],
  ])
})

test('a client reads what they get, and what it changes', async () => {
  const page = await show()
  expect(page.getByRole('link', { name: 'Back to Kitchen remodel' }).getAttribute('href')).toBe(
    `/jobs/${sent.jobId}`,
  )
  for (const text of [
    'Change 3',
    'Waits for you, answer by Mon, Nov 23',
    'You asked on Monday for light on the counter.',
    'Dana Reyes',
    'Adds to your contract',
    '+$1,240.00',
  ])
    expect(page.getByText(text)).toBeTruthy()
  expect(rows()).toEqual([
    'LED strips, warm white4 each × $185.00Under the north wall$740.00',
    'Wire, switch and driver$500.00',
  ])
  expect(facts('What you get')).toEqual(['Total: $1,240.00'])
  expect(facts('What it changes')).toEqual([
    'Contract: $86,400.00 becomes $87,640.00',
    'Finish: Dec 18, no change',
  ])
})

test('credits, tax and days', async () => {
  const page = await show({
    lines: [line({ quantity: '-1', amount: '-500.00' }), line({ amount: '37.55' })],
    ...{ taxRate: '8.25', tax: '-37.55', total: '-500.00', daysAdded: 3 },
    effect: {
      ...{ amountBefore: 86_400_00, amountAfter: 85_900_00 },
      ...{ endBefore: '2026-12-30', endAfter: '2027-01-05' },
    },
  })
  expect(page.getByText('Takes off your contract').nextElementSibling?.textContent).toBe('−$500.00')
  expect(rows()).toEqual(['Wire, switch and driverCredit−$500.00', 'Wire, switch and driver$37.55'])
  expect(facts('What you get')).toEqual(['Sales tax, 8.25%: −$37.55', 'Total: −$500.00'])
  expect(facts('What it changes')).toEqual([
    'Contract: $86,400.00 becomes $85,900.00',
    'Finish: Dec 30, 2026 becomes Jan 5, 2027',
    'Extra time: 3 working days',
  ])
})

test('a change of the days alone has no lines', async () => {
  const page = await show({
    ...{ lines: [], total: '0.00', daysAdded: 1, reason: null },
    effect: { amountBefore: 100, amountAfter: 100, endBefore: null, endAfter: null },
  })
  expect(screen.queryByRole('region', { name: 'What you get' })).toBeNull()
  expect(facts('What it changes')).toEqual([
    'Contract: $1.00, no change',
    'Extra time: 1 working day',
  ])
  expect(page.getByText('No change of the amount')).toBeTruthy()
})

test.each([
  ['1', ''],
  ['4', '4 sq ft × $1.25'],
  ['1250.5', '1,250.5 sq ft × $1.25'],
  ['-1', 'Credit'],
  ['-2', 'Credit, 2 sq ft × $1.25'],
])('the quantity %s reads “%s”', (quantity, text) => {
  expect(quantityText({ quantity, unit: 'sq ft', unitPrice: '1.25' })).toBe(text)
})

const { offer: read, approve, decline, ask } = changeOrderRoutes

test('a client approves with their name and consent, and has a signed copy', async () => {
  const page = await show()
  server.on(approve, () => {
    offer = approved
    return { body: offer }
  })
  await press('Approve')
  const form = await dialog('Approve and sign')
  expect(form.getByText('Change 3, Under-cabinet lighting')).toBeTruthy()
  expect(form.getByText('+$1,240.00')).toBeTruthy()
  const name = form.getByRole('textbox', { name: 'Your name' })
  expect(name).toHaveProperty('value', 'Maria Okafor')
  const sign = () => userEvent.click(form.getByRole('button', { name: 'Approve and sign' }))
  await sign()
  const consent = form.getByRole('checkbox', { name: /^I agree to this change/ })
  expect(await form.findByText('Please agree to sign electronically')).toBeTruthy()
  expect(consent.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(name)
  await userEvent.type(name, 'Maria J. Okafor')
  await userEvent.click(consent)
  await sign()
  expect(await page.findByText('Approved by Maria Okafor, Nov 19')).toBeTruthy()
  const { total, version } = sent
  expect(posts()).toEqual([
    [`/api${ADDRESS}/approve`, { name: 'Maria J. Okafor', consent: true, total, version }],
  ])
  expect(page.getByRole('link', { name: 'Signed copy' }).getAttribute('href')).toBe(
    `/api/proposals/${sent.proposalId}/document.pdf`,
  )
  expect(page.queryByRole('button')).toBeNull()
})

test.each([
  ['', null],
  ['Too dear', 'Too dear'],
])('a client declines with the reason “%s”', async (typed, reason) => {
  const page = await show()
  server.on(decline, () => {
    offer = { ...sent, ...answered, status: 'declined' }
    return { body: offer }
  })
  await press('Decline')
  const form = await dialog('Decline this change?')
  if (typed) await userEvent.type(form.getByRole('textbox', { name: 'Why' }), typed)
  await userEvent.click(form.getByRole('button', { name: 'Decline' }))
  expect(await page.findByText('Declined on Nov 19. Your contract stays as it is.')).toBeTruthy()
  expect(posts()).toEqual([[`/api${ADDRESS}/decline`, { reason }]])
})

test('a client asks, and the change order stays open', async () => {
  const page = await show()
  server.on(ask, { body: sent })
  await press('Ask a question')
  const form = await dialog('Ask a question')
  const send = () => userEvent.click(form.getByRole('button', { name: 'Send' }))
  await send()
  expect(await form.findByText('Write your question')).toBeTruthy()
  await userEvent.type(form.getByRole('textbox', { name: 'Your question' }), 'How bright?')
  await send()
  expect(await screen.findByText('Your question was sent')).toBeTruthy()
  expect(screen.getByText('The change order stays open until you answer it.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posts()).toEqual([[`/api${ADDRESS}/ask`, { question: 'How bright?' }]])
  expect(page.getByRole('button', { name: 'Approve' })).toBeTruthy()
})

test('a change order that was changed meanwhile is shown before it is signed', async () => {
  const page = await show()
  server.on(approve, () => {
    offer = { ...sent, total: '1300.00', version: 'b'.repeat(64) }
    return { failure: 'proposalChanged' }
  })
  await press('Approve')
  const form = await dialog('Approve and sign')
  await userEvent.click(form.getByRole('checkbox'))
  await userEvent.click(form.getByRole('button', { name: 'Approve and sign' }))
  const notice = await page.findByText('This changed while you read it.')
  await waitFor(() => expect(document.activeElement?.contains(notice)).toBe(true))
  expect(page.getByText('+$1,300.00')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Approve')
  const again = await dialog('Approve and sign')
  expect(again.getByText('+$1,300.00')).toBeTruthy()
  expect(again.getByRole('checkbox')).toHaveProperty('checked', false)
  expect(page.queryByText('This changed while you read it.')).toBeNull()
})

test('an answer to what is no longer open says so', async () => {
  const page = await show()
  server.on(decline, () => {
    offer = { ...sent, effect: null, status: 'withdrawn' }
    return { failure: 'proposalClosed' }
  })
  await press('Decline')
  const form = await dialog('Decline this change?')
  await userEvent.click(form.getByRole('button', { name: 'Decline' }))
  expect(await page.findByText('This is no longer open.')).toBeTruthy()
  expect(page.getByText(/^Ridgeline Builders withdrew this change/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an approval that the contract does not allow says why, and keeps the dialog', async () => {
  await show()
  server.on(approve, { failure: 'contractBelowZero' })
  await press('Approve')
  const form = await dialog('Approve and sign')
  await userEvent.click(form.getByRole('checkbox'))
  await userEvent.click(form.getByRole('button', { name: 'Approve and sign' }))
  expect((await form.findByRole('alert')).textContent).toBe('The contract would be below zero')
})

test.each([
  [{ status: 'approved', lastDay: null, proposalId: null, version: null }, 'Approved, Nov 19'],
  [{ status: 'declined', decidedAt: null }, 'Declined. Your contract stays as it is.'],
  [
    { status: 'expired', decidedAt: null },
    'The last day to answer was Mon, Nov 23. If you still want this, please ask Ridgeline Builders.',
  ],
  [{ status: 'withdrawn' }, 'Ridgeline Builders withdrew this change. There is nothing to answer.'],
] as const)('a change order that is %o has one sentence and no buttons', async (change, text) => {
  const page = await show({ ...answered, daysAdded: 2, ...change })
  expect(page.getByText(text)).toBeTruthy()
  expect(page.queryByRole('button')).toBeNull()
  expect(page.queryByRole('link', { name: 'Signed copy' })).toBeNull()
  expect(page.queryByText('Adds to your contract')).toBeNull()
  expect(facts('What it changes')).toEqual(['Extra time: 2 working days'])
})

test('an admin who views as the client cannot answer', async () => {
  server.on(peopleRoutes.viewAs, { body: undefined })
  open(server, `/view-as/${people.client.id}${ADDRESS}`, 'client')
  expect(await screen.findByRole('heading', { level: 1, name: sent.title })).toBeTruthy()
  expect(screen.getByText('+$1,240.00')).toBeTruthy()
  for (const name of ['Approve', 'Decline', 'Ask a question'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a change order that is not there', async () => {
  server.on(read, { failure: 'notFound' })
  open(server, ADDRESS, 'client')
  expect(await screen.findByRole('heading', { name: 'Change order not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Jobs' })).toBeTruthy()
})

test('a change order that cannot be loaded can be tried again', async () => {
  server.on(read, { failure: 'internal' })
  open(server, ADDRESS, 'client')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.on(read, { body: sent })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 1, name: sent.title })).toBeTruthy()
})
