import { failures } from '@plumbline/contract/failures.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type Statement, statementRoutes } from '@plumbline/contract/statements.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { inviteAddress } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { movement, statement } from '../../testing/statements.ts'

const server = await startServer()
afterAll(server.close)

const maya = { ...statement([]).customer, address: '12 Quarry Rd', email: 'maya@example.com' }
const full = statement(
  [
    movement(11),
    movement(12, {
      ...{ kind: 'payment', amount: -130_000, number: null, title: null },
      ...{ method: 'check', reference: '1104', invoices: ['2026-0011'] },
    }),
  ],
  {
    ...{ customer: maya, opening: 50_000, owed: 30_000, credit: 10_000, openCount: 1 },
    ages: { current: 0, days1: 30_000, days31: 0, days61: 0, days91: 0 },
    open: [
      {
        ...{ id: movement(11).id, number: '2026-0011', title: 'Part 11', dueOn: '2026-10-25' },
        ...{ daysLate: 25, bucket: 'days1', owed: 30_000 },
      },
    ],
    ...{ firstDay: '2025-03-04', since: '2026-09-01' },
    sent: [
      {
        ...{ id: movement(21).id, from: '2026-01-01', to: '2026-08-31', state: 'sent' },
        ...{ address: 'books@example.com', error: null, createdAt: '2026-08-31T15:00:00.000Z' },
      },
      {
        ...{ id: movement(22).id, from: '2026-01-01', to: '2026-08-30', state: 'failed' },
        ...{ address: 'gone@example.com', error: 'The mail server answered 550' },
        createdAt: '2026-08-30T15:00:00.000Z',
      },
    ],
  },
)

let shown: Statement
beforeEach(() => {
  server.reset()
  shown = full
  server.on(statementRoutes.one, () => ({ body: shown }))
})

const path = `/customers/${maya.id}/statement`
function show(search = '') {
  open(server, `${path}${search}`, 'admin')
  return userEvent.setup()
}
const paper = async () => within(await screen.findByRole('article', { name: 'Document' }))
const asked = () => server.seen.filter(({ url }) => url.includes('/statement')).at(-1)?.url

test('the paper has each movement with its balance, what is open by age, and the credit', async () => {
  show()
  const rows = (await paper())
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
  expect(rows.slice(1)).toEqual([
    ['Jan 1, 2026', 'Jan 1, 2026Opening balance', '', '', '', '500.00'],
    [
      'Oct 11, 2026',
      'Oct 11, 2026Invoice 2026-0011Part 11',
      '1,000.00',
      '',
      '1,000.00',
      '1,500.00',
    ],
    [
      ...['Oct 12, 2026', 'Oct 12, 2026Payment, check 1104Invoice 2026-0011', '', '1,300.00'],
      ...['−1,300.00', '200.00'],
    ],
    [
      ...['Nov 19, 2026', 'Nov 19, 2026Closing balance', '1,000.00', '1,300.00', '−300.00'],
      '$200.00',
    ],
  ])
  const facts = (await paper())
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ...[
      ['Credit not used yet', '−100.00'],
      ['Balance', '$200.00'],
      ['Current', '0.00'],
      ['1–30 days', '300.00'],
      ['31–60 days', '0.00'],
      ['61–90 days', '0.00'],
      ['Over 90 days', '0.00'],
    ],
  ])
  const balance = within((await paper()).getByRole('region', { name: 'Balance' }))
  expect(balance.getByText('due since Oct 25, 2026')).toBeTruthy()
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  const days = 'from=2026-01-01&to=2026-11-19'
  expect(link('Print')).toBe(`/api${path}/document?${days}&print=1`)
  expect(link('PDF')).toBe(`/api${path}/document.pdf?${days}`)
  expect(link('Invoice 2026-0011')).toBe(`/invoices/${movement(11).id}`)
  // Its hyphen is no place to break it.
  const number = screen.getByText('2026-0011', { selector: 'a span' })
  expect(number.className).toBe('whitespace-nowrap')
})

test('the period is in the address: a day, since the last one, this year, or all', async () => {
  const user = show()
  await paper()
  expect(asked()).toBe(`/api${path}`)
  const choice = (name: string) => screen.getByRole('button', { name })
  expect(choice('This year').getAttribute('aria-pressed')).toBe('true')
  await user.click(choice('Since the last one'))
  await waitFor(() => expect(asked()).toBe(`/api${path}?from=2026-09-01`))
  await user.click(choice('All'))
  await waitFor(() => expect(asked()).toBe(`/api${path}?from=2025-03-04`))
  const sent = within(screen.getByRole('region', { name: 'Sent before' }))
  expect(sent.getByText('Aug 31, 2026, to books@example.com')).toBeTruthy()
  expect(
    sent.getByText('Aug 30, 2026, not delivered to gone@example.com: The mail server answered 550'),
  ).toBeTruthy()
  await user.click(sent.getByRole('link', { name: 'Open the statement for Jan 1 – Aug 31, 2026' }))
  await waitFor(() => expect(asked()).toBe(`/api${path}?from=2026-01-01&to=2026-08-31`))
  expect(screen.getByLabelText('To', { selector: 'input' })).toHaveProperty('value', '2026-08-31')
})

test('a period that is refused says why, and can be changed', async () => {
  server.on(statementRoutes.one, ({ query }) =>
    query.get('from') === '2016-01-01' ? { failure: 'invalid' } : { body: full },
  )
  const user = show('?from=2016-01-01')
  expect(await screen.findByText(failures.invalid.message)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'PDF' })).toBe(null)
  await user.click(screen.getByRole('button', { name: 'This year' }))
  await paper()
  expect(asked()).toBe(`/api${path}?from=2026-01-01`)
})

test('it is sent for the period on screen, to the address of the last one', async () => {
  server.on(inviteRoutes.address, {
    body: { ...inviteAddress, hasPublicUrl: true, sendsEmail: true },
  })
  server.on(statementRoutes.send, { body: full })
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Statement' }))
  const address = dialog.getByLabelText('Email Address')
  expect(address).toHaveProperty('value', 'books@example.com')
  expect(dialog.getByText(/The balance is \$200\.00, due since Oct 25, 2026\./)).toBeTruthy()
  await user.clear(address)
  await user.type(address, 'nancy@example.com')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('The statement is on its way')).toBeTruthy()
  const post = server.seen.find(({ method }) => method === 'POST')
  expect([post?.url, JSON.parse(post?.body ?? '')]).toEqual([
    `/api${path}/send`,
    { from: '2026-01-01', to: '2026-11-19', email: 'nancy@example.com' },
  ])
})

test('an address at which the last one failed is not proposed again', async () => {
  server.on(inviteRoutes.address, {
    body: { ...inviteAddress, hasPublicUrl: true, sendsEmail: true },
  })
  shown = { ...full, sent: full.sent.toReversed() }
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Statement' }))
  expect(dialog.getByLabelText('Email Address')).toHaveProperty('value', 'books@example.com')
})

test('where no emails are sent, its PDF is offered', async () => {
  server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: false } })
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Statement' }))
  const pdf = dialog.getByRole('link', { name: 'Statement PDF' }).getAttribute('href')
  expect(pdf).toBe(`/api${path}/document.pdf?from=2026-01-01&to=2026-11-19`)
})

test('a customer who was deleted has none', async () => {
  server.on(statementRoutes.one, { failure: 'notFound' })
  show()
  expect(await screen.findByText('Customer not found')).toBeTruthy()
})
