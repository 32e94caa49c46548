import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { booksOf } from './harness/books.ts'
import { type Business, linkIn, openBusiness } from './harness/business.ts'
import { join } from './harness/company.ts'
import { expectNoOverflow } from './harness/page.ts'
import { recordByKeyboard } from './harness/payments.ts'
import { button, dialog, go, item, main, pathOf } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Entity {
  readonly id: string
}

const EMAIL = 'maya@example.com'
const KITCHEN = 'Kitchen remodel'
const LIGHTING = 'Under-cabinet lighting'
const PORCH = 'Porch'

const line = (facts: object) => ({ quantity: '1', unitCost: '9876.54', ...facts })

/** Emails a bid of $13,684.39 with 6 % tax. @returns the link in the email */
async function sendBid({ admin, emailTo }: Business): Promise<string> {
  const { id } = await admin.request<Entity>('POST', '/api/pending-bids', {
    ...{ name: KITCHEN, address: '418 Alder Ct' },
    ...{ customerName: 'Maya Okafor', customerEmail: EMAIL },
  })
  const cabinets = { description: 'Cabinets and counters', unitPrice: '13684.39', taxable: true }
  const percent = (title: string, value: string) => ({ title, share: { kind: 'percent', value } })
  await admin.request('PUT', `/api/pending-bids/${id}/pricing`, {
    taxRate: '6',
    sections: [{ title: 'Kitchen', lines: [line(cabinets)] }],
    schedule: [percent('On signing', '30'), percent('Cabinets in', '40'), { title: 'Rest' }],
  })
  await admin.request('POST', `/api/pending-bids/${id}/proposals`, { email: EMAIL })
  return linkIn(await emailTo(EMAIL, ['Total: $14,505.45']))
}

/** Sends a change order of $980.00. @returns its path */
async function sendChange({ admin }: Business, jobId: string): Promise<string> {
  const body = { title: LIGHTING, lines: [line({ description: 'LED strips', unitPrice: '980' })] }
  const { id } = await admin.request<Entity>('POST', `/api/jobs/${jobId}/change-orders`, body)
  await admin.request('POST', `/api/change-orders/${id}/proposals`, {})
  return `/change-orders/${id}`
}

const agree = (page: Page) => page.getByRole('checkbox', { name: /^I agree/ }).check()

async function sign(page: Page): Promise<void> {
  await button(page, 'Read and sign').click()
  await page.getByLabel('Your name').fill('Maya Okafor')
  await agree(page)
  await button(page, 'Approve and sign').click()
  await page.getByText('Approved and signed.').waitFor()
}

/** The bid is signed, and there is a job that was completed without any invoices. */
async function signedJob(w: Business) {
  const { admin } = w
  const phone = await w.open(w.anonymous, await sendBid(w), 390)
  await sign(phone)
  const [{ id: jobId } = { id: '' }] = await admin.request<Entity[]>('GET', '/api/jobs')
  const [customer] = await admin.request<Entity[]>('GET', '/api/customers')
  const porch = { name: PORCH, address: '5 Elm St', approvedAmount: 420_000, status: 'completed' }
  await admin.request('POST', '/api/jobs', { ...porch, endDate: '2025-08-15' })
  const maya = await join(admin, 'client', 'Maya', [jobId])
  const [client, office] = await Promise.all([
    w.open(maya.api, '/invoices', 390),
    w.open(admin, '/settings', 1440),
  ])
  const jobPath = `/jobs/${jobId}`
  const statementPath = `/customers/${customer?.id}/statement?from=2025-01-01`
  const expectBooks = booksOf(
    { office, client, jobName: KITCHEN, jobPath, statementPath },
    {
      job: '14,505.45 | 0.00 | 0.00 | 0.00 | 14,505.45',
      ...{ owed: '', statement: 'Balance 0.00', received: 'Received in 2025 0.00' },
      ...{ completed: '', client: [] },
    },
  )
  return { ...w, phone, client, office, jobId, jobPath, statementPath, expectBooks }
}
type World = Awaited<ReturnType<typeof signedJob>>

