import { jobRoutes } from '@plumbline/contract/jobs.ts'
import {
  type RecurringExpense,
  type RentalExpense,
  rentalExpenseRoutes,
} from '@plumbline/contract/rentalExpenses.ts'
import { type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../../testing/open.tsx'
import { job } from '../../../testing/rows.ts'
import { startServer } from '../../../testing/server.ts'

const server = await startServer()
// Load the module up front so that the first test does not wait for it.
beforeAll(() => import('./ExpensesTab.tsx'))
afterAll(server.close)

const idOf = (kind: string, n: number) =>
  `0198c0de-0000-7000-8000-${kind}${String(n).padStart(8, '0')}`
const moment = '2026-11-01T12:00:00.000Z'

const house = {
  id: idOf('aaaa', 1),
  address: '512 Raymond St',
  ...{ city: 'Elgin', state: 'IL', zipCode: '60120', propertyType: 'Single family' },
  ...{ bedrooms: 3, bathrooms: 1.5, squareFeet: 1340, purchasePrice: null, purchaseDate: null },
  ...{ monthlyRent: '1850.00', securityDeposit: null, propertyManager: null, notes: null },
  ...{ status: 'vacant', statusSetByHand: false, tenantId: null, tenantName: null },
  ...{ archivedAt: null, createdAt: moment, updatedAt: moment },
} satisfies RentalProperty

const expense = (n: number, change: Partial<RentalExpense> = {}): RentalExpense => ({
  id: idOf('bbbb', n),
  propertyId: house.id,
  propertyAddress: house.address,
  amount: '240.50',
  expenseType: 'Repairs',
  vendor: 'Fox Valley Plumbing',
  description: `Expense ${n}`,
  dateIncurred: '2026-11-12',
  receiptUrl: null,
  receiptType: null,
  jobId: null,
  jobName: null,
  recurringId: null,
  reversesId: null,
  reversedById: null,
  recordedByName: 'Dana Reyes',
  createdAt: moment,
  ...change,
})

const recurring = (n: number, change: Partial<RecurringExpense> = {}): RecurringExpense => ({
  id: idOf('cccc', n),
  propertyId: null,
  propertyAddress: null,
  amount: '980.00',
  expenseType: 'Insurance',
  vendor: 'Prairie Mutual',
  description: 'Umbrella policy',
  everyMonths: 12,
  startsOn: '2025-12-08',
  nextOn: '2026-12-08',
  isDue: true,
  createdAt: moment,
  updatedAt: moment,
  ...change,
})

let expenses: RentalExpense[] = []
let proposals: RecurringExpense[] = []
beforeEach(() => {
  server.reset()
  expenses = [expense(1)]
  proposals = []
  server.on(rentalRoutes.stats, {
    body: {
      ...{ totalProperties: 1, occupied: 0, vacant: 1, monthlyRentRoll: '1850.00' },
      ...{ occupancyRate: 0, annualRevenue: '22200.00' },
    },
  })
  server.on(tenantRoutes.list, { body: [] })
  server.on(rentalRoutes.list, { body: [house] })
  server.on(rentalExpenseRoutes.list, ({ query }) => {
    const found = expenses.filter(
      ({ expenseType, propertyId }) =>
        (!query.get('expenseType') || expenseType === query.get('expenseType')) &&
        (!query.get('propertyId') || (propertyId ?? 'portfolio') === query.get('propertyId')),
    )
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
  server.on(rentalExpenseRoutes.total, ({ query }) => ({
    body: query.get('expenseType')
      ? { count: 1, amount: '980.00' }
      : { count: 1204, amount: '98765.43' },
  }))
  server.on(rentalExpenseRoutes.recurring, () => ({ body: proposals }))
})
afterEach(() => vi.restoreAllMocks())

const tab = '/rental-properties?tab=expenses'
const row = async (name: string) => within(await screen.findByRole('listitem', { name }))
const sent = (method: string, path: RegExp) =>
  server.seen.filter((seen) => seen.method === method && path.test(seen.url))
const bodyOf = (seen: { body: string } | undefined) => JSON.parse(seen?.body ?? 'null')

test('each entry shows its description, home, vendor and amount', async () => {
  expenses = [
    expense(1, { jobId: job(1).id, jobName: 'Bath leak' }),
    expense(2, {
      ...{ propertyId: null, propertyAddress: null, expenseType: 'Insurance', vendor: null },
      ...{ amount: '12980.00', receiptType: 'application/pdf' },
      receiptUrl: '/api/rental-expenses/2/receipt?v=1',
    }),
    expense(3, { amount: '-75.00', reversesId: expense(4).id }),
    expense(4, { amount: '75.00', reversedById: expense(3).id }),
  ]
  open(server, tab, 'admin')
  const first = await row('Expense 1')
  for (const text of ['Nov 12, 2026', 'Fox Valley Plumbing', 'Repairs', '$240.50'])
    expect(first.getByText(text)).toBeTruthy()
  expect(first.getByRole('link', { name: '512 Raymond St' }).getAttribute('href')).toBe(
    `/rental-properties/${house.id}`,
  )
  expect(first.getByRole('link', { name: 'Job: Bath leak' }).getAttribute('href')).toBe(
    `/jobs/${job(1).id}`,
  )
  expect(first.getByLabelText('Add the receipt of Expense 1')).toBeTruthy()
  const second = await row('Expense 2')
  expect(second.getByText(/Whole portfolio/)).toBeTruthy()
  expect(second.getByText('$12,980.00')).toBeTruthy()
  expect(second.getByRole('button', { name: 'Receipt' })).toBeTruthy()
  const reversal = await row('Expense 3')
  expect(reversal.getByText('Reversal')).toBeTruthy()
  expect(reversal.getByText('-$75.00')).toBeTruthy()
  expect(reversal.queryByRole('button', { name: 'Correct' })).toBeNull()
  const reversed = await row('Expense 4')
  expect(reversed.getByText('Reversed')).toBeTruthy()
  expect(reversed.queryByRole('button', { name: 'Correct' })).toBeNull()
  expect(screen.getByText('$98,765.43')).toBeTruthy()
  expect(screen.getByText(/1,204 entries/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Import CSV' }).getAttribute('href')).toBe(
    '/imports/expenses',
  )
})

const chooseProperty = async (name: string | RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Property' }))
  await userEvent.click(await screen.findByRole('option', { name }))
}

test('the filters are in the address, apply to list and total, and can be cleared', async () => {
  expenses = [expense(1), expense(2, { expenseType: 'Pest control', propertyId: null })]
  open(server, `${tab}&category=Pest%20control&from=2026-01-01`, 'admin')
  await row('Expense 2')
  expect(screen.queryByRole('listitem', { name: 'Expense 1' })).toBeNull()
  // A custom category is an option too.
  const category = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' })
  expect(category.value).toBe('Pest control')
  expect(await screen.findByText('$980.00')).toBeTruthy()
  for (const path of [/^\/api\/rental-expenses\?/, /^\/api\/rental-expenses\/total\?/])
    expect(sent('GET', path).at(-1)?.query.get('from')).toBe('2026-01-01')

  await chooseProperty(/512 Raymond St/)
  expect(await screen.findByText('No expenses match these filters')).toBeTruthy()
  expect(new URLSearchParams(location.search).get('propertyId')).toBe(house.id)
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await row('Expense 1')
  expect(location.search).toBe('?tab=expenses')
  await chooseProperty('Whole portfolio')
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Expense 1' })).toBeNull())
  expect(location.search).toContain('propertyId=portfolio')
  // With hundreds of homes, only those shown are fetched.
  const reads = sent('GET', /^\/api\/rental-properties\?/)
  expect(reads.map(({ query }) => query.get('limit'))).toEqual(reads.map(() => '20'))
  expect(reads.length).toBeGreaterThan(0)
})

test('a date filter can be typed, and follows the address', async () => {
  open(server, `${tab}&from=2026-01-01`, 'admin')
  await row('Expense 1')
  const input = screen.getByLabelText<HTMLInputElement>('From')
  const fromParam = () => new URLSearchParams(location.search).get('from')
  // The values a browser reports while the digits of the year are being typed.
  for (const typed of ['0002-11-12', '0020-11-12', '0202-11-12']) {
    fireEvent.change(input, { target: { value: typed } })
    expect(input.value).toBe(typed)
    expect(fromParam()).toBe('2026-01-01')
  }
  expenses = []
  fireEvent.change(input, { target: { value: '2025-11-12' } })
  await waitFor(() => expect(fromParam()).toBe('2025-11-12'))
  expect(input.value).toBe('2025-11-12')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(input.value).toBe(''))
})

test('the expenses of a job are shown until its filter is removed', async () => {
  server.on(jobRoutes.one, { body: job(1, { name: 'Bath leak' }) })
  open(server, `${tab}&jobId=${job(1).id}`, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Job: Bath leak, show all' }))
  await waitFor(() => expect(location.search).toBe('?tab=expenses'))
  await waitFor(() =>
    expect(sent('GET', /^\/api\/rental-expenses\?/).map(({ query }) => query.get('jobId'))).toEqual(
      [job(1).id, null],
    ),
  )
})

test('the CSV file has every entry of the filter, even those of later pages', async () => {
  expenses = [
    expense(1, { jobName: 'Bath leak', jobId: job(1).id }),
    expense(2, { amount: '-75.00', reversesId: expense(3).id }),
  ]
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  open(server, `${tab}&category=Repairs`, 'admin')
  await row('Expense 1')
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect((await files[0]?.text())?.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
    'Date,Property,Category,Vendor,Description,Amount,Job,Receipt,Correction',
    '2026-11-12,512 Raymond St,Repairs,Fox Valley Plumbing,Expense 1,240.50,Bath leak,,',
    '2026-11-12,512 Raymond St,Repairs,Fox Valley Plumbing,Expense 2,-75.00,,,Reversal',
  ])
  const { query } = sent('GET', /^\/api\/rental-expenses\?/).at(-1) ?? {}
  expect([query?.get('limit'), query?.get('expenseType')]).toEqual([null, 'Repairs'])
})

test('without expenses the list says so', async () => {
  expenses = []
  open(server, tab, 'admin')
  expect(await screen.findByText('No expenses yet')).toBeTruthy()
  expect(screen.queryByText('Clear filters')).toBeNull()
})

async function addDialog() {
  return within(await screen.findByRole('dialog', { name: 'Add Expense' }))
}
const fill = async (dialog: Awaited<ReturnType<typeof addDialog>>) => {
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-11-18' } })
  await userEvent.type(dialog.getByLabelText('Category'), 'Cleaning and maintenance')
  await userEvent.type(dialog.getByLabelText('Amount'), '118.4')
  await userEvent.type(dialog.getByLabelText('Description'), 'Gutters')
}
const add = (dialog: Awaited<ReturnType<typeof addDialog>>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Add Expense' }))

test('an expense is recorded to the cent, and missing fields are reported', async () => {
  server.on(rentalExpenseRoutes.create, { body: expense(9) })
  open(server, tab, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Add Expense' }))
  const dialog = await addDialog()
  await add(dialog)
  for (const text of ['Choose a category', 'Enter an amount', 'Description is required'])
    expect(await dialog.findByText(text)).toBeTruthy()
  expect(sent('POST', /./)).toEqual([])

  await fill(dialog)
  await userEvent.click(dialog.getByLabelText('Property'))
  await userEvent.click(await dialog.findByRole('option', { name: /512 Raymond St/ }))
  await add(dialog)
  expect(await screen.findByText('Expense recorded successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(sent('POST', /^\/api\/rental-expenses$/).at(-1))).toEqual({
    ...{ propertyId: house.id, amount: '118.40', expenseType: 'Cleaning and maintenance' },
    ...{ vendor: null, description: 'Gutters', dateIncurred: '2026-11-18', jobId: null },
  })
})

test('a job prefills an expense with its amount, name and home', async () => {
  server.on(jobRoutes.one, { body: job(1, { name: 'Bath leak', approvedAmount: 123_405 }) })
  server.on(rentalExpenseRoutes.create, { body: expense(9) })
  open(server, `${tab}&new=expense&forProperty=${house.id}&forJob=${job(1).id}`, 'admin')
  const dialog = await addDialog()
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLInputElement>('Property').value).toBe('512 Raymond St'),
  )
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-11-18' } })
  await userEvent.type(dialog.getByLabelText('Category'), 'Repairs')
  await add(dialog)
  await waitFor(() => expect(sent('POST', /^\/api\/rental-expenses$/)).toHaveLength(1))
  expect(bodyOf(sent('POST', /^\/api\/rental-expenses$/)[0])).toMatchObject({
    ...{ propertyId: house.id, jobId: job(1).id, amount: '1234.05', description: 'Bath leak' },
  })

  // The next expense starts without the job.
  await waitFor(() => expect(location.search).toBe('?tab=expenses'))
  await userEvent.click(screen.getByRole('button', { name: 'Add Expense' }))
  const next = await addDialog()
  expect(next.getByLabelText<HTMLInputElement>('Amount').value).toBe('')
  expect(next.getByLabelText<HTMLInputElement>('Job').value).toBe('')
})

const pdf = () => new File(['%PDF-1.7'], 'receipt.pdf', { type: 'application/pdf' })

test('when a receipt is rejected, the expense remains and another receipt can be tried', async () => {
  let failing = true
  server.on(rentalExpenseRoutes.create, { body: expense(9, { description: 'Gutters' }) })
  server.on(rentalExpenseRoutes.addReceipt, () =>
    failing ? { failure: 'activePdf' } : { body: expense(9) },
  )
  open(server, `${tab}&new=expense`, 'admin')
  const dialog = await addDialog()
  await fill(dialog)
  const picker = dialog.getByLabelText<HTMLInputElement>('Choose a picture or PDF')
  await userEvent.upload(picker, new File(['MZ'], 'tool.exe'), { applyAccept: false })
  expect(await dialog.findByText(/Choose a picture \(JPEG/)).toBeTruthy()
  await userEvent.upload(picker, pdf())
  expect(await dialog.findByText('receipt.pdf')).toBeTruthy()
  await add(dialog)

  const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }))
  const problem = await receipt.findByRole('alert')
  expect(problem.textContent).toContain('This PDF contains a script')
  expect(problem.textContent).toContain('The expense is recorded; only its receipt is not.')
  expect(receipt.getByText(/^Gutters · \$240.50/)).toBeTruthy()
  failing = false
  await userEvent.click(receipt.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Receipt saved successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST', /^\/api\/rental-expenses$/)).toHaveLength(1)
  expect(sent('POST', /\/receipt$/)).toHaveLength(2)
})

test('a receipt can be added on the row; one that is too large is not sent', async () => {
  server.on(rentalExpenseRoutes.addReceipt, { body: expense(1) })
  open(server, tab, 'admin')
  const input = (await row('Expense 1')).getByLabelText('Add the receipt of Expense 1')
  const large = new File(['x'], 'large.jpg', { type: 'image/jpeg' })
  Object.defineProperty(large, 'size', { value: 40 * 1024 * 1024 })
  await userEvent.upload(input, large)
  const dialog = within(await screen.findByRole('dialog', { name: 'Receipt' }))
  expect(dialog.getByText('A file may have at most 25 MB')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Try Again' })).toBeNull()
  expect(sent('POST', /./)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Remove large.jpg' }))
  await userEvent.upload(dialog.getByLabelText('Choose a picture or PDF'), pdf())
  expect(await screen.findByText('Receipt saved successfully')).toBeTruthy()
  expect(sent('POST', /\/receipt$/)[0]?.params).toEqual({ id: expense(1).id })
})

test('a receipt dropped on a row is sent, but never replaces an existing one', async () => {
  expenses = [
    expense(1),
    expense(2, { receiptUrl: '/api/rental-expenses/2/receipt', receiptType: 'application/pdf' }),
  ]
  server.on(rentalExpenseRoutes.addReceipt, { body: expense(1) })
  open(server, tab, 'admin')
  const files = { dataTransfer: { files: [pdf()] } }
  fireEvent.drop(await screen.findByRole('listitem', { name: 'Expense 2' }), files)
  expect(await screen.findByText('This receipt is a PDF. Download it to read it.')).toBeTruthy()
  expect(sent('POST', /./)).toEqual([])
  await userEvent.keyboard('{Escape}')
  fireEvent.drop(await screen.findByRole('listitem', { name: 'Expense 1' }), files)
  expect(await screen.findByText('Receipt saved successfully')).toBeTruthy()
  expect(sent('POST', /\/receipt$/).map(({ params }) => params)).toEqual([{ id: expense(1).id }])
})

test('a finished upload does not close the receipt of another expense', async () => {
  expenses = [expense(1), expense(2)]
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  server.on(rentalExpenseRoutes.addReceipt, async () => {
    await finished
    return { body: expense(1) }
  })
  open(server, tab, 'admin')
  const files = { dataTransfer: { files: [pdf()] } }
  fireEvent.drop(await screen.findByRole('listitem', { name: 'Expense 1' }), files)
  let dialog = within(await screen.findByRole('dialog', { name: 'Receipt' }))
  expect(dialog.getByText(/^Saving/)).toBeTruthy()
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  const large = new File(['x'], 'large.jpg', { type: 'image/jpeg' })
  Object.defineProperty(large, 'size', { value: 40 * 1024 * 1024 })
  await userEvent.upload(
    (await row('Expense 2')).getByLabelText('Add the receipt of Expense 2'),
    large,
  )
  dialog = within(await screen.findByRole('dialog', { name: 'Receipt' }))
  expect(dialog.queryByText(/^Saving/)).toBeNull()
  finish()
  expect(await screen.findByText('Receipt saved successfully')).toBeTruthy()
  expect(dialog.getByText('A file may have at most 25 MB')).toBeTruthy()
})

test('a picture is shown, a PDF downloaded, and either can be removed after a confirmation', async () => {
  const withReceipt = (n: number, receiptType: string) =>
    expense(n, { receiptUrl: `/api/rental-expenses/${n}/receipt?v=7`, receiptType })
  expenses = [withReceipt(1, 'image/jpeg'), withReceipt(2, 'application/pdf')]
  server.on(rentalExpenseRoutes.removeReceipt, { body: undefined })
  open(server, tab, 'admin')
  await userEvent.click((await row('Expense 1')).getByRole('button', { name: 'Receipt' }))
  const picture = within(await screen.findByRole('dialog', { name: 'Receipt' }))
  expect(picture.getByRole('img', { name: 'Receipt of Expense 1' }).getAttribute('src')).toBe(
    '/api/rental-expenses/1/receipt?v=7&size=full',
  )
  await userEvent.click(picture.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await userEvent.click((await row('Expense 2')).getByRole('button', { name: 'Receipt' }))
  const file = within(await screen.findByRole('dialog', { name: 'Receipt' }))
  expect(file.queryByRole('img')).toBeNull()
  expect(file.getByText('This receipt is a PDF. Download it to read it.')).toBeTruthy()
  const link = file.getByRole('link', { name: 'Download' })
  expect(link.getAttribute('href')).toBe('/api/rental-expenses/2/receipt?v=7&size=original')
  expect(link.hasAttribute('download')).toBe(true)

  await userEvent.click(file.getByRole('button', { name: 'Remove' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(sent('DELETE', /./)).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Receipt removed successfully')).toBeTruthy()
  expect(sent('DELETE', /\/receipt$/)[0]?.params).toEqual({ id: expense(2).id })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an entry can be corrected with the right amount, once', async () => {
  let response: { failure: 'alreadyReversed' } | { body: RentalExpense } = {
    failure: 'alreadyReversed',
  }
  server.on(rentalExpenseRoutes.reverse, () => response)
  open(server, tab, 'admin')
  await userEvent.click((await row('Expense 1')).getByRole('button', { name: 'Correct' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct Expense' }))
  expect(dialog.getByText(/^Recorded on \w+ \d+, \d{4} by Dana Reyes\. The entry/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Correct Amount'), '0')
  await userEvent.type(dialog.getByLabelText('Reason'), 'Typed twice')
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
  await submit()
  expect(await dialog.findByText('Enter an amount above zero')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Correct Amount'))
  await submit()
  expect((await dialog.findByRole('alert')).textContent).toContain('This entry is reversed already')
  response = { body: expense(2, { reversesId: expense(1).id, amount: '-240.50' }) }
  await userEvent.type(dialog.getByLabelText('Correct Amount'), '204.50')
  await submit()
  expect(await screen.findByText('Expense corrected successfully')).toBeTruthy()
  expect(sent('POST', /\/reverse$/).map(bodyOf)).toEqual([
    { correctAmount: null, description: 'Typed twice' },
    { correctAmount: '204.50', description: 'Typed twice' },
  ])
})

test('recurring expenses are proposed, and can be booked, skipped or changed', async () => {
  proposals = [
    recurring(1),
    recurring(2, { isDue: false, vendor: 'County Treasurer', expenseType: 'Taxes' }),
    recurring(3, { vendor: null, description: 'Lawn', amount: '85.25', nextOn: '2026-11-28' }),
  ]
  server.on(rentalExpenseRoutes.bookRecurring, ({ params }) => {
    proposals = proposals.filter(({ id }) => id !== params.id)
    return { body: expense(8) }
  })
  server.on(rentalExpenseRoutes.skipRecurring, ({ params }) => {
    proposals = proposals.filter(({ id }) => id !== params.id)
    return { body: recurring(3, { isDue: false }) }
  })
  open(server, tab, 'admin')
  expect(await screen.findByRole('heading', { name: '2 due' })).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Expenses due' }))
  expect(list.getByText('Prairie Mutual, Insurance')).toBeTruthy()
  expect(list.getByText('$980.00').parentElement?.textContent).toBe('$980.00, Dec 8')
  expect(list.queryByText(/County Treasurer/)).toBeNull()

  await userEvent.click(list.getByRole('button', { name: 'Book Prairie Mutual' }))
  expect(await screen.findByRole('heading', { name: '1 due' })).toBeTruthy()
  expect(bodyOf(sent('POST', /\/book$/)[0])).toEqual({ nextOn: '2026-12-08' })
  await userEvent.click(list.getByRole('button', { name: 'Skip Lawn' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Skip Lawn of Nov 28, 2026?')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Skip' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: /due$/ })).toBeNull())
  expect(bodyOf(sent('POST', /\/skip$/)[0])).toEqual({ nextOn: '2026-11-28' })
})

test('a proposal can be booked with another amount; one booked meanwhile disappears', async () => {
  proposals = [recurring(1)]
  server.on(rentalExpenseRoutes.bookRecurring, ({ body }) => {
    if (bodyOf({ body }).amount) return { body: expense(8) }
    proposals = []
    return { failure: 'alreadyBooked' }
  })
  open(server, tab, 'admin')
  await userEvent.click(
    await screen.findByRole('button', { name: 'Edit amount of Prairie Mutual' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Book Expense' }))
  await userEvent.clear(dialog.getByLabelText('Amount'))
  await userEvent.click(dialog.getByRole('button', { name: 'Book' }))
  expect(await dialog.findByText('Enter an amount')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Amount'), '1010.1')
  await userEvent.click(dialog.getByRole('button', { name: 'Book' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(sent('POST', /\/book$/)[0])).toEqual({
    ...{ nextOn: '2026-12-08', amount: '1010.10', dateIncurred: '2026-12-08' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Book Prairie Mutual' }))
  expect(await screen.findByText(/was booked or skipped in the meantime/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: /due$/ })).toBeNull())
})

test('recurring expenses can be listed, added, changed and deleted', async () => {
  proposals = [recurring(1, { isDue: false })]
  server.on(rentalExpenseRoutes.addRecurring, { body: recurring(2) })
  server.on(rentalExpenseRoutes.updateRecurring, { body: recurring(1) })
  server.on(rentalExpenseRoutes.removeRecurring, { body: undefined })
  open(server, tab, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Recurring' }))
  const list = async () => within(await screen.findByRole('dialog', { name: 'Recurring Expenses' }))
  const item = await (await list()).findByText(/every year/)
  expect(item.textContent).toBe('$980.00 every year, next on Dec 8, 2026')

  await userEvent.click((await list()).getByRole('button', { name: 'Edit Umbrella policy' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Recurring Expense' }))
  await userEvent.click(edit.getByRole('radio', { name: '6, months' }))
  await userEvent.click(edit.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Recurring expense updated successfully')).toBeTruthy()
  const [put] = sent('PUT', /./)
  expect(bodyOf(put)).toEqual({ everyMonths: 6 })
  expect(put?.headers['if-match']).toBeTruthy()

  await userEvent.click((await list()).getByRole('button', { name: 'Delete Umbrella policy' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Recurring expense deleted successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  await userEvent.click((await list()).getByRole('button', { name: 'Add Recurring' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Recurring Expense' }))
  expect(location.search).toContain('new=recurring')
  await userEvent.type(form.getByLabelText('Category'), 'Taxes')
  await userEvent.type(form.getByLabelText('Amount'), '2210')
  await userEvent.type(form.getByLabelText('Description'), 'Property tax')
  await userEvent.click(form.getByRole('radio', { name: '3, months' }))
  fireEvent.change(form.getByLabelText('First Day'), { target: { value: '2026-12-01' } })
  await userEvent.click(form.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Recurring expense added successfully')).toBeTruthy()
  expect(bodyOf(sent('POST', /^\/api\/recurring-expenses$/)[0])).toEqual({
    ...{ propertyId: null, amount: '2210.00', expenseType: 'Taxes', vendor: null },
    ...{ description: 'Property tax', everyMonths: 3, startsOn: '2026-12-01' },
  })
})
