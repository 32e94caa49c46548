import { bidRoutes } from '@plumbline/contract/bids.ts'
import {
  type Customer,
  type CustomerPerson,
  customerRoutes,
} from '@plumbline/contract/customers.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type InvoiceListItem, invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { proposalSettingsRoutes } from '@plumbline/contract/proposalSettings.ts'
import { templateRoutes } from '@plumbline/contract/templates.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { invoice } from '../../testing/invoiceDetails.ts'
import { listedDraft, listedInvoice } from '../../testing/invoices.ts'
import { open, people } from '../../testing/open.tsx'
import { photo } from '../../testing/photos.ts'
import {
  bid,
  bidSums,
  customer,
  inviteAddress,
  job,
  jobTotals,
  proposalSettings,
} from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { clickInToast } from '../../testing/toasts.ts'

const server = await startServer()
afterAll(server.close)

const plain = (n: number, change: Partial<Customer> = {}): Customer => {
  const { jobs: _, openBids: __, ...row } = customer(n, change)
  return row
}
const contact = (n: number, name: string, role: string | null, email: string | null) => ({
  ...{ id: customer(n).id, name, role, email },
  phone: `84755501${n}`,
  emailRefused: email === 'maria@example.com',
})
const maya = plain(1, {
  name: 'Maya and Daniel Okafor',
  company: 'Okafor Holdings',
  address: '418 Alder Ct, Elgin',
  source: 'Referral',
  notes: 'Pays within a week',
  contacts: [
    contact(21, 'Maya Okafor', null, 'maria@example.com'),
    contact(22, 'Daniel J Okafor', 'Husband', null),
  ],
})
const other = plain(2, { name: 'D. Okafor', contacts: [contact(21, 'D', null, null)] })
const path = `/customers/${maya.id}`
const kitchen = job(3, { name: 'Kitchen remodel', approvedAmount: 8_640_000, clientId: bid(9).id })
const client: CustomerPerson = {
  ...{ id: people.client.id, firstName: 'Maya', lastName: 'Okafor' },
  ...{ email: 'Maria@example.com', hasJoined: true, isInvited: false, secondPhone: null },
}
const merge = {
  ...{ id: other.id, name: 'D. Okafor', company: null, address: '1 Old Rd', source: null },
  ...{ notes: 'Knocks twice', jobs: 1, bids: 0, contacts: 1, people: 0, invoices: 0 },
  ...{ mergedByName: 'Dana Reyes', mergedAt: '2026-11-20T15:00:00.000Z' },
}

let now = maya
let invoices: InvoiceListItem[] = []
beforeEach(() => {
  server.reset()
  now = maya
  invoices = []
  server.on(invoiceRoutes.list, ({ query }) => {
    const body = query.get('customerId') === maya.id ? invoices : []
    return { body, headers: { 'X-Total-Count': String(body.length) } }
  })
  server.on(customerRoutes.one, ({ params }) =>
    params.id === other.id ? { body: other } : { body: now },
  )
  server.on(customerRoutes.people, { body: [client] })
  server.on(customerRoutes.similar, { body: [] })
  server.on(customerRoutes.merges, { body: [] })
  server.on(jobRoutes.list, { body: [kitchen, job(4)], headers: { 'X-Total-Count': '2' } })
  server.on(jobRoutes.totals, { body: jobTotals(2, { approvedAmount: 10_535_000 }) })
  server.on(bidRoutes.list, {
    body: [bid(5, { name: 'Hall bath', estimatedAmount: 1_895_000 })],
    headers: { 'X-Total-Count': '1' },
  })
  server.on(bidRoutes.sums, { body: bidSums(1, { estimatedAmount: 1_895_000 }) })
  server.on(photoRoutes.list, { body: [photo(1)], headers: { 'X-Total-Count': '46' } })
  server.on(messageRoutes.found, {
    body: [
      {
        ...{ id: bid(6).id, jobId: kitchen.id, jobName: 'Kitchen remodel', senderName: 'Maya' },
        ...{ content: 'Can the tile come later?', createdAt: '2026-11-20T15:00:00.000Z' },
      },
    ],
  })
  server.on(peopleRoutes.list, { body: [] })
  server.on(templateRoutes.list, { body: [] })
})
const sent = (method: string) => server.seen.filter((request) => request.method === method)
const body = (method: string) => JSON.parse(sent(method).at(-1)?.body ?? '')
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const show = async () => {
  open(server, path, 'admin')
  await screen.findByRole('heading', { level: 1, name: maya.name })
}

