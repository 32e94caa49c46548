import { ageingRoutes } from '@plumbline/contract/ageing.ts'
import { billingRoutes } from '@plumbline/contract/billing.ts'
import { customerRoutes } from '@plumbline/contract/customers.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { invoiceRoutes } from '@plumbline/contract/invoices.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import {
  type InvoiceReminders,
  type ReminderToSend,
  reminderRoutes,
} from '@plumbline/contract/reminderRoutes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { invoice } from '../../testing/invoiceDetails.ts'
import { open } from '../../testing/open.tsx'
import { customer, inviteAddress, reminderSettings } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(() => server.reset())

const sent = (method: string) => server.seen.filter((request) => request.method === method)

describe('an open invoice', () => {
  const issued = invoice(7, {
    ...{ number: '2026-0042', status: 'open', issuedOn: '2026-11-12', dueOn: '2026-11-30' },
    owed: 1_728_000,
  })
  const on = { isOn: true, off: false, customerOff: false, nextOn: '2026-12-03', isToSend: false }
  async function show(reminders: Partial<InvoiceReminders>) {
    server.on(invoiceRoutes.one, { body: issued })
    server.on(reminderRoutes.ofInvoice, { body: { ...on, ...reminders } })
    open(server, `/invoices/${issued.id}`, 'admin')
    await screen.findByRole('heading', { level: 1, name: 'Invoice 2026-0042' })
    await waitFor(() =>
      expect(sent('GET').some(({ url }) => url.endsWith('/reminders'))).toBe(true),
    )
  }

  test.each([
    [{}, 'Next reminder: Dec 3, 2026', 'Turn off'],
    [{ isToSend: true }, 'Reminder to send since Dec 3, 2026', 'Turn off'],
    [{ nextOn: null }, 'No more reminders', 'Turn off'],
    [{ off: true, nextOn: null }, 'Reminders are off', 'Turn on'],
    [{ customerOff: true, nextOn: null }, 'No reminders: they are off for this customer', null],
  ] as const)('with %j says “%s”', async (reminders, words, action) => {
    await show(reminders)
    await waitFor(() => {
      const lines = [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
      expect(lines).toContain(words)
    })
    expect(screen.queryByRole('button', { name: /^Turn/ })?.textContent ?? null).toBe(action)
  })

  test('says nothing where no reminders are sent', async () => {
    await show({ isOn: false, nextOn: null })
    expect(screen.queryByText(/reminder/i)).toBeNull()
  })

  test('is switched off and on', async () => {
    await show({})
    server.on(reminderRoutes.switchInvoice, { body: { ...on, off: true, nextOn: null } })
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }))
    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({ off: true })
  })
})

describe('reminders to send', () => {
  const reminder = (n: number): ReminderToSend => ({
    ...{ id: customer(900 + n).id, invoiceId: customer(800 + n).id, number: `2026-00${n}` },
    ...{ customerId: customer(n).id, customerName: `Customer ${n}`, customerEmail: null },
    ...{ customerPhone: null, dueOn: '2026-11-01', since: '2026-11-04', amount: 7000 * n },
    ...{ subject: `Invoice 2026-00${n}`, text: `Please pay 2026-00${n}` },
  })
  let listed: ReminderToSend[]
  beforeEach(() => {
    listed = [reminder(41), reminder(42)]
    server.on(billingRoutes.receivables, {
      body: {
        ...{ totalCompletedValue: 0, completedProjects: 0 },
        ...{ avgCompletionDays: 0, completionRate: 0 },
      },
    })
    server.on(billingRoutes.receivableJobs, { body: [], headers: { 'X-Total-Count': '0' } })
    const ages = { current: 0, days1: 0, days31: 0, days61: 0, days91: 0 }
    server.on(ageingRoutes.all, {
      body: { asOf: '2026-11-19', ages, owed: 0, credit: 0, count: 0, customers: [] },
    })
    server.on(reminderRoutes.toSend, () => ({ body: listed }))
    server.on(inviteRoutes.address, { body: inviteAddress })
    server.on(invoiceRoutes.link, { body: { path: '/i/abc' } })
    server.on(reminderRoutes.done, () => {
      listed = listed.slice(1)
      return {
        body: { isOn: true, off: false, customerOff: false, nextOn: null, isToSend: false },
      }
    })
  })
  async function show() {
    open(server, '/completions', 'admin')
    return within(await screen.findByRole('region', { name: 'Reminders to Send' }))
  }
  const lines = (part: Pick<typeof screen, 'getAllByRole'>) =>
    part.getAllByRole('listitem').map(({ textContent }) => textContent)

  test('are listed until they are done', async () => {
    const part = await show()
    await part.findByText('Customer 41')
    expect(lines(part)).toEqual([
      expect.stringContaining(
        'Invoice 2026-0041, due Nov 1, 2026, to send since Nov 4, 2026$2,870.00',
      ),
      expect.stringContaining('Customer 42'),
    ])
    await userEvent.click(part.getByRole('button', { name: 'Invoice 2026-0041: reminder done' }))
    await waitFor(() => expect(lines(part)).toEqual([expect.stringContaining('Customer 42')]))
    expect(sent('POST').map(({ url }) => url)).toEqual([
      `/api/invoices/${reminder(41).invoiceId}/reminders/done`,
    ])
  })

  test('are sent with their text and link, and noted there', async () => {
    const part = await show()
    const send = await part.findByRole('button', { name: 'Send the reminder of invoice 2026-0041' })
    await userEvent.click(send)
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Reminder of Invoice 2026-0041' }),
    )
    const text = await dialog.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Text for an Email or Text Message',
    })
    expect(text.value).toMatch(/^Hello Customer 41,\n\nPlease pay 2026-0041\n\n\S+\/i\/abc\n\n/)
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('POST')).toHaveLength(1)
  })

  test('are no part of the screen without any', async () => {
    listed = []
    open(server, '/completions', 'admin')
    await screen.findByText('No receivables yet')
    await waitFor(() =>
      expect(sent('GET').some(({ url }) => url.startsWith('/api/reminders'))).toBe(true),
    )
    expect(screen.queryByRole('region', { name: 'Reminders to Send' })).toBeNull()
  })
})

describe('a customer', () => {
  async function show(remindersOff: boolean, isOn = true) {
    const one = customer(1, { remindersOff })
    const none = { body: [], headers: { 'X-Total-Count': '0' } }
    server.on(customerRoutes.one, { body: one })
    for (const row of [customerRoutes.people, customerRoutes.similar, customerRoutes.merges])
      server.on(row, { body: [] })
    for (const row of [invoiceRoutes.list, jobRoutes.list]) server.on(row, none)
    server.on(reminderRoutes.settings, { body: reminderSettings({ isOn }) })
    open(server, `/customers/${one.id}`, 'admin')
    await screen.findByRole('region', { name: 'Invoices' })
  }

  test.each([
    [false, 'Reminded of open invoices', 'Turn off'],
    [true, 'Not reminded of open invoices', 'Turn on'],
  ] as const)('with reminders off (%s) can be switched', async (off, words, action) => {
    await show(off)
    expect(await screen.findByText(words)).toBeTruthy()
    server.on(reminderRoutes.switchCustomer, { body: { off: !off } })
    await userEvent.click(screen.getByRole('button', { name: action }))
    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({ off: !off })
  })

  test('has no switch where no reminders are sent', async () => {
    await show(false, false)
    await waitFor(() =>
      expect(sent('GET').some(({ url }) => url === '/api/reminder-settings')).toBe(true),
    )
    expect(screen.queryByText(/eminded of open/)).toBeNull()
  })
})
