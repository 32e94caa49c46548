import { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type Invoice, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contract } from '../../testing/changeOrders.ts'
import { invoice, invoiceContent } from '../../testing/invoiceDetails.ts'
import { open } from '../../testing/open.tsx'
import { customer, inviteAddress, job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const draft = invoice(7)
const LINK = `${inviteAddress.origin}/i/abc`
const LATER = '2026-11-19T12:00:00.000Z'
const issued = invoice(7, {
  ...{ number: '2026-0042', status: 'overdue', issuedOn: '2026-10-12', dueOn: '2026-10-26' },
  owed: 1_728_000,
})
let saved: Invoice
beforeEach(() => {
  server.reset()
  saved = draft
  server.on(invoiceRoutes.one, () => ({ body: saved }))
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(invoiceRoutes.link, { body: { path: '/i/abc' } })
})
const sendsEmails = () =>
  server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: true } })

const sent = (method: string) => server.seen.filter((request) => request.method === method)
const body = (method: string) => JSON.parse(sent(method).at(-1)?.body ?? '{}')
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))
async function show() {
  open(server, `/invoices/${draft.id}`, 'admin')
  await screen.findByRole('heading', { level: 1, name: /Cabinets in|Invoice 2026/ })
  return userEvent.setup()
}
const paper = () => within(screen.getByRole('article', { name: 'Document' }))
type Shown = Pick<typeof screen, 'getAllByRole'>
const facts = (shown: Shown) =>
  shown.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
/** The facts besides those on the paper. */
const figures = () =>
  facts(screen).filter(([name]) => ['Owed', 'Due', 'Total'].includes(name ?? ''))
const rows = () =>
  paper()
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const history = async () =>
  (await part('History')).getAllByRole('listitem').map(({ textContent }) => textContent)
const event = (n: number, kind: Invoice['events'][number]['kind'], note: string | null = null) => ({
  ...{ id: invoice(900 + n).id, kind, actorName: 'Dana Reyes', note, other: null },
  createdAt: `2026-11-19T1${n}:00:00.000Z`,
})

test('a draft is shown as the customer would get it', async () => {
  const counted = { description: 'Cleaning', details: 'Two rooms', quantity: '4', unit: 'hour' }
  const content = invoiceContent({
    lines: [...invoiceContent().lines, { ...counted, unitPrice: '100', amount: '400.00' }],
    ...{ subtotal: '17680.00', discount: '40.00', discountPercent: '10', taxRate: '8.25' },
    ...{ taxable: '360.00', tax: '29.70', total: '17669.70', message: 'Thank you' },
  })
  saved = invoice(7, { content, total: 1_766_970 })
  await show()
  expect(screen.getByRole('heading', { name: 'Draft: Cabinets in' })).toBeTruthy()
  const links = ['Maya Okafor', 'Kitchen remodel', 'PDF', 'Open document']
  expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    `/customers/${customer(1).id}`,
    `/jobs/${job(1).id}`,
    `/api/invoices/${draft.id}/document.pdf`,
    `/api/invoices/${draft.id}/document`,
  ])
  expect(rows()).toEqual([
    ['Cabinets inPayment 2 of 3', '17,280.00'],
    ['Cleaning4 hour × 100.00Two rooms', '400.00'],
  ])
  expect(facts(paper())).toEqual([
    ['Subtotal', '17,680.00'],
    ['Discount, 10%', '−40.00'],
    ['Sales tax, 8.25% of $360.00', '29.70'],
    ['Total', '$17,669.70'],
    ['Contract with changes', '86,400.00'],
    ['Invoiced before', '16,644.00'],
    ['This invoice', '17,669.70'],
    ['Left to invoice', '52,476.00'],
  ])
  expect(
    within(paper().getByRole('region', { name: 'Dates' })).getByText('Due Dec 3, 2026'),
  ).toBeTruthy()
  expect(paper().getByText('Thank you')).toBeTruthy()
  expect(figures()).toContainEqual(['Due', 'Net 14'])
  expect(await history()).toEqual(['Drafted Dana ReyesWed, 10:00 AM'])
  expect(screen.queryByRole('button', { name: 'Void' })).toBeNull()
})