test('the page shows the customer, and all that belongs to them', async () => {
  await show()
  for (const text of ['Okafor Holdings', 'Referral', 'Customer since Nov 2026', '$105,350.00'])
    expect(screen.getByText(text)).toBeTruthy()
  const jobs = await part('Jobs')
  expect(jobs.getByRole('link', { name: 'Kitchen remodel' }).getAttribute('href')).toBe(
    `/jobs/${kitchen.id}`,
  )
  expect(jobs.getByText('$86,400.00')).toBeTruthy()
  const bids = await part('Bids')
  expect(bids.getByRole('link', { name: 'Hall bath' })).toBeTruthy()
  expect((await part('Photos')).getByText('46')).toBeTruthy()
  const message = (await part('Messages')).getByRole('link', { name: /Can the tile/ })
  expect(message.getAttribute('href')).toBe(`/messages?jobId=${kitchen.id}`)
  expect(await (await part('Invoices')).findByText('No invoices yet')).toBeTruthy()
  const contacts = await part('Contacts')
  expect(contacts.getAllByText('Refuses emails')).toHaveLength(1)
  const notes = await part('Private Notes')
  expect(notes.getByText('Pays within a week')).toBeTruthy()
  expect(notes.getByTitle('Only the office can read this')).toBeTruthy()
})

test('the invoices of the customer lead to them, and to the list of all of them', async () => {
  invoices = [
    listedDraft(7, { title: 'Deck' }),
    listedInvoice(8, { title: 'Cabinets in', status: 'viewed', dueOn: '2026-12-03' }),
    listedInvoice(9, { title: 'Deposit', status: 'paid', owed: 0, paid: 100_000 }),
  ]
  await show()
  const part = within(await screen.findByRole('region', { name: 'Invoices' }))
  const rows = await part.findAllByRole('listitem')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Draft', 'Deck', '', '', '1,000.00'],
    ['Viewed', 'Cabinets in', '2026-008, due Dec 3', 'due Dec 3', '1,000.00'],
    ['Paid', 'Deposit', '2026-009', '', '1,000.00'],
  ])
  const href = (name: string) => part.getByRole('link', { name }).getAttribute('href')
  expect(href('Cabinets in')).toBe(`/invoices/${listedInvoice(8).id}`)
  expect(href('View all')).toBe(`/invoices?customerId=${maya.id}`)
  expect(href('Statement')).toBe(`/customers/${maya.id}/statement`)
  expect(part.getByText('3')).toBeTruthy()
})