const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true })
const mainText = (page: Page, text: string) => main(page).getByText(text, { exact: true }).first()

/** Presses the button of a dialog, which closes. */
async function submit(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('button', { name, exact: true }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Issues and emails the draft on screen. @returns its path and the link in the email */
async function issue({ office, emailTo }: World, number: string) {
  await button(office, 'Issue').click()
  await button(office, 'Issue and send').click()
  await heading(office, `Invoice ${number}`).waitFor()
  const email = await emailTo(EMAIL, [`Subject: Ridgeline Builders: invoice ${number}`])
  return { path: pathOf(office), link: linkIn(email) }
}

/** Opens the form of an invoice from the next payment of the job. */
async function invoiceStep({ office, jobPath }: World, step: string): Promise<void> {
  await go(office, jobPath)
  // The contract stands above the button, which moves when it comes.
  await main(office).getByText('Signed copy').first().waitFor()
  await button(office, `Invoice ${step}`).click()
}

async function switchRemindersOn({ office }: World): Promise<void> {
  await office.getByLabel('Remind customers of open invoices').check()
  const reminders = office.getByRole('region', { name: 'Reminders' })
  await reminders.getByRole('button', { name: 'Save' }).click()
  await office.getByText('Settings saved successfully').first().waitFor()
}

/** The deposit is issued by email, opened on a phone, and asked about. */
async function depositIssued(w: World) {
  const { office, phone, expectBooks } = w
  await invoiceStep(w, 'On signing')
  await button(office, 'Add Draft').click()
  const deposit = await issue(w, '2025-0001')
  await mainText(office, 'Next reminder: Sep 13, 2025').waitFor()
  await phone.goto(deposit.link)
  await phone.getByRole('heading', { name: '$4,351.64' }).waitFor()
  await expectNoOverflow(phone)
  await mainText(office, 'Viewed').waitFor()
  await phone.getByText('Ask a question').click()
  await phone.getByLabel('Your question').fill('Is the sink in it?')
  await button(phone, 'Send the question').click()
  await main(office).getByText('Is the sink in it?').waitFor()
  await phone.getByRole('link', { name: /Back to the invoice/ }).click()
  await phone.getByRole('heading', { name: '$4,351.64' }).waitFor()
  await expectBooks('deposit', {
    job: '14,505.45 | 4,351.64 | 0.00 | 4,351.64 | 10,153.81',
    owed: '4,351.64 | 0.00 | 0.00 | 0.00 | 0.00 | 4,351.64',
    statement: 'Balance 4,351.64 due Sep 16, 2025',
    client: ['Open On signing, Kitchen remodel 2025-0001, due Sep 16 4,351.64'],
  })
  return deposit
}
type Issued = Awaited<ReturnType<typeof issue>>

async function paidByCheck({ office, phone, emailTo, expectBooks }: World, { path, link }: Issued) {
  await go(office, path)
  await recordByKeyboard(office)
  await mainText(office, 'Part-paid').waitFor()
  await emailTo(EMAIL, ['Subject: Ridgeline Builders: receipt for $2,000.00'])
  await phone.goto(link)
  await phone.getByRole('heading', { name: '$2,351.64' }).waitFor()
  await expectNoOverflow(phone)
  await expectBooks('part paid', {
    job: '14,505.45 | 4,351.64 | 2,000.00 | 2,351.64 | 10,153.81',
    owed: '2,351.64 | 0.00 | 0.00 | 0.00 | 0.00 | 2,351.64',
    statement: 'Balance 2,351.64 due Sep 16, 2025',
    received: 'Received in 2025 2,000.00',
    client: ['Part-paid On signing, Kitchen remodel 2025-0001, due Sep 16 4,351.64 2,351.64 owed'],
  })
}

async function changeApproved(w: World) {
  const { client, jobId, expectBooks } = w
  await go(client, await sendChange(w, jobId))
  await button(client, 'Approve').click()
  await agree(client)
  await button(client, 'Approve and sign').click()
  await client.getByText(/^Approved by Maya/).waitFor()
  await go(client, '/invoices')
  await expectBooks('change', { job: '15,485.45 | 4,351.64 | 2,000.00 | 2,351.64 | 11,133.81' })
}

/** The next step is invoiced with the change, and the job is completed. */
async function cabinetsIssued(w: World, deposit: Issued) {
  const { office, jobPath, emailTo, expectBooks } = w
  await invoiceStep(w, 'Cabinets in')
  await dialog(office)
    .getByRole('checkbox', { name: new RegExp(LIGHTING) })
    .check()
  await dialog(office).getByText('$6,782.18').waitFor()
  await button(office, 'Add Draft').click()
  const cabinets = await issue(w, '2025-0002')
  // Due since two days, it is sent with the next email.
  await emailTo(EMAIL, ['reminder of invoice 2025-0001: $2,351.64 is open, due Sep 16, 2025'])
  await go(office, deposit.path)
  await mainText(office, 'Next reminder: Sep 19, 2025').waitFor()
  await go(office, jobPath)
  await button(office, 'Complete Job').click()
  await submit(office, 'Complete Job')
  await expectBooks('next step', {
    job: '15,485.45 | 11,133.82 | 2,000.00 | 9,133.82 | 4,351.63',
    owed: '9,133.82 | 0.00 | 0.00 | 0.00 | 0.00 | 9,133.82',
    statement: 'Balance 9,133.82 due Sep 16, 2025',
    completed: 'Sep 15, 2025 15,485.45 Part-paid',
    client: [
      'Open Cabinets in, Kitchen remodel 2025-0002, due Sep 29 6,782.18',
      'Part-paid On signing, Kitchen remodel 2025-0001, due Sep 16 4,351.64 2,351.64 owed',
    ],
  })
  return cabinets
}

/** A statement is sent, and the reminders that are due with it. @returns the link in one of them */
async function overdueAndReminded({ office, statementPath, emailTo, expectBooks }: World) {
  await expectBooks('overdue', {
    owed: '0.00 | 6,782.18 | 2,351.64 | 0.00 | 0.00 | 9,133.82',
    statement: 'Balance 9,133.82 due since Sep 16, 2025',
    completed: 'Sep 15, 2025 15,485.45 Overdue',
    client: [
      'Overdue Cabinets in, Kitchen remodel 2025-0002, due Sep 29 6,782.18',
      'Overdue On signing, Kitchen remodel 2025-0001, due Sep 16 4,351.64 2,351.64 owed',
    ],
  })
  await go(office, statementPath)
  await button(office, 'Send').click()
  await submit(office, 'Send')
  await emailTo(EMAIL, ['The balance is $9,133.82, due since Sep 16, 2025.'])
  const today = 'Date: Mon, 20 Oct 2025'
  await emailTo(EMAIL, [today, 'reminder of invoice 2025-0001: $2,351.64 is open'])
  return linkIn(await emailTo(EMAIL, [today, 'reminder of invoice 2025-0002: $6,782.18 is open']))
}

/** Opens the page of Stripe from an invoice, and pays there. */
async function payByCard(page: Page, amount: string): Promise<void> {
  await button(page, `Pay $${amount}`).click()
  await page.getByRole('heading', { name: `$${amount.replace(',', '')}` }).waitFor()
  await button(page, 'Pay').click()
}

/** One is paid on its link, while the office has it on screen. */
async function paidByCard({ office, phone, expectBooks }: World, { path }: Issued, link: string) {
  await go(office, path)
  await mainText(office, 'Overdue').waitFor()
  await phone.goto(link)
  await phone.getByRole('heading', { name: 'Or by check' }).waitFor()
  await button(phone, 'Pay $6,782.18').click()
  await phone.getByRole('link', { name: 'Back' }).click()
  await payByCard(phone, '6,782.18')
  await phone.getByText('Thank you.').waitFor()
  expect(pathOf(phone)).toBe(link)
  await mainText(office, 'Paid').waitFor()
  await mainText(office, 'Card Visa 4242').waitFor()
  await expectBooks('paid by card', {
    job: '15,485.45 | 11,133.82 | 8,782.18 | 2,351.64 | 4,351.63',
    owed: '0.00 | 0.00 | 2,351.64 | 0.00 | 0.00 | 2,351.64',
    statement: 'Balance 2,351.64 due since Sep 16, 2025',
    received: 'Received in 2025 8,782.18',
    client: [
      'Paid Cabinets in, Kitchen remodel 2025-0002 6,782.18',
      'Overdue On signing, Kitchen remodel 2025-0001, due Sep 16 4,351.64 2,351.64 owed',
    ],
  })
}

/** The first two invoices as the client reads them at last. */
const PAID = [
  'Paid Cabinets in, Kitchen remodel 2025-0002 6,782.18',
  'Paid On signing, Kitchen remodel 2025-0001 4,351.64',
]

/** The rest of the deposit is paid by the client who is signed in. */
async function paidByClient({ client, expectBooks }: World, { path }: Issued) {
  await go(client, path)
  await payByCard(client, '2,351.64')
  await mainText(client, 'Paid. Thank you.').waitFor()
  await expectNoOverflow(client)
  await go(client, '/invoices')
  await expectBooks('paid by the client', {
    job: '15,485.45 | 11,133.82 | 11,133.82 | 0.00 | 4,351.63',
    ...{ owed: '', statement: 'Balance 0.00', received: 'Received in 2025 11,133.82' },
    completed: 'Sep 15, 2025 15,485.45 Part-paid',
    client: PAID,
  })
}

/** The last one is issued, made void with a corrected copy, issued again, and paid. */
async function lastIssued(w: World) {
  const { office, phone, jobPath, expectBooks } = w
  await invoiceStep(w, 'Rest')
  await button(office, 'Add Draft').click()
  const last = await issue(w, '2025-0003')
  const open = {
    job: '15,485.45 | 15,485.45 | 11,133.82 | 4,351.63 | 0.00',
    owed: '4,351.63 | 0.00 | 0.00 | 0.00 | 0.00 | 4,351.63',
    statement: 'Balance 4,351.63 due Nov 17, 2025',
  }
  await expectBooks('last one', {
    ...open,
    client: ['Open Rest, Kitchen remodel 2025-0003, due Nov 17 4,351.63', ...PAID],
  })
  await go(office, last.path)
  // It stands above the button, which moves when it comes.
  await mainText(office, 'Next reminder: Nov 14, 2025').waitFor()
  await button(office, 'Void').click()
  await dialog(office).getByLabel('Reason').fill('The faucet is missing')
  await dialog(office).getByLabel('Make a corrected copy').check()
  await button(office, 'Void Invoice').click()
  await heading(office, 'Draft: Rest').waitFor()
  const copy = pathOf(office)
  await phone.goto(last.link)
  await phone.getByText('Nothing is owed.').waitFor()
  expect(await phone.content()).not.toContain('The faucet is missing')
  const isVoid = 'Void Rest, Kitchen remodel 2025-0003 4,351.63'
  await expectBooks('void', {
    job: '15,485.45 | 11,133.82 | 11,133.82 | 0.00 | 4,351.63',
    ...{ owed: '', statement: 'Balance 0.00', client: [isVoid, ...PAID] },
  })
  await go(office, copy)
  await issue(w, '2025-0004')
  await expectBooks('copy', {
    ...open,
    client: ['Open Rest, Kitchen remodel 2025-0004, due Nov 17 4,351.63', isVoid, ...PAID],
  })
  await go(office, jobPath)
  await button(office, 'Record Payment').click()
  await submit(office, 'Record Payment')
  await expectBooks('all paid', {
    job: '15,485.45 | 15,485.45 | 15,485.45 | 0.00 | 0.00',
    ...{ owed: '', statement: 'Balance 0.00', received: 'Received in 2025 15,485.45' },
    completed: 'Sep 15, 2025 15,485.45 Paid',
    client: ['Paid Rest, Kitchen remodel 2025-0004 4,351.63', isVoid, ...PAID],
  })
}

const STATEMENT = [
  'Jan 1, 2025 Opening balance 0.00',
  'Sep 2, 2025 Invoice 2025-0001 On signing 4,351.64 4,351.64',
  'Sep 9, 2025 Payment, check 1042 Invoice 2025-0001 2,000.00 2,351.64',
  'Sep 15, 2025 Invoice 2025-0002 Cabinets in 6,782.18 9,133.82',
  'Oct 20, 2025 Payment, card Visa 4242 Invoice 2025-0002 6,782.18 2,351.64',
  'Oct 20, 2025 Payment, card Visa 4242 Invoice 2025-0001 2,351.64 0.00',
  'Nov 3, 2025 Invoice 2025-0003 Rest 4,351.63 4,351.63',
  'Nov 3, 2025 Invoice 2025-0004 Rest 4,351.63 8,703.26',
  'Nov 3, 2025 Payment, check Invoice 2025-0004 4,351.63 4,351.63',
  'Nov 3, 2025 Invoice 2025-0003 is void Rest 4,351.63 0.00',
  'Nov 3, 2025 Closing balance 19,837.08 19,837.08 $0.00',
]

async function expectStatement({ office, statementPath }: World) {
  await go(office, statementPath)
  const rows = main(office).getByRole('table').locator('tbody tr')
  const words = async () =>
    (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  await expect.poll(words).toEqual(STATEMENT)
}

/** A job without invoices is marked as paid, and the mark is taken back. */
async function markedAndUnmarked({ office }: World) {
  const badge = (text: string) => item(office, PORCH).getByText(text, { exact: true })
  const expectBadges = async (receivables: string, completions: string) => {
    await go(office, '/paid-2025')
    await badge(completions).waitFor()
    await go(office, '/completions')
    await badge(receivables).waitFor()
  }
  const openMenu = () => button(office, `Payment of ${PORCH}`).click()
  await expectBadges('Awaiting Payment', 'Paid 2025')
  await openMenu()
  await button(office, 'Mark as Paid').click()
  await submit(office, 'Mark as Paid')
  await expectBadges('Paid Nov 3, 2025', 'Paid Nov 3, 2025')
  await openMenu()
  await button(office, 'Not Paid').click()
  await expectBadges('Awaiting Payment', 'Paid 2025')
}

story(
  'from a signed bid to the last payment, every figure is right on every screen at each step',
  async (context) => {
    const w = await signedJob(await openBusiness(context, '2025-09-02T15:00:00Z'))
    await switchRemindersOn(w)
    await w.expectBooks('signed', {})
    const deposit = await depositIssued(w)
    await w.turnTo('2025-09-09T15:00:00Z')
    await paidByCheck(w, deposit)
    await changeApproved(w)
    await w.turnTo('2025-09-15T15:00:00Z')
    const cabinets = await cabinetsIssued(w, deposit)
    await w.turnTo('2025-10-20T15:00:00Z')
    const link = await overdueAndReminded(w)
    await paidByCard(w, cabinets, link)
    await paidByClient(w, deposit)
    await w.turnTo('2025-11-03T15:00:00Z')
    await lastIssued(w)
    await expectStatement(w)
    await markedAndUnmarked(w)
    const reminders = w.subjectsTo(EMAIL).filter((subject) => subject.startsWith('Reminder'))
    const [first, second] = ['Reminder of invoice 2025-0001', 'Reminder of invoice 2025-0002']
    expect(reminders.toSorted()).toEqual([first, first, second])
  },
)