test('a draft is issued with the total that is shown', async () => {
  server.on(invoiceRoutes.issue, () => {
    saved = { ...issued, status: 'open', dueOn: '2026-12-03' }
    return { body: saved }
  })
  const user = await show()
  await press(user, 'Issue')
  const question = await dialog('Issue Invoice')
  expect(facts(question)).toEqual([
    ['Total', '$17,280.00'],
    ['Customer', 'Maya Okafor'],
    ['Due', 'Dec 3, 2026'],
  ])
  expect(question.queryByLabelText('Email Address')).toBeNull()
  await user.click(question.getByRole('button', { name: 'Issue' }))
  expect(await screen.findByText('Invoice 2026-0042')).toBeTruthy()
  expect(await screen.findByText('Invoice 2026-0042 issued')).toBeTruthy()
  expect(sent('POST')[0]?.headers['if-match']).toBe(tagOf(draft))
  expect(body('POST')).toEqual({ total: 1_728_000 })
  // Nothing was emailed, so that somebody has to send the link.
  const share = await dialog('Link of Invoice 2026-0042')
  expect(await share.findByLabelText('Link')).toHaveProperty('value', LINK)
  await user.click(share.getByRole('button', { name: 'Done' }))
  expect(figures()).toContainEqual(['Due', 'Dec 3, 2026'])
  expect(screen.getByText('in 14 days')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Issue' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('an invoice is issued and emailed to the address of the customer, or to another one', async () => {
  sendsEmails()
  saved = { ...draft, customerEmail: 'maya@example.com' }
  server.on(invoiceRoutes.issue, ({ body: text }) => {
    saved = { ...issued, sentTo: JSON.parse(text).email }
    return { body: saved }
  })
  const user = await show()
  await press(user, 'Issue')
  const question = await dialog('Issue Invoice')
  const field = question.getByLabelText('Email Address')
  expect(field).toHaveProperty('value', 'maya@example.com')
  await user.clear(field)
  expect(question.getByRole('button', { name: 'Issue' })).toBeTruthy()
  await user.type(field, 'dan@example')
  await user.type(field, ' .com')
  await user.click(question.getByRole('button', { name: 'Issue and send' }))
  expect(await question.findByText('Enter a valid email address')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'dan@example.com')
  await user.click(question.getByRole('button', { name: 'Issue and send' }))
  const words = 'Invoice 2026-0042 issued and on its way to dan@example.com'
  expect(await screen.findByText(words)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(body('POST')).toEqual({ total: 1_728_000, email: 'dan@example.com' })
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy()
})

test('an invoice that is issued without an address is not emailed, and its link is shown', async () => {
  sendsEmails()
  saved = { ...draft, left: 1_000_000 }
  server.on(invoiceRoutes.issue, { body: issued })
  const user = await show()
  await press(user, 'Issue')
  const question = await dialog('Issue Invoice')
  await user.type(question.getByLabelText('Email Address'), 'dan@example.com')
  expect(question.getByRole('button', { name: 'Issue and send anyway' })).toBeTruthy()
  await user.clear(question.getByLabelText('Email Address'))
  await user.click(question.getByRole('button', { name: 'Issue anyway' }))
  expect(await screen.findByRole('dialog', { name: 'Link of Invoice 2026-0042' })).toBeTruthy()
  expect(body('POST')).toEqual({ total: 1_728_000, overContract: true, email: null })
})

test.each([
  ['Send', null, 'maya@example.com'],
  ['Send again', 'dan@example.com', 'dan@example.com'],
] as const)('an invoice is emailed with “%s”', async (name, sentTo, filledIn) => {
  sendsEmails()
  saved = { ...issued, sentTo, customerEmail: 'maya@example.com' }
  server.on(invoiceRoutes.send, ({ body: text }) => {
    saved = { ...saved, sentTo: JSON.parse(text).email }
    return { body: saved }
  })
  const user = await show()
  await press(user, name)
  const form = await dialog('Send Invoice 2026-0042')
  const field = form.getByLabelText('Email Address')
  expect(field).toHaveProperty('value', filledIn)
  const send = () => user.click(form.getByRole('button', { name: 'Send' }))
  await user.clear(field)
  await send()
  expect(await form.findByText('Email is required')).toBeTruthy()
  await user.type(field, 'nancy@example.com')
  await send()
  const words = 'Invoice 2026-0042 is on its way to nancy@example.com'
  expect(await screen.findByText(words)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST').map(({ url }) => url)).toEqual([`/api/invoices/${draft.id}/send`])
  expect(body('POST')).toEqual({ email: 'nancy@example.com' })
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy()
})

test.each([
  ['open', 'due Oct 26, 2026'],
  ['paid', 'paid'],
] as const)(
  'where no emails are sent, the link of an invoice that is %s is shown with a text',
  async (status, state) => {
    const customerPhone = '(847) 555-0153'
    saved = { ...issued, status, customerEmail: 'maya@example.com', customerPhone }
    const user = await show()
    await press(user, 'Send')
    const share = await dialog('Link of Invoice 2026-0042')
    expect(await share.findByLabelText('Link')).toHaveProperty('value', LINK)
    expect(share.getByText(`$17,280.00, ${state}`)).toBeTruthy()
    expect(share.getByText(/anybody who has it can open the invoice/)).toBeTruthy()
    const text = share.getByLabelText<HTMLTextAreaElement>('Text for an Email or Text Message')
    expect(text.value).toBe(
      `Hello, here is our invoice 2026-0042 for Kitchen remodel: $17,280.00, ${state}. Open this ` +
        `link to read or print it, or to ask us a question: ${LINK}\n\nRidgeline Builders`,
    )
    const href = (name: string) => share.getByRole('link', { name }).getAttribute('href')
    const subject = encodeURIComponent('Ridgeline Builders: invoice 2026-0042 for Kitchen remodel')
    expect(href('Email')).toMatch(`mailto:maya@example.com?subject=${subject}&body=Hello`)
    expect(href('Text message')).toMatch('sms:8475550153?&body=Hello')
    await user.click(share.getByRole('button', { name: 'Copy' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(LINK))
    expect(sent('POST')).toEqual([])
  },
)

test('the link is copied, and a new one replaces it after a question', async () => {
  saved = issued
  server.on(invoiceRoutes.renewLink, { body: { path: '/i/new' } })
  const user = await show()
  await press(user, 'Copy link')
  expect(await screen.findByText('Link copied to clipboard')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(LINK)
  await press(user, 'New link')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Make a new link for invoice 2026-0042?')).toBeTruthy()
  expect(question.getByText(/^The link that your customer has now stops working/)).toBeTruthy()
  expect(sent('POST')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Make New Link' }))
  const share = await dialog('Link of Invoice 2026-0042')
  expect(await share.findByLabelText('Link')).toHaveProperty(
    'value',
    `${inviteAddress.origin}/i/new`,
  )
  expect(sent('POST').map(({ url }) => url)).toEqual([`/api/invoices/${draft.id}/renew-link`])
})

test('an invoice without a link says so, and gets one', async () => {
  saved = issued
  server.on(invoiceRoutes.link, { body: { path: null } })
  const user = await show()
  await press(user, 'Send')
  const share = await dialog('Link of Invoice 2026-0042')
  expect(await share.findByText(/^It has no link/)).toBeTruthy()
  await user.click(share.getByRole('button', { name: 'Done' }))
  await press(user, 'Copy link')
  expect(await screen.findByText('Make a new link for invoice 2026-0042?')).toBeTruthy()
})

test('a void invoice is not sent, and its link is not offered', async () => {
  saved = { ...issued, status: 'void', owed: 0 }
  await show()
  for (const name of [/^Send/, 'Copy link', 'New link'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('more than is left of the contract is asked about, also where that was not known', async () => {
  server.on(invoiceRoutes.issue, ({ body: text }) =>
    JSON.parse(text).overContract ? { body: issued } : { failure: 'overContract' },
  )
  const user = await show()
  await press(user, 'Issue')
  const question = await dialog('Issue Invoice')
  expect(question.queryByText(/more than is left/)).toBeNull()
  // Another invoice was issued meanwhile.
  saved = { ...draft, left: 1_000_000 }
  await user.click(question.getByRole('button', { name: 'Issue' }))
  expect(
    await question.findByText('This is $7,280.00 more than is left to invoice. Issue it anyway?'),
  ).toBeTruthy()
  saved = issued
  await user.click(question.getByRole('button', { name: 'Issue anyway' }))
  expect(await screen.findByRole('dialog', { name: 'Link of Invoice 2026-0042' })).toBeTruthy()
  expect(body('POST')).toEqual({ total: 1_728_000, overContract: true })
})

test('a total that was changed meanwhile is not issued unseen', async () => {
  server.on(invoiceRoutes.issue, { failure: 'stale' })
  const user = await show()
  await press(user, 'Issue')
  const question = await dialog('Issue Invoice')
  saved = { ...draft, total: 2_000_000, updatedAt: LATER }
  await user.click(question.getByRole('button', { name: 'Issue' }))
  expect(await question.findByText('Something was changed meanwhile.')).toBeTruthy()
  expect(facts(question)[0]).toEqual(['Total', '$20,000.00'])
  await user.click(question.getByRole('button', { name: 'Issue' }))
  await waitFor(() => expect(sent('POST')).toHaveLength(2))
  expect(body('POST')).toEqual({ total: 2_000_000 })
  expect(sent('POST')[1]?.headers['if-match']).toBe(tagOf(saved))
})

test.each([
  [
    'More than 40% is invoiced already',
    { problem: { basis: 'More than 40% is invoiced already' }, content: null },
  ],
  ['It is due before today', { terms: 'day', dueOn: '2026-11-18' }],
] as const)('a draft cannot be issued: %s', async (problem, change) => {
  saved = { ...draft, ...change }
  await show()
  expect(screen.getByRole('alert').textContent).toBe(
    `It cannot be issued as it is.${problem}. Edit the draft first.`,
  )
  const button = screen.getByRole('button', { name: 'Issue' })
  expect(button).toHaveProperty('disabled', true)
  expect(button.title).toBe(problem)
  expect(screen.queryAllByRole('link', { name: 'PDF' })).toHaveLength('content' in change ? 0 : 1)
})

test('the state, the figures and the history of an invoice that was issued', async () => {
  saved = {
    ...issued,
    events: [
      ...draft.events,
      event(1, 'issued'),
      event(2, 'dueDay', '2026-10-26 2026-11-02'),
      event(3, 'note'),
      event(4, 'sent', 'nancy@example.com'),
      ...[
        event(5, 'emailed'),
        event(6, 'notDelivered', 'nancy@example.com: 550 No such user'),
        event(7, 'viewed', 'on a phone'),
        event(8, 'question', 'Is the hood\nin it?'),
      ].map((one) => ({ ...one, actorName: null })),
      event(9, 'renewed'),
    ],
  }
  await show()
  expect(screen.getByText('Overdue')).toBeTruthy()
  expect(figures().slice(-3)).toEqual([
    ['Owed', '$17,280.00'],
    ['Due', 'Oct 26, 2026'],
    ['Total', '$17,280.00'],
  ])
  expect(screen.getByText('24 days overdue')).toBeTruthy()
  expect((await history()).map((text) => text?.split(' Dana')[0])).toEqual([
    'New link',
    'Question Today, 12:00 PMIs the hood\nin it?',
    'Viewed on a phone Today, 11:00 AM',
    'Not delivered: nancy@example.com: 550 No such user Today, 10:00 AM',
    'Emailed Today, 9:00 AM',
    'Sent to nancy@example.com',
    'Note changed',
    'Due day moved from Oct 26, 2026 to Nov 2, 2026',
    'Issued',
    'Drafted',
  ])
})

test('the due day is moved', async () => {
  saved = issued
  server.on(invoiceRoutes.followUp, {
    failure: 'invalid',
    fields: { dueOn: 'Choose a day from the day of the invoice on' },
  })
  const user = await show()
  await press(user, 'Move due day')
  const form = await dialog('Move Due Day')
  const field = form.getByLabelText('Due Day')
  expect(field).toHaveProperty('value', '2026-10-26')
  await user.clear(field)
  await user.type(field, '2026-10-01')
  const move = () => user.click(form.getByRole('button', { name: 'Move' }))
  await move()
  expect(await form.findByText('Choose a day from the day of the invoice on')).toBeTruthy()
  server.on(invoiceRoutes.followUp, () => {
    saved = { ...issued, dueOn: '2026-12-01', status: 'open', updatedAt: LATER }
    return { body: saved }
  })
  await user.clear(field)
  await user.type(field, '2026-12-01')
  await move()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(body('PUT')).toEqual({ dueOn: '2026-12-01' })
  expect(await screen.findByText('in 12 days')).toBeTruthy()
})

test('an invoice is made void for a reason, which is shown', async () => {
  saved = issued
  server.on(invoiceRoutes.void, () => {
    saved = { ...issued, status: 'void', owed: 0, events: [event(1, 'voided', 'Wrong customer')] }
    return { body: { ...saved, copyId: null } }
  })
  const user = await show()
  await press(user, 'Void')
  const form = await dialog('Void Invoice 2026-0042')
  await user.click(form.getByRole('button', { name: 'Void Invoice' }))
  expect(await form.findByText('Say why it is void')).toBeTruthy()
  await user.type(form.getByLabelText('Reason'), 'Wrong customer')
  await user.click(form.getByRole('button', { name: 'Void Invoice' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(body('POST')).toEqual({ reason: 'Wrong customer', copy: false })
  expect(sent('POST')[0]?.headers['if-match']).toBe(tagOf(issued))
  const reason = await screen.findByText('Void:')
  expect(reason.parentElement?.textContent).toBe('Void: Wrong customer')
  expect(figures()[1]).toEqual(['Owed', '$0.00'])
  expect(paper().getByText('Void')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move due day' })).toBeNull()
})

test('a void invoice leads to its corrected copy, and the copy to the void one', async () => {
  const voided = {
    ...event(1, 'voided', 'Typo'),
    other: { id: invoice(2).id, number: '2026-0043' },
  }
  saved = { ...issued, status: 'void', owed: 0, events: [event(0, 'created'), voided] }
  await show()
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(target('2026-0043')).toBe(`/invoices/${invoice(2).id}`)
  expect(screen.getByText(/^Corrected copy:/)).toBeTruthy()
  cleanup()
  const drafted = { ...event(0, 'created'), other: { id: invoice(3).id, number: '2026-0041' } }
  saved = { ...issued, events: [drafted] }
  await show()
  expect(target('2026-0041')).toBe(`/invoices/${invoice(3).id}`)
  expect(screen.getByText(/^Corrected copy of/)).toBeTruthy()
})

test('an invoice is not made void while a card payment of it is processing', async () => {
  saved = { ...issued, processing: 1_728_000 }
  await show()
  const reason = 'It cannot be made void while a card payment is being processed.'
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Void' })).toBeNull()
})

test('a void invoice leads to its corrected copy', async () => {
  saved = issued
  const copy = invoice(8, { title: 'Cabinets in, corrected' })
  server.on(invoiceRoutes.void, { body: { ...issued, status: 'void', copyId: copy.id } })
  const user = await show()
  await press(user, 'Void')
  const form = await dialog('Void Invoice 2026-0042')
  await user.type(form.getByLabelText('Reason'), 'Wrong amount')
  await user.click(form.getByLabelText('Make a corrected copy'))
  saved = copy
  await user.click(form.getByRole('button', { name: 'Void Invoice' }))
  await screen.findByRole('heading', { name: 'Draft: Cabinets in, corrected' })
  expect(location.pathname).toBe(`/invoices/${copy.id}`)
  expect(body('POST')).toEqual({ reason: 'Wrong amount', copy: true })
})

test('a draft is deleted after a question, and its job opens', async () => {
  server.on(invoiceRoutes.remove, { body: undefined })
  server.on(jobRoutes.one, { body: job(1, { name: 'Kitchen remodel' }) })
  server.on(changeOrderRoutes.contract, { body: contract() })
  const user = await show()
  await press(user, 'Delete draft')
  await press(user, 'Delete')
  await screen.findByRole('heading', { level: 1, name: 'Kitchen remodel' })
  expect(sent('DELETE').map(({ url }) => url)).toEqual([`/api/invoices/${draft.id}`])
})

test('the note of the office is edited in its place', async () => {
  saved = { ...issued, note: 'Calls back' }
  server.on(invoiceRoutes.followUp, ({ body: text }) => {
    saved = { ...saved, note: JSON.parse(text).note, updatedAt: LATER }
    return { body: saved }
  })
  const user = await show()
  const note = await part('Note')
  await user.click(note.getByRole('button', { name: 'Edit note' }))
  const field = await note.findByLabelText('Note')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.type(field, ' after the 20th')
  await user.click(note.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(note.queryByLabelText('Note')).toBeNull())
  expect(await note.findByText('Calls back after the 20th')).toBeTruthy()
  expect(document.activeElement).toBe(note.getByRole('button', { name: 'Edit note' }))
  expect(sent('PUT').map(({ url }) => url)).toEqual([`/api/invoices/${draft.id}/follow-up`])
  expect(body('PUT')).toEqual({ note: 'Calls back after the 20th' })
  await user.click(note.getByRole('button', { name: 'Edit note' }))
  await user.clear(await note.findByLabelText('Note'))
  await user.click(note.getByRole('button', { name: 'Save' }))
  expect(await note.findByText('No note')).toBeTruthy()
  expect(body('PUT')).toEqual({ note: null })
})

test('an invoice that does not exist says so', async () => {
  server.on(invoiceRoutes.one, { failure: 'notFound' })
  open(server, `/invoices/${draft.id}`, 'admin')
  expect(await screen.findByText('Invoice not found')).toBeTruthy()
})