test('a customer without invoices gets the first one from here', async () => {
  server.on(proposalSettingsRoutes.read, { body: proposalSettings() })
  server.on(invoiceRoutes.create, { body: invoice(7) })
  await show()
  const invoicesPart = await part('Invoices')
  expect(invoicesPart.queryByRole('link', { name: 'View all' })).toBeNull()
  await userEvent.click(invoicesPart.getByRole('button', { name: 'New Invoice' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New Invoice' }))
  await userEvent.type(dialog.getByLabelText('Title'), 'Deck')
  await userEvent.type(dialog.getByLabelText('Description'), 'Deck')
  await userEvent.type(dialog.getByLabelText('Price'), '100')
  await userEvent.click(dialog.getByRole('button', { name: 'Add Draft' }))
  await waitFor(() => expect(sent('POST')).toHaveLength(1))
  expect(body('POST')).toMatchObject({ customerId: maya.id, jobId: null, title: 'Deck' })
})

test('an unknown customer is not found', async () => {
  server.on(customerRoutes.one, { failure: 'notFound' })
  open(server, path, 'admin')
  expect(await screen.findByText('Customer not found')).toBeTruthy()
})

test('the address of a merged customer leads to the other one', async () => {
  now = { ...maya, mergedIntoId: other.id }
  open(server, path, 'admin')
  await screen.findByRole('heading', { level: 1, name: 'D. Okafor' })
  expect(location.pathname).toBe(`/customers/${other.id}`)
})

test('a new bid is filled in with the customer', async () => {
  server.on(bidRoutes.create, { body: bid(7) })
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'New Bid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Bid' }))
  await userEvent.type(dialog.getByLabelText('Project Name'), 'Deck')
  await userEvent.click(dialog.getByRole('button', { name: 'Create Bid' }))
  await waitFor(() => expect(sent('POST')).toHaveLength(1))
  expect(body('POST')).toMatchObject({
    ...{ name: 'Deck', customerId: maya.id, customerName: maya.name, address: maya.address },
    ...{ customerAddress: maya.address, customerEmail: 'maria@example.com' },
    customerPhone: '8475550121',
  })
})

test('who signs in is marked, and others can be invited to the jobs without a client', async () => {
  await show()
  const contacts = await part('Contacts')
  const [first, second] = contacts.getAllByRole('listitem')
  expect(first?.textContent).toContain('Maya Okafor main contact')
  expect(first?.textContent).toContain('Signs in')
  expect(second?.textContent).toContain('Husband')
  expect(contacts.getAllByRole('button', { name: /^Invite / })).toHaveLength(1)
  await userEvent.click(contacts.getByRole('button', { name: 'Invite Daniel J Okafor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite User' }))
  for (const [label, value] of [
    ['First Name', 'Daniel J'],
    ['Last Name', 'Okafor'],
    ['Phone', '8475550122'],
    ['Role', 'client'],
  ] as const)
    expect(dialog.getByLabelText(label)).toHaveProperty('value', value)
  expect(dialog.getByText('1 chosen')).toBeTruthy()
})

test('a client of an import is invited as the person they are', async () => {
  const [imported, nameless] = [
    { ...client, hasJoined: false, secondPhone: '6305550102' },
    { ...client, id: other.id, firstName: 'Daniel J', email: null, hasJoined: false },
  ]
  server.on(customerRoutes.people, { body: [imported, nameless] })
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(inviteRoutes.several, { body: [] })
  const open = [job(4), job(5)]
  server.on(jobRoutes.list, { body: [kitchen, ...open], headers: { 'X-Total-Count': '3' } })
  await show()
  const contacts = await part('Contacts')
  for (const row of contacts.getAllByRole('listitem'))
    expect(row.textContent).toContain('Not invited')
  const second = contacts.getByRole('link', { name: '630-555-0102' })
  expect(second.getAttribute('href')).toBe('tel:6305550102')
  const email = contacts.getByRole('link', { name: 'Add the email address of Daniel J Okafor' })
  expect(email.getAttribute('href')).toBe(`/users?edit=${nameless.id}`)
  await userEvent.click(contacts.getByRole('button', { name: 'Invite Maya Okafor' }))
  const question = within(await screen.findByRole('dialog', { name: 'Invite Maya Okafor?' }))
  expect(question.getByText(/^Becomes the client of /).textContent).toBe(
    `Becomes the client of ${job(4).name} and ${job(5).name}, and sees them after signing in.`,
  )
  await userEvent.click(question.getByRole('button', { name: 'Create 1 Invite' }))
  await waitFor(() =>
    expect(body('POST')).toEqual({ userIds: [imported.id], projectIds: open.map(({ id }) => id) }),
  )
})

test('contacts are edited together, and the first one is the main contact', async () => {
  server.on(customerRoutes.update, { body: maya })
  await show()
  await userEvent.click((await part('Contacts')).getByRole('button', { name: 'Add' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Contacts' }))
  const third = within(dialog.getByRole('group', { name: 'Contact 3' }))
  await userEvent.type(third.getByLabelText('Name'), 'Ada')
  await userEvent.click(dialog.getByRole('button', { name: 'Make contact 2 the main contact' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove contact 2' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  const { emailRefused: _, ...second } = contact(22, 'Daniel J Okafor', 'Husband', null)
  expect(body('PUT')).toEqual({
    contacts: [second, { name: 'Ada', role: null, email: null, phone: null }],
  })
})

test.each([
  ['Name', 'Maya Okafor', true],
  ['Source', 'Yard sign', false],
] as const)(
  'after a change of %s it asks about open bids and jobs: %s, %s',
  async (label, text, asks) => {
    server.on(customerRoutes.copies, { body: { bids: 2, jobs: 1 } })
    server.on(customerRoutes.updateCopies, { body: { bids: 2, jobs: 1 } })
    server.on(customerRoutes.update, ({ body: change }) => {
      now = { ...maya, ...(JSON.parse(change) as Partial<Customer>) }
      return { body: now }
    })
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Customer' }))
    await userEvent.clear(dialog.getByLabelText(label))
    await userEvent.type(dialog.getByLabelText(label), text)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Customer updated successfully')).toBeTruthy()
    const name = 'Also on 2 open bids and 1 open job'
    if (!asks) {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(server.seen.some(({ url }) => url.endsWith('/copies'))).toBe(false)
      return
    }
    const question = within(await screen.findByRole('dialog', { name }))
    await userEvent.click(question.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('2 open bids and 1 open job updated')).toBeTruthy()
  },
)

test('one who may be the same is named with the reason, and can be merged and separated', async () => {
  server.on(customerRoutes.similar, { body: [other] })
  server.on(customerRoutes.contents, {
    body: { jobs: 0, bids: 0, contacts: 1, people: 0, invoices: 0 },
  })
  server.on(customerRoutes.merge, { body: maya })
  server.on(customerRoutes.undoMerge, { body: other })
  await show()
  expect(await screen.findByText('Same phone number')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Merge with D. Okafor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Customers' }))
  expect(await dialog.findByText(`1 contact will move to ${maya.name}.`)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  await clickInToast('Undo')
  expect(await screen.findByText('The merge was undone')).toBeTruthy()
  expect(sent('POST').map(({ url }) => url)).toEqual([
    `/api/customers/${maya.id}/merge`,
    `/api/customers/${other.id}/undo-merge`,
  ])
})

test('the other customer of a merge is searched', async () => {
  server.on(customerRoutes.list, { body: [customer(2, other), customer(1, maya)] })
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Merge…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Customers' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  expect(await dialog.findByText('Choose the other customer')).toBeTruthy()
  await userEvent.type(dialog.getByRole('combobox', { name: 'Other Customer' }), 'Oka')
  await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(1))
  await userEvent.click(dialog.getByRole('option', { name: /D. Okafor/ }))
  const merged = dialog.getByRole('region', { name: 'Is merged into it' })
  expect(merged.textContent).toContain('D. Okafor')
  expect(sent('POST')).toEqual([])
})

test('merges are listed with what stayed, and can be undone', async () => {
  server.on(customerRoutes.merges, { body: [merge] })
  server.on(customerRoutes.undoMerge, { body: other })
  await show()
  const merges = await part('Merged into this customer')
  for (const text of ['1 Old Rd', 'Knocks twice', /Moved 1 job and 1 contact. Dana Reyes, Nov 20/])
    expect(merges.getByText(text)).toBeTruthy()
  await userEvent.click(merges.getByRole('button', { name: 'Undo the merge of D. Okafor' }))
  expect(await screen.findByText('The merge was undone')).toBeTruthy()
})

test('a customer in use is not deleted, and the reason is shown', async () => {
  server.on(customerRoutes.remove, { failure: 'customerInUse' })
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect((await question.findByRole('alert')).textContent).toContain(
    'has jobs, bids, change orders, invoices or payments',
  )
})
